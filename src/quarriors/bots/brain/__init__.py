"""How the strong bots think: what dice are worth, how good a position is, and search over both.

Compiled together with the engine where that is compiled, because search asks these questions
millions of times. Nothing here knows a card by name: worth comes from faces, costs and Glory, so
every set and every new card is understood alike.
"""
