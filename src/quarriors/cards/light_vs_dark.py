"""What the cards of Light vs. Dark do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import Behaviours, ability

LIGHT_VS_DARK = Behaviours()
card = LIGHT_VS_DARK.card

card("Large Quiddity")

card("Assistant of Acquisition", ability("immediate", face="I"))

card("Assistant of Economics", ability("immediate", face="I"))

card("Assistant of Logistics", ability("immediate", face="I"))

card("Herald", ability("destroyed"))

card("Lesser Herald", ability("summoned"), ability("summoned", burst=1), ability("anchored"))

card("Greater Herald", ability("scored"), ability("scored", burst=1), ability("anchored"))

card("Strong Herald", ability("static"), ability("static", burst=1))

card("Mighty Herald", ability("summoned"), ability("scored", burst=1), ability("anchored"))

card("Black Cat", ability("summoned", burst=1))

card("Lesser Black Cat", ability("destroyed", burst=1))

card("Greater Black Cat", ability("scored"), ability("anchored"))

card("Strong Black Cat", ability("destroyed"))

card("Mighty Black Cat", ability("static"), ability("static", burst=1), ability("anchored"))

card("Quartz Golem", ability("static", burst=-1), ability("anchored"))

card("Lesser Quartz Golem", ability("destroyed"))

card(
    "Greater Quartz Golem",
    ability("static"),
    ability("static", burst=1),
    ability("scored", burst=2),
    ability("anchored"),
)

card(
    "Strong Quartz Golem", ability("scored"), ability("scored", burst=1), ability("scored", burst=2)
)

card("Mighty Quartz Golem", ability("defending"), ability("scored", burst=2), ability("anchored"))

card("Boogieman", ability("summoned"), ability("summoned", burst=1), ability("summoned", burst=2))

card("Lesser Boogieman", ability("attacking"), ability("attacking", burst=2))

card(
    "Greater Boogieman",
    ability("scored"),
    ability("static", burst=1),
    ability("static", burst=2),
    ability("anchored"),
)

card("Strong Boogieman", ability("static"), ability("attacking", burst=-1))

card("Mighty Boogieman", ability("defending", burst=-1), ability("anchored"))

card("Archangel", ability("summoned"), ability("scored", burst=2), ability("anchored"))

card(
    "Lesser Archangel",
    ability("attacking"),
    ability("attacking", burst=1),
    ability("attacking", burst=2),
)

card("Greater Archangel", ability("static"), ability("static", burst=2), ability("anchored"))

card("Strong Archangel", ability("static"), ability("static", burst=2))

card("Mighty Archangel", ability("scored"), ability("scored", burst=-1), ability("anchored"))

card("Queelzebub", ability("summoned"), ability("summoned", burst=2), ability("anchored"))

card("Lesser Queelzebub", ability("attacking"), ability("attacking", burst=-1))

card("Greater Queelzebub", ability("summoned"), ability("static", burst=2), ability("anchored"))

card("Strong Queelzebub", ability("scored"), ability("scored", burst=-1))

card("Mighty Queelzebub", ability("static"), ability("static", burst=-1), ability("anchored"))

card(
    "Light Cantrip",
    ability("immediate", face="I"),
    ability("cast", face="S"),
    ability("cast", burst=1, face="S"),
)

card(
    "Light Charm",
    ability("immediate", face="I"),
    ability("attach", face="S"),
    ability("attach", burst=1, face="S"),
)

card(
    "Light Enchantment",
    ability("immediate", face="I"),
    ability("cast", face="S"),
    ability("cast", burst=1, face="S"),
)

card(
    "Light Incantation",
    ability("immediate", face="I"),
    ability("reaction", face="S"),
    ability("reaction", burst=1, face="S"),
)

card(
    "Light Spell",
    ability("immediate", face="I"),
    ability("cast", face="S"),
    ability("cast", burst=1, face="S"),
)

card(
    "Dark Cantrip",
    ability("immediate", face="I"),
    ability("cast", face="S"),
    ability("cast", burst=1, face="S"),
)

card(
    "Dark Charm",
    ability("immediate", face="I"),
    ability("attach", face="S"),
    ability("attach", burst=1, face="S"),
)

card(
    "Dark Enchantment",
    ability("immediate", face="I"),
    ability("cast", face="S"),
    ability("cast", burst=1, face="S"),
)

card(
    "Dark Incantation",
    ability("immediate", face="I"),
    ability("reaction", face="S"),
    ability("reaction", burst=1, face="S"),
)

card(
    "Dark Spell",
    ability("immediate", face="I"),
    ability("cast", face="S"),
    ability("cast", burst=1, face="S"),
)
