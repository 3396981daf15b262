"""The card language: what a line of a card does, as an expression that is never executed.

`parser` reads an expression into `nodes`, `compiler` checks the tree against the table of `words`
and makes triggers and modifiers of it, `faults` says what is wrong and where. What the words do is
in `triggers`, `steps`, `special`, `modifiers`, `filters` and `amounts`; `assembly` writes programs.
`docs/vocabulary.md` lists all words, `docs/add-a-card.md` shows how they go together. A new step is
a new operation: a line in the table of `engine/operations.py` and what it does in the module of its
family.
"""
