"""The wordings of docs/card-style.md as data: word of the card language -> English, Italian.

Both are regular expressions that have to match in the text of a line whose behaviour uses the word.
"""

from __future__ import annotations

from typing import Final

THIS: Final = r"(this|the creature)"
QUESTA: Final = r"(questa creatura|la creatura)"

TEMPLATES: Final[dict[str, tuple[str, str]]] = {
    # heads
    "immediate": (r"\bImmediate –", r"\bImmediato –"),
    "react": (r"\bReaction –", r"\bReazione –"),
    "attach": (r"\bAttach( \(.+?\))? –", r"\bUnione( \(.+?\))? –"),
    "anchored": (r"\bAnchored \(.+?\) –", r"\bAncorato \(.+?\) –"),
    # triggers
    "SUMMONED": (r"When this is summoned", r"Quando questa creatura viene evocata"),
    "ENTERED": (r"When this enters your Ready Area", r"Quando questa creatura entra nella tua"),
    "SCORED": (rf"(When|when) {THIS} scores", rf"uando {QUESTA} va a punti"),
    "SCORING_NOW": (rf"When {THIS} scores", rf"Quando {QUESTA} va a punti"),
    "BEFORE_SCORE": (rf"(Before|When) {THIS} ", rf"(Prima che|Quando) {QUESTA} "),
    "DESTROYED": (rf"(destroys {THIS}|{THIS} is destroyed)", r"distrugg\w+|viene distrutta"),
    "DYING": (rf"(destroys {THIS}|{THIS} is destroyed)", r"distrugg\w+|viene distrutta"),
    "when_destroyed_goes_to": (rf"When {THIS} is destroyed", rf"Quando {QUESTA} viene distrutta"),
    "roll_to_stay": (rf"When {THIS} is destroyed", rf"Quando {QUESTA} viene distrutta"),
    "WOULD_DIE": (r"would (be destroyed|destroy)", r"sta per|stanno per|starebbe"),
    "KILL": (r"[Ww]hen you destroy", r"[Qq]uando distruggi"),
    "BEFORE_DEFENSE": (rf"{THIS} attacks", rf"{QUESTA} attacca"),
    "DECLARED": (r"When you attack", r"Quando attacchi"),
    "AFTER_ATTACK": (r"After your attack", r"Dopo il tuo attacco"),
    "FOE_ATTACKS": (r"hen an opponent attacks", r"uando un avversario attacca"),
    "FOE_SUMMONS": (
        r"While this is in your Ready Area, when an opponent summons a creature",
        r"Finché questa creatura è nella tua Ready Area, quando un avversario evoca una creatura",
    ),
    "LOCK": (r"When this is locked", r"Quando questo dado viene bloccato"),
    "EQUIP": (r"When you attach this", r"Quando unisci questo dado"),
    "QUEST_DONE": (r"complete", r"complet"),
    "ON_DYING": (r"would be destroyed|would destroy", r"sta per essere distrutta|stanno per"),
    "ON_DESTROYED": (r"(is destroyed|destroys)", r"(viene distrutta|distrugg)"),
    # effects
    "gain_quiddity": (
        r"\b[Gg]ains? (\d+ |that much )?Quiddity",
        r"\b[Oo]ttien[ei] (invece )?(\d+ )?Quiddity",
    ),
    "gain_energy": (
        r"\b[Gg]ain \d+ (Light|Dark) Quiddity",
        r"\b[Oo]ttieni \d+ Quiddity di (Luce|Tenebra)",
    ),
    "gain_glory": (r"\b[Gg]ains? (\d+|its|their) (more |printed )?Glory", r"\b[Gg]uadagn[ai] "),
    "glory": (r"[+-]\d+ Glory", r"[+-]\d+ punt[oi] Gloria"),
    "glory_of": (r"[+-]\d+ Glory", r"[+-]\d+ punt[oi] Gloria"),
    "opponent_loses_glory": (r"\bloses? \d+ Glory", r"\bperd(e|ere|ono) (invece )?\d+ punt"),
    "pay_glory": (r"\bpay \d+ Glory", r"\bpaga(re)? \d+ punt[oi] Gloria"),
    "pay_quiddity": (r"\bpay \d+ Quiddity", r"\bpaga(re)? \d+ Quiddity"),
    "draw": (r"\b[Dd]raws? \d+ (die|dice)", r"\b[Pp]esca(re)? \d+ dad[oi]"),
    "draw_and_roll": (r"\b[Dd]raw and roll \d+ (die|dice)", r"\b[Pp]esca(re)? e tira(re)? \d+ dad"),
    "reroll": (r"\bre-rolls?\b|Re-roll\b", r"\b[Rr]ilancia"),
    "reroll_up_to_two": (r"\b[Rr]e-roll up to 2 ", r"\b[Rr]ilancia(re)? fino a 2 "),
    "capture_free": (r"\b[Cc]aptures? [^.]*for free", r"\b[Cc]attura(re|no)? gratis"),
    "give": (
        r"\b[Gg]ains? [^.]*(die|dice)\b|\bmoves? ",
        r"\b[Rr]icev\w+ [^.]*dad[oi]\b|\bsposta",
    ),
    "move": (r"\b[Mm]oves? |\b[Pp]uts? ", r"\b[Ss]posta|\b[Mm]ett"),
    "roll_into_active": (r"\broll (it|them)\b", r"\btira(re)?(lo|li|rlo|rli)\b"),
    "cull": (r"\b[Cc]ulls?\b", r"\b[Ss]crem"),
    "more_culls": (r"\bcull", r"\bscrem"),
    "remove": (r"\b[Rr]emove [^.]*from the game", r"\b[Rr]imuovi [^.]*dal gioco|dal gioco"),
    "swap": (r"\bswap this die with", r"\bscambiare questo dado con"),
    "more_captures": (r"\bcapture 1 more die this turn", r"catturare 1 dado in più"),
    "cheaper_captures": (
        r"your captures cost \d less this turn",
        r"in questo turno le tue catture costano \d in meno",
    ),
    "captures_cost": (r"captures cost \d (less|more)", r"catture [^.]*costano \d in (meno|più)"),
    "opponents_summon_for_more": (
        r"opponents'( \w+)? summons cost \d more|opponents' \w+ creatures cost \d more to summon",
        r"(evocazioni|creature) [^.]*degli avversari [^.]*\d in più",
    ),
    "summon_for_less": (r"summons cost \d less this turn", r"evocazioni costano \d in meno"),
    "summon_cost_is": (r"summoning this is free", r"evocare questa creatura è gratis"),
    "summon_at_most": (r"[Ss]ummon at most \d", r"[Ee]voca al massimo \d"),
    "destroy": (r"\b[Dd]estroys?\b", r"\b[Dd]istrugg"),
    "destroyed_when": (r"this is destroyed", r"questa creatura viene distrutta"),
    "save": (r"\bsave\b", r"\bsalva"),
    "prevent": (r"\bsave\b", r"\bsalva"),
    "spare_my_creatures": (
        r"into your Active Pool instead of your Used Pile",
        r"nell'Active Pool invece che nella Used Pile",
    ),
    "shake": (r"\b[Ss]hakes?\b", r"\b[Ss]cuot"),
    "rotate_up": (r"\b[Rr]otate [^.]*up one level", r"\b[Rr]uota[^.]*di un livello verso l'alto"),
    "rotate_down": (
        r"\b[Rr]otates? [^.]*down one level",
        r"\b[Rr]uota[^.]*di un livello verso il basso",
    ),
    "unlock": (r"\b[Uu]nlock\b", r"\b[Ss]blocca"),
    "attack": (r"[+-]\d+ attack", r"[+-]\d+ all'attacco"),
    "attack_of": (r"[+-]\d+ attack", r"[+-]\d+ all'attacco"),
    "others_attack": (r"accompanying this have [^.]*[+-]\d+ attack", r"accompagnano questa hanno"),
    "attack_this_turn": (r"gets? [+-]\d+ attack", r"(ha|hanno) [+-]\d+ all'attacco"),
    "defense": (r"[+-]\d+ defense", r"[+-]\d+ alla difesa"),
    "defense_of": (r"[+-]\d+ defense", r"[+-]\d+ alla difesa"),
    "others_defense": (r"accompanying this have [^.]*[+-]\d+ defense", r"accompagnano questa"),
    "defense_this_turn": (r"gets? [+-]\d+ defense", r"(ha|hanno) [+-]\d+ alla difesa"),
    "no_attack_this_turn": (r"attack is 0", r"attacco è 0"),
    "attackers_at_most": (
        r"attacking you have attack \d|attack 0",
        r"ti attaccano hanno (al massimo )?attacco \d|attacco 0",
    ),
    "keeps_away": (r"do not attack you", r"non ti attaccano"),
    "takes_no_damage": (r"This takes no damage from", r"Questa creatura non subisce danni da"),
    "attached_spells_do_nothing": (
        r"spells attached to defenders have no effect",
        r"gli incantesimi uniti ai difensori non hanno effetto",
    ),
    "no_spell_may_choose_it": (
        r"cannot choose this for a spell",
        r"non possono scegliere questa creatura per un incantesimo",
    ),
    "immunity": (r"\bImmunity\b", r"\bImmunità\b"),
    "immunity_of": (r"\bImmunity\b", r"\bImmunità\b"),
    "lose_immunity": (r"loses? Immunity", r"perd(e|ono) Immunità"),
    "score_now": (r"this scores at once", r"questa creatura va subito a punti"),
    "press_on": (r"add this creature's attack again", r"aggiungi di nuovo l'attacco di questa"),
    "copy_it": (r"becomes a copy of", r"diventa una copia"),
    "attack_is": (r"[Aa]ttack", r"[Aa]ttacco"),
    "defense_is": (r"defense", r"difesa"),
    "one_point_destroys": (r"\bLethal\.", r"\bLetale\."),
    "may_be_locked_anywhere": (r"\bInvade\.", r"\bInvasione\."),
    "quest_levels": (r"levels? higher for quests", r"livell[oi] in più per le quest"),
    # players, filters and limits
    "each_opponent": (
        r"\b([Ee]ach|[Oo]f each|for each) opponent",
        r"\b([Oo]gni|ciascun) avversario",
    ),
    "choose_opponent": (r"[Cc]hoose an opponent", r"[Ss]cegli un avversario"),
    "max_defense=": (r"defense \d or less", r"difesa \d o meno"),
    "max_cost=": (r"costing \d or less", r"costa(no)? \d o meno"),
    "min_cost=": (r"cost(ing|s)? \d or more", r"costa(no)? \d o più"),
    "max_level=": (r"\blevel \d", r"\blivello \d"),
    "creature_die=": (r"creature (die|dice)", r"dad[oi] creatura"),
    "spell_die=": (r"spell (die|dice)", r"dad[oi] incantesimo"),
    "energy=": (r"\b(Light|Dark)\b", r"\bdi (Luce|Tenebra)\b"),
    "other=": (r"\b(other|another)\b", r"\baltr[aeio]\b|un'altra"),
    "unlocked=": (r"\bunlocked\b", r"\bnon bloccat[aeio]\b"),
    "no_less_than": (r"\(minimum \d\)", r"\(minimo \d\)"),
    "at_most": (r"\(max\. \d\)", r"\(max\. \d\)"),
    "use_up": (r"\(once per turn\)", r"\(una volta per turno\)"),
    "at_will": (r"\(once per turn\)", r"\(una volta per turno\)"),
}

# Words that give a choice, so that a line says "may"; immediate effects are choices as such (5.2).
CHOICES: Final = ("may", "may_choose", "any_number", "at_will")
# Words whose own wording has a "may".
ALLOWED: Final = (
    "more_captures", "capturing_it_allows_more", "more_culls", "need_not_defend", "either",
)  # fmt: skip
MAY: Final = (r"\bmay\b", r"\b[Pp]u(oi|ò)\b|\bpossono\b|\bse vuoi\b")

# What a text does not say, because it says more, or only decides when it is offered.
UNSAID: Final = {
    ("Corruption Incantation", 0): {"each_opponent"},  # each creature, then one's own
    ("Life Spell", 0): {"unlocked="},  # a bonus for locked creatures alone would be for nothing
}

FORBIDDEN: Final = {
    "en": (
        r"\bearns?\b", r"\btakes? [^.]*for free", r"Quiddity for this turn",
        r"until the (end|start) of", r"\bwithout Immunity", r"\bhas no Immunity", r"\bnever\b",
        r"\bless than\b", r"\bof (your|their) choice\b", r"\b[Yy]ou must\b", r"\bif they have\b",
        r"\b(once|one|1) a turn\b", r"\beach turn\b", r"\binstead of \d", r"\b[Ii]n addition\b",
        r"\bfrom the Wilds\b", r"\bfrom your bag\b", r"\bBags?\b", r"\bas usual\b", r"\bWhen it\b",
        r"\bWhen destroyed\b", r"\bWhile in\b", r"\bIn your attack\b", r"\bgoing clockwise\b",
        r"\b(two|three|four|five|six)\b", r"\bone\b(?! level| of|-)", r"\bwhoever\b",
        r"\b(Immediate|Reaction|Attach|Locked|Anchored)[:,]", r"\bturn \w+ to",
        r"\b(lower|higher) (attack|defense)\b",
    ),
    "it": (
        r"\bper questo turno\b", r"\bfino alla fine del turno\b", r"\bsenza Immunità\b", r"\bmai\b",
        r"\ba tua scelta\b", r"\bdevi\b", r"\bse ne ha\b", r"\bin aggiunta\b", r"\bgira(re)?\b",
        r"\bdalle Lande\b", r"\bdal sacchetto\b", r"\bcome al solito\b", r"\bQuando l[oa] evochi\b",
        r"\bQuando va a punti\b", r"\bFinché è nella\b", r"\bin senso orario\b",
        r"\b(due|tre|quattro|cinque|sei)\b", r"\binvece di \d", r"\bte compreso\b",
        r"\b(Immediato|Reazione|Unione|Bloccato|Ancorato)[:,]", r"\bche costi\b",
    ),
}  # fmt: skip
