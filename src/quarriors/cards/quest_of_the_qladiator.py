"""What the cards of Quest of the Qladiator do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import Behaviours, ability

QUEST_OF_THE_QLADIATOR = Behaviours()
card = QUEST_OF_THE_QLADIATOR.card

card("Frost Howler", ability("locked"), ability("static"), ability("static", burst=1))

card("Strong Frost Howler", ability("locked"), ability("static"), ability("static", burst=1))

card("Mighty Frost Howler", ability("locked"), ability("summoned"), ability("summoned", burst=1))

card("Pink Eye Cyclops", ability("locked"), ability("attacking", burst=1))

card("Strong Pink Eye Cyclops", ability("locked"), ability("scored"), ability("attacking", burst=1))

card("Mighty Pink Eye Cyclops", ability("locked"), ability("locked"), ability("attacking", burst=1))

card("Poison Dart Frog", ability("locked"), ability("destroyed", burst=1))

card("Strong Poison Dart Frog", ability("locked"), ability("summoned"), ability("scored"))

card("Mighty Poison Dart Frog", ability("locked"), ability("destroyed", burst=1))

card("Qladiator", ability("summoned"), ability("attacking", burst=-1))

card(
    "Strong Qladiator", ability("destroyed"), ability("static", burst=1), ability("static", burst=2)
)

card(
    "Mighty Qladiator",
    ability("attacking"),
    ability("static", burst=1),
    ability("destroyed", burst=2),
)

card(
    "Quake Dragon Mystic", ability("locked"), ability("locked", burst=1), ability("scored", burst=1)
)

card(
    "Strong Quake Dragon Mystic",
    ability("locked"),
    ability("locked", burst=1),
    ability("scored", burst=1),
)

card(
    "Mighty Quake Dragon Mystic",
    ability("locked"),
    ability("locked", burst=1),
    ability("locked"),
    ability("static", burst=1),
)

card("Quaxos' Eye", ability("locked"), ability("locked"), ability("locked", burst=2))

card("Strong Quaxos' Eye", ability("locked"), ability("locked"), ability("locked", burst=2))

card("Mighty Quaxos' Eye", ability("locked"), ability("locked"), ability("locked", burst=2))

card("Chaos Cantrip", ability("cast", burst=1), ability("cast", burst=2))

card("Chaos Charm", ability("attach", burst=1), ability("attach", burst=2))

card("Chaos Incantation", ability("cast", burst=1), ability("cast", burst=2))

card("Chaos Spell", ability("reaction", burst=1), ability("reaction", burst=2))

card("Harmony Cantrip", ability("cast"))

card("Harmony Charm", ability("cast"))

card("Harmony Incantation", ability("attach"))

card("Harmony Spell", ability("cast"))
