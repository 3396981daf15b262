"""How the strong bots think: what dice are worth, how good a position is, and search over both.

`die_value` weighs dice, `evaluation` positions in Glory, `win_probability` positions by who wins;
`lookahead` tries options and whole turns, `rollout` plays on by habit, `tree` searches. All are
compiled together with the engine where that is compiled, because a search asks millions of
questions. Values come from faces, costs and Glory, so every set and every new card is understood
alike; what the texts of our own cards add to that was learned from play (`quarriors train`) and is
read from a file.
"""
