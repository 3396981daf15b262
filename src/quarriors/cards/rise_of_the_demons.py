"""What the cards of Rise of the Demons do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import Behaviours, ability

RISE_OF_THE_DEMONS = Behaviours()
card = RISE_OF_THE_DEMONS.card

card("Corrupted Quiddity", ability("immediate", burst=3))

card("Corruption Cantrip", ability("immediate"))

card("Corruption Charm", ability("attach"))

card("Corruption Incantation", ability("cast"))

card("Corruption Spell", ability("cast"))

card("Demonic Overlord", ability("scored"))

card("Lesser Demonic Overlord", ability("scored"), ability("summoned", burst=1))

card("Strong Demonic Overlord", ability("summoned"), ability("summoned", burst=1))

card("Mighty Demonic Overlord", ability("scored"), ability("scored", burst=1))

card("Corrupted Deathdealer", ability("scored"))

card("Corrupted Defender of the Pale", ability("static", burst=1), ability("static", burst=2))

card("Corrupted Devotee of the Holy Query", ability("scored"), ability("scored", burst=1))

card("Corrupted Ghostly Spirit", ability("defending"))

card("Corrupted Primordial Ooze", ability("static"), ability("summoned"))

card(
    "Corrupted Quake Dragon",
    ability("attacking"),
    ability("scored", burst=1),
    ability("scored", burst=2),
)

card(
    "Corrupted Questing Wizard",
    ability("scored"),
    ability("immediate", burst=1),
    ability("scored", burst=2),
)

card("Corrupted Scavenging Goblin", ability("summoned"), ability("destroyed", burst=1))

card("Corrupted Warrior of the Quay", ability("attacking"), ability("scored"))

card("Corrupted Witching Hag", ability("scored"))
