"""What the cards of Quarmageddon do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import Behaviours, ability

QUARMAGEDDON = Behaviours()
card = QUARMAGEDDON.card

card("Gnome Barbarian", ability("static", burst=1))

card("Strong Gnome Barbarian", ability("destroyed", burst=1))

card("Mighty Gnome Barbarian", ability("static", burst=1))

card("Heavenly Seraph", ability("static"), ability("static", burst=1))

card("Strong Heavenly Seraph", ability("static"), ability("static", burst=1))

card("Mighty Heavenly Seraph", ability("static"), ability("scored", burst=1))

card("Lord of the Quarry", ability("scored"), ability("static", burst=1))

card("Strong Lord of the Quarry", ability("static"), ability("summoned", burst=1))

card("Mighty Lord of the Quarry", ability("static"), ability("static", burst=1))

card("Mischievous Imp", ability("summoned", burst=1), ability("summoned", burst=2))

card("Strong Mischievous Imp", ability("summoned", burst=1), ability("summoned", burst=2))

card("Mighty Mischievous Imp", ability("scored", burst=1), ability("scored", burst=2))

card("Troll Behemoth", ability("immediate", burst=1), ability("destroyed", burst=1))

card(
    "Strong Troll Behemoth",
    ability("attacking"),
    ability("attacking", burst=1),
    ability("immediate", burst=1),
)

card("Mighty Troll Behemoth", ability("destroyed"), ability("immediate", burst=1))

card("Voodoo Doll", ability("attacking"))

card("Strong Voodoo Doll", ability("attacking"), ability("scored", burst=1))

card("Mighty Voodoo Doll", ability("attacking"), ability("summoned", burst=1))

card("Discriminating Cantrip", ability("cast"))

card("Discriminating Charm", ability("cast"))

card("Discriminating Incantation", ability("cast"))

card("Discriminating Spell", ability("cast"))

card("Oblation Cantrip", ability("cast"))

card("Oblation Charm", ability("cast"))

card("Oblation Incantation", ability("reaction"))

card("Oblation Spell", ability("cast"))
