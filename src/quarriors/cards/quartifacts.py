"""What the cards of Quartifacts do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import Behaviours, ability

QUARTIFACTS = Behaviours()
card = QUARTIFACTS.card

card("Squire", ability("static"))

card("Ancient Guide", ability("quest"), ability("static", burst=1))

card("Strong Ancient Guide", ability("quest"), ability("summoned", burst=1))

card("Mighty Ancient Guide", ability("summoned"), ability("quest", burst=1))

card("Quixotic Minstrel", ability("static"), ability("static", burst=1))

card("Strong Quixotic Minstrel", ability("scored"), ability("quest"), ability("summoned", burst=1))

card("Mighty Quixotic Minstrel", ability("destroyed"), ability("static", burst=1))

card("Relic Rustler", ability("scored"), ability("quest"), ability("summoned", burst=1))

card("Strong Relic Rustler", ability("attacking"), ability("static", burst=1))

card(
    "Mighty Relic Rustler",
    ability("summoned"),
    ability("static", burst=1),
    ability("summoned", burst=1),
)

card("Knight of Quamelot", ability("static"), ability("scored", burst=2), ability("quest", burst=2))

card(
    "Strong Knight of Quamelot",
    ability("attacking"),
    ability("static", burst=1),
    ability("static", burst=2),
)

card("Mighty Knight of Quamelot", ability("static"), ability("static", burst=-1))

card(
    "Manxome Minotaur",
    ability("attacking"),
    ability("attacking", burst=1),
    ability("attacking", burst=2),
)

card(
    "Strong Manxome Minotaur",
    ability("quest"),
    ability("defending", burst=1),
    ability("defending", burst=2),
)

card(
    "Mighty Manxome Minotaur",
    ability("attacking"),
    ability("static", burst=1),
    ability("static", burst=2),
)

card("Misdirection Cantrip", ability("reaction", face="S"), ability("reaction", burst=1, face="S"))

card("Misdirection Charm", ability("reaction", face="S"), ability("reaction", burst=1, face="S"))

card(
    "Misdirection Incantation",
    ability("reaction", face="S"),
    ability("reaction", burst=1, face="S"),
)

card("Misdirection Spell", ability("cast", face="S"), ability("cast", burst=1, face="S"))

card("Quasar Cantrip", ability("attach", face="S"), ability("attach", burst=1, face="S"))

card("Quasar Charm", ability("cast", face="S"), ability("cast", burst=1, face="S"))

card("Quasar Incantation", ability("cast", face="S"), ability("cast", burst=1, face="S"))

card("Quasar Spell", ability("cast", face="S"), ability("cast", burst=1, face="S"))

card(
    "Hunt for Holy Quail",
    ability("quest", face="Q2"),
    ability("quest", face="W1"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Holy Quail"),
    ability("attach", face="QF:Holy Quill"),
)

card(
    "Search for Holy Quail",
    ability("quest", face="Q2"),
    ability("quest", face="W1"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Holy Quail"),
    ability("attach", face="QF:Holy Quill"),
)

card(
    "Expedition for Holy Quail",
    ability("quest", face="Q2"),
    ability("quest", face="W1"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Holy Quail"),
    ability("attach", face="QF:Holy Quill"),
)

card(
    "Quest for Holy Quail",
    ability("quest", face="Q2"),
    ability("quest", face="W1"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Holy Quail"),
    ability("attach", face="QF:Holy Quill"),
)

card(
    "Hunt for Exqualibur",
    ability("quest", face="Q3"),
    ability("quest", face="W2"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Exqualibur"),
    ability("attach", face="QF:Scabbard of Quamelot"),
)

card(
    "Search for Exqualibur",
    ability("quest", face="Q3"),
    ability("quest", face="W2"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Exqualibur"),
    ability("attach", face="QF:Scabbard of Quamelot"),
)

card(
    "Expedition for Exqualibur",
    ability("quest", face="Q3"),
    ability("quest", face="W2"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Exqualibur"),
    ability("attach", face="QF:Scabbard of Quamelot"),
)

card(
    "Quest for Exqualibur",
    ability("quest", face="Q3"),
    ability("quest", face="W2"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Exqualibur"),
    ability("attach", face="QF:Scabbard of Quamelot"),
)

card(
    "Hunt for Tri-Clops Skull",
    ability("quest", face="Q4"),
    ability("quest", face="W3"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Tri-Clops Skull"),
    ability("attach", face="QF:Ruby Eye"),
    ability("attach", face="QF:Poison Claw"),
)

card(
    "Search for Tri-Clops Skull",
    ability("quest", face="Q4"),
    ability("quest", face="W3"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Tri-Clops Skull"),
    ability("attach", face="QF:Ruby Eye"),
    ability("attach", face="QF:Poison Claw"),
)

card(
    "Expedition for Tri-Clops Skull",
    ability("quest", face="Q4"),
    ability("quest", face="W3"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Tri-Clops Skull"),
    ability("attach", face="QF:Ruby Eye"),
    ability("attach", face="QF:Poison Claw"),
)

card(
    "Quest for Tri-Clops Skull",
    ability("quest", face="Q4"),
    ability("quest", face="W3"),
    ability("quest", face="BONUS"),
    ability("attach", face="QF:Tri-Clops Skull"),
    ability("attach", face="QF:Ruby Eye"),
    ability("attach", face="QF:Poison Claw"),
)
