"""What the promotional cards do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import Behaviours, ability

PROMOS = Behaviours()
card = PROMOS.card

card("Ghost of X-Mas Past", ability("destroyed"))

card("Ghost of X-Mas Present", ability("scored"))

card("Ghost of X-Mas Future", ability("scored"))

card("Quaxos' Quake Dragon", ability("defending"), ability("scored"))

card("Quaxos' Scavenging Goblin", ability("defending"), ability("static"))

card("Quaxos' Warrior of the Quay", ability("defending"), ability("static"))

card("Multiplying Mischievous Imp", ability("summoned", burst=1), ability("summoned", burst=2))

card("Key Master Lord of the Quarry", ability("summoned"), ability("summoned", burst=1))
