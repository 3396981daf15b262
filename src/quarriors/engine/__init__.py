"""The rules engine: state, decisions, and nothing else.

It plays with whatever `Catalog` it is given and imports no card, no text and no view, so a test
can play with three made-up cards. Everything in here is compiled as one group by mypyc.
"""


def is_compiled() -> bool:
    """Whether the engine runs as machine code."""
    from quarriors.engine import core

    return not str(core.__file__).endswith(".py")
