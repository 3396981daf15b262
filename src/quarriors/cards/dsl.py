"""The card language: a small closed vocabulary that says what an ability does.

Builders return plain descriptions; steps are flattened to a program of operations when the ability
is made. "May" is a real no (`may_choose`, `may`), "if you do" and "and then" (13.7) are the steps
inside a choice. One filter (`dice`) says which dice, one kind of number how much. The parts are in
`language/`; `docs/vocabulary.md` lists them, `docs/add-a-card.md` shows how cards read. A new verb
is a new operation: a line in the table of `engine/operations.py` and what it does in the module of
its family.
"""

from __future__ import annotations

from quarriors.cards.language.abilities import *
from quarriors.cards.language.special import *
from quarriors.cards.language.standing import *
from quarriors.cards.language.steps import *
from quarriors.cards.language.which import *
