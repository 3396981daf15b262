"""The card language: which dice, steps, standing modifiers, abilities, and special words.

Cards import it as `quarriors.cards.dsl`.
"""
