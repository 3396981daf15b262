"""The rules engine: state, decisions, and nothing else.

It plays with whatever `Catalog` it is given and imports no card, no text and no view, so a test
can play with three made-up cards. Everything in here is compiled as one group by mypyc.
"""
