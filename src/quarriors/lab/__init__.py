"""Many games at once, and what they tell.

`simulate` plays games between bots on all cores, `summary` gathers what happened.
"""
