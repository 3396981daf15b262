"""The wordings of docs/card-style.md as data: word of the card language -> English, Italian.

Both are regular expressions that have to match in the text of a line whose behaviour uses the word,
with or without capitals.
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
    "SCORED": (rf"When {THIS} scores", rf"Quando {QUESTA} va a punti"),
    "SCORING_NOW": (rf"When {THIS} scores", rf"Quando {QUESTA} va a punti"),
    "BEFORE_SCORE": (rf"(Before|When) {THIS} ", rf"(Prima che|Quando) {QUESTA} "),
    "DESTROYED": (rf"(destroys {THIS}|{THIS} is destroyed)", r"distrugg\w+|viene distrutta"),
    "DYING": (rf"(destroys {THIS}|{THIS} is destroyed)", r"distrugg\w+|viene distrutta"),
    "when_destroyed_goes_to": (rf"When {THIS} is destroyed", rf"Quando {QUESTA} viene distrutta"),
    "roll_to_stay": (rf"When {THIS} is destroyed", rf"Quando {QUESTA} viene distrutta"),
    "WOULD_DIE": (r"would (be destroyed|destroy)", r"sta per|stanno per|starebbe"),
    "KILL": (r"when you destroy", r"quando distruggi"),
    "BEFORE_DEFENSE": (rf"{THIS} attacks", rf"{QUESTA} attacca"),
    "DECLARED": (r"When you attack", r"Quando attacchi"),
    "AFTER_ATTACK": (r"After your attack", r"Dopo il tuo attacco"),
    "AFTER_DEFENSE": (r"After an attack on this", r"Dopo un attacco a questa creatura"),
    "DREW": (r"When (you draw|a player draws)", r"Quando (peschi|un giocatore pesca)"),
    "ROLLED": (r"When a player draws and rolls", r"Quando un giocatore pesca e tira"),
    "ALLY_DYING": (r"When (another|one|a creature|damage)", r"Quando (un'altra|una|i danni)"),
    "FOE_ATTACKS": (r"When an opponent attacks", r"Quando un avversario attacca"),
    "FOE_SUMMONS": (
        r"While this is in your Ready Area, when an opponent summons a creature",
        r"Finché questa creatura è nella tua Ready Area, quando un avversario evoca una creatura",
    ),
    "LOCK": (r"When this is locked", r"Quando questo dado viene bloccato"),
    "EQUIP": (r"When you attach this", r"Quando unisci questo dado"),
    "QUEST_DONE": (r"complete", r"complet"),
    "ON_DYING": (r"would be destroyed|would destroy", r"sta per essere distrutta|stanno per"),
    "ON_DESTROYED": (r"(is destroyed|destroys)", r"(viene distrutta|distrugg)"),
    "ON_ATTACK": (r"when an opponent attacks", r"quando un avversario (ti )?attacca"),
    "ANY_DYING": (r"When damage destroys a creature", r"Quando i danni distruggono una creatura"),
    "KILL_ASIDE": (r"next time you destroy a creature", r"prossima volta che distruggi una crea"),
    "QUEST_DIE": (r"When this helps complete a quest", r"contribuisce a completare una quest"),
    "QUEST_OVER": (r"When this helps complete a quest", r"contribuisce a completare una quest"),
    "bonus": (r"^\? face – ", r"^Faccia \? – "),
    # conditions
    "BY_DAMAGE": (r"\bdamage (would )?destroys?\b", r"\bi danni (stanno per )?distrugg"),
    "BY_AN_OPPONENT": (r"When an opponent destroys", r"Quando un avversario distrugge"),
    "TAKES_PART": (r"(while|with) this\b", r"(mentre|con) questa creatura"),
    "CHALLENGES": (r"\bchallenges a quest\b", r"\bsfida una quest\b"),
    "IN_MY_TURN": (r"\bon your turn\b", r"\bnel tuo turno\b"),
    "IN_PHASE_2": (r"\bin phase 2\b", r"\bnella fase 2\b"),
    "IN_CAPTURE": (r"\bin phase 4\b", r"\bnella fase 4\b"),
    "BATTLE_IS_OVER": (r"\bonly in phase 4\b", r"\bsolo nella fase 4\b"),
    "if_done": (r", and then |\. If you do, ", r", e poi |\. Se lo fai, "),
    "otherwise=": (r"\binstead\b|If not,|that cannot be", r"\binvece\b|Altrimenti,|che non si"),
    # effects
    "gain": (r"\bgain (a|another) [^.]*die\b", r"\bricevi (un|un altro) dado\b"),
    "opponent_gains": (
        r"\bgains? (a|\d) [^.]*(die|dice)\b",
        r"\briceve (un|\d) dad[oi]\b",
    ),
    "brings_another": (r"\bgain another [^.]*die\b", r"\bricevi un altro dado\b"),
    "pay_glory_or": (r"may pay \d Glory instead", r"puoi invece pagare \d punt[oi] Gloria"),
    "take_quartifact": (r"\btake an unattached quartifact", r"\bprendere un Quartefatto non unito"),
    "gamble_quest_die": (
        r"\broll a quest die from its card",
        r"\btira un dado quest dalla sua carta",
    ),
    "return_to_quest_card": (
        r"return this die to its card",
        r"rimetti questo dado sulla sua carta",
    ),
    "first_spell_to_bag": (r"\bPut the first spell", r"\bMetti nel sacchetto il primo incantesimo"),
    "draws_less": (r"\bdraw \d die fewer", r"\bpeschi \d dado in meno"),
    "in_place_of_a_draw": (r"\bdraw \d die fewer", r"\bpesca \d dado in meno"),
    "draw_more_and_put_back": (r"\bdraw \d more dice", r"\bpesca \d dadi in più"),
    "roll_in": (r"\broll it: a creature face enters", r"\btira il dado: una faccia creatura entra"),
    "nobody_reacts": (r"Players cannot cast Reactions", r"giocatori non possono lanciare Reazioni"),
    "nobody_readies_spells": (
        r"Players cannot ready spells",
        r"I giocatori non possono preparare incantesimi",
    ),
    "challenge_costs": (
        r"opponents pay \d Quiddity to challenge",
        r"gli avversari pagano \d Quiddity per sfidare",
    ),
    "guides_party": (
        r"together they count \d levels? higher for quests",
        r"insieme contano \d livell[oi] in più per le quest",
    ),
    "gain_quiddity": (
        r"\bgains? (\d+ |that much )?Quiddity",
        r"\bottien[ei] (invece )?(\d+ )?Quiddity",
    ),
    "gain_energy": (
        r"\bgain \d+ (Light|Dark) Quiddity",
        r"\bottieni \d+ Quiddity di (Luce|Tenebra)",
    ),
    "gain_glory": (r"\bgains? (\d+|its|their) (more |printed )?Glory", r"\bguadagn[ai] "),
    "glory": (r"[+-]\d+ Glory", r"[+-]\d+ punt[oi] Gloria"),
    "glory_of": (r"[+-]\d+ Glory", r"[+-]\d+ punt[oi] Gloria"),
    "opponent_loses_glory": (r"\bloses? \d+ Glory", r"\bperd(e|ere|ono) (invece )?\d+ punt"),
    "pay_glory": (r"\bpay \d+ Glory", r"\bpaga(re)? \d+ punt[oi] Gloria"),
    "pay_quiddity": (r"\bpay \d+ Quiddity", r"\bpaga(re)? \d+ Quiddity"),
    "draw": (r"\bdraws? \d+ (die|dice)", r"\bpesca(re)? \d+ dad[oi]"),
    "draw_and_roll": (
        r"\bdraw and roll \d+ (die|dice)",
        r"\bpesc(a|are|hi) e tir(a|are|i) \d+ dad",
    ),
    "reroll": (r"\bre-rolls?\b", r"\brilancia"),
    "reroll_up_to_two": (r"\bre-roll up to 2 ", r"\brilancia(re)? fino a 2 "),
    "capture_free": (r"\bcaptures? [^.]*for free", r"\bcattura(re|no)? gratis"),
    "give": (
        r"\bgains? [^.]*(die|dice)\b|\bmoves? ",
        r"\bricev\w+ [^.]*dad[oi]\b|\bsposta",
    ),
    "move": (r"\bmoves? |\bputs? ", r"\bsposta|\bmett"),
    "roll_into_active": (r"\broll (it|them)\b", r"\btira(re)?(lo|li|rlo|rli)\b"),
    "cull": (r"\bculls?\b", r"\bscrem"),
    "more_culls": (r"\bcull", r"\bscrem"),
    "remove": (r"\bremove [^.]*from the game", r"\brimuovi [^.]*dal gioco|dal gioco"),
    "swap": (r"\bswap this die with", r"\bscambiare questo dado con"),
    "more_captures": (r"\bcapture 1 more die this turn", r"catturare 1 dado in più"),
    "cheaper_captures": (
        r"your captures cost \d less this turn",
        r"in questo turno le tue catture costano \d in meno",
    ),
    "captures_cost": (r"captures cost \d (less|more)", r"catture [^.]*costano \d in (meno|più)"),
    "opponents_summon_for_more": (
        r"opponents' summons( of \w+ creatures)? cost \d more",
        r"le evocazioni degli avversari costano \d in più",
    ),
    "summon_for_less": (r"summons cost \d less this turn", r"evocazioni costano \d in meno"),
    "summon_cost_is": (r"summoning this is free", r"evocare questa creatura è gratis"),
    "summon_at_most": (r"summon at most \d", r"evoca al massimo \d"),
    "destroy": (r"\bdestroys?\b", r"\bdistrugg"),
    "destroyed_when": (r"this is destroyed", r"questa creatura viene distrutta"),
    "save": (r"\bsave\b", r"\bsalva"),
    "prevent": (r"\bsave\b", r"\bsalva"),
    "spare_my_creatures": (
        r"into your Active Pool instead of your Used Pile",
        r"nell'Active Pool invece che nella Used Pile",
    ),
    "shake": (r"\bshakes?\b", r"\bscuot"),
    "rotate_up": (r"\brotate [^.]*up one level", r"\bruota[^.]*di un livello verso l'alto"),
    "rotate_down": (
        r"\brotates? [^.]*down one level",
        r"\bruota[^.]*di un livello verso il basso",
    ),
    "unlock": (r"\bunlock\b", r"\bsblocca"),
    "attack": (r"[+-]\d+ attack", r"[+-]\d+ all'attacco"),
    "attack_of": (r"[+-]\d+ attack", r"[+-]\d+ all'attacco"),
    "others_attack": (r"accompanying this have", r"accompagnano questa hanno"),
    "attack_this_turn": (r"gets? [+-]\d+ attack", r"(ha|hanno) [+-]\d+ all'attacco"),
    "defense": (r"[+-]\d+ defense", r"[+-]\d+ alla difesa"),
    "defense_of": (r"[+-]\d+ defense", r"[+-]\d+ alla difesa"),
    "others_defense": (r"accompanying this have", r"accompagnano questa hanno"),
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
    "attack_at_most": (r"have attack \d", r"hanno attacco \d"),
    "attack_against_me": (r"gets -\d attack against you", r"ha -\d all'attacco contro di te"),
    "send_to": (
        r"into your Active Pool instead of your Used Pile|to its card instead of the Used Pile",
        r"(nell'Active Pool|sulla sua carta) invece che nella Used Pile",
    ),
    "leave_for": (
        r"into its owner's (bag|Active Pool)",
        r"(nel sacchetto|nell'Active Pool) del proprietario",
    ),
    "must_defend_first": (r"must be their first defender", r"dev'essere il primo difensore"),
    "defends_first": (r"must be your first defender", r"dev'essere il primo difensore"),
    "need_not_defend": (r"need not defend", r"può non difendere"),
    "out_of_battle": (r"cannot defend", r"non può difendere"),
    "stop_damage": (r"the damage to you is 0", r"i danni contro di te sono 0"),
    "reflect_damage": (r"the damage to you is 0", r"i danni contro di te sono 0"),
    "printed_defense": (r"defend with their printed defense", r"difendono con la difesa stampata"),
    "no_glory": (r"gives no Glory", r"non dà punti Gloria"),
    "cannot_be_bought_off": (r"cannot be unlocked by paying", r"non si può sbloccare pagando"),
    "next_capture_cheaper": (r"next capture costs \d less", r"prossima cattura costa \d in meno"),
    "opponents_capture_at_most": (
        r"opponents capture at most \d die per turn",
        r"gli avversari catturano al massimo \d dado per turno",
    ),
    "capturing_it_allows_more": (r"capture 1 more die this turn", r"catturare 1 dado in più"),
    "reroll_quest_die": (r"re-roll the quest die", r"rilanciare il dado quest"),
    "trade_locked": (r"exchange the dice in their Locked", r"si scambiano i dadi delle Locked"),
    "quest_glory": (r"the quest gives \+\d Glory", r"la quest dà \+\d punt[oi] Gloria"),
    "immunity_to_dark": (r"\bImmunity to Dark\b", r"\bImmunità .* di Tenebra\b"),
    "immunity": (r"\bImmunity\b", r"\bImmunità\b"),
    "immunity_of": (r"\bImmunity\b", r"\bImmunità\b"),
    "lose_immunity": (r"loses? Immunity", r"perd(e|ono) Immunità"),
    "score_now": (r"this scores at once", r"questa creatura va subito a punti"),
    "press_on": (r"add this creature's attack again", r"aggiungi di nuovo l'attacco di questa"),
    "copy_it": (r"becomes a copy of", r"diventa una copia"),
    "attack_is": (r"attack", r"attacco"),
    "defense_is": (r"defense", r"difesa"),
    "one_point_destroys": (r"\bLethal\.", r"\bLetale\."),
    "may_be_locked_anywhere": (r"\bInvade\.", r"\bInvasione\."),
    "quest_levels": (r"levels? higher for quests", r"livell[oi] in più per le quest"),
    # players, filters and limits
    "each_opponent": (
        r"\beach opponent",
        r"\bogni avversario",
    ),
    "COMPANIONS": (
        r"accompanying this have|in your Ready Area: your other creatures have",
        r"accompagnano questa hanno|nella tua Ready Area: le altre tue creature hanno",
    ),
    "PARTY": (r"the creatures accompanying it have", r"le creature che la accompagnano hanno"),
    "DEFENDERS": (rf"While {THIS} attacks: ", rf"Finché {QUESTA} attacca: "),
    "ATTACKERS": (r"attacking you have", r"che ti attaccano hanno"),
    "EVERYBODY": (r"each creature", r"ogni creatura"),
    "ALL_MINE": (r"\byour (captures|creatures)", r"\ble tue (catture|creature)"),
    "ALL_FOES": (r"\bopponents' ", r"\b(degli avversari|creature avversarie) "),
    "opposing": (
        r"\bopposing\b|\bfor each player it attacks\b",
        r"\bavversari|\bper ogni giocatore attaccato\b",
    ),
    "attacking": (r"\battack", r"\battacc"),
    "undamaged": (r"\bundamaged\b", r"\billesa\b"),
    "scoring": (r"\bscores? with it\b", r"\bcon lei\b"),
    "just_drawn": (r"\bone of those dice\b", r"\buno di quei dadi\b"),
    "quartifact": (r"\bquartifact\b", r"\bQuartefatto\b"),
    "lasting": (r"\buntil your next turn\b", r"\bfino al tuo prossimo turno\b"),
    "best_only": (r"\bnot cumulative\)", r"\bnon cumulabile\)"),
    "times_a_turn": (
        r"\((once per turn|max\. \d per (turn|opponent))\)",
        r"\((una volta per turno|max\. \d per (turno|avversario))\)",
    ),
    "choose_opponent": (r"choose an opponent", r"scegli un avversario"),
    "max_defense=": (r"defense \d or less", r"difesa \d o meno"),
    "max_cost=": (r"costing \d or less", r"costa(no)? \d o meno"),
    "min_cost=": (r"cost(ing|s)? \d or more", r"costa(no)? \d o più"),
    "max_level=": (r"\blevel \d", r"\blivello \d"),
    "creature_die": (r"creature (die|dice)", r"dad[oi] creatura"),
    "spell_die": (r"spell (die|dice)", r"dad[oi] incantesimo"),
    "energy=": (r"\b(Light|Dark)\b", r"\bdi (Luce|Tenebra)\b"),
    "other": (r"\b(other|another)\b", r"\baltr[aeio]\b|un'altra"),
    "unlocked": (r"\bunlocked\b", r"\bnon bloccat[aeio]\b"),
    "no_less_than": (r"\(minimum \d\)", r"\(minimo \d\)"),
    "at_most": (r"\(max\. \d\)", r"\(max\. \d\)"),
    "use_up": (r"\(once per turn\)", r"\(una volta per turno\)"),
    "at_will": (r"\(once per turn\)", r"\(una volta per turno\)"),
}

# Words that give a choice, so that a line says "may"; immediate effects are choices as such (5.2).
CHOICES: Final = ("may", "may_choose", "any_number", "at_will", "pay_glory_or")
# Words whose own wording has a "may".
ALLOWED: Final = (
    "more_captures", "capturing_it_allows_more", "more_culls", "need_not_defend", "either",
)  # fmt: skip
MAY: Final = (r"\bmay\b", r"\bpu(oi|ò)\b|\bpossono\b|\bse vuoi\b")

# What a text does not say, because it says more, or only decides when it is offered.
UNSAID: Final = {
    ("Corruption Incantation", 0): {"each_opponent"},  # each creature, then one's own
    # A bonus for locked creatures alone would be for nothing; its ruling says when one is asked.
    ("Life Spell", 0): {"unlocked", "ON_ATTACK"},
    ("Strong Primordial Ooze", 1): {"ON_ATTACK"},
    ("Demonic Overlord", 0): {"scoring"},  # the one that is left scores
    ("Mighty Archangel", 2): {"otherwise="},
    ("Mighty Manxome Minotaur", 0): {"CHALLENGES", "otherwise="},
    # One that was sent away already is not shaken again.
    ("Chaos Charm", 0): {"unlocked"},
    # Who has only locked creatures is not attacked.
    ("Misdirection Cantrip", 0): {"unlocked"},
    ("Misdirection Cantrip", 1): {"unlocked"},
    ("Misdirection Incantation", 0): {"unlocked"},
    ("Misdirection Incantation", 1): {"unlocked"},
    ("Expedition for Tri-Clops Skull", 4): {"choose_opponent"},  # one for each die
}

# Words of the card language that no text says: they only tell the engine when, or in which order.
SILENT: Final = {
    "when", "cast", "spend", "targets_chosen",
    "ON_PHASE_END", "ON_ATTACK_END", "ON_CAST", "OWN_TURN",
}  # fmt: skip

FORBIDDEN: Final = {
    "en": (
        r"\bearns?\b", r"\btakes? [^.]*for free", r"Quiddity for this turn",
        r"until the (end|start) of", r"\bwithout Immunity", r"\bhas no Immunity", r"\bnever\b",
        r"\bless than\b", r"\bof (your|their) choice\b", r"\byou must\b", r"\bif they have\b",
        r"\b(once|one|1) a turn\b", r"\beach turn\b", r"\binstead of \d", r"\bin addition\b",
        r"\bfrom the Wilds\b", r"\bfrom your bag\b", r"\bBags?\b", r"\bas usual\b", r"\bWhen it\b",
        r"\bWhen destroyed\b", r"\bWhile in\b", r"\bIn your attack\b", r"\bgoing clockwise\b",
        r"\b(two|three|four|five|six)\b", r"\bone\b(?! level| of|-)", r"\bwhoever\b",
        r"\b(Immediate|Reaction|Attach|Locked|Anchored)[:,]", r"\bturn \w+ to",
        r"\b(lower|higher) (attack|defense)\b", r"\beach defender\b", r"\bsuch a die\b",
    ),
    "it": (
        r"\bper questo turno\b", r"\bfino alla fine del turno\b", r"\bsenza Immunità\b", r"\bmai\b",
        r"\ba tua scelta\b", r"\bdevi\b", r"\bse ne ha\b", r"\bin aggiunta\b", r"\bgira(re)?\b",
        r"\bdalle Lande\b", r"\bdal sacchetto\b", r"\bcome al solito\b", r"\bQuando l[oa] evochi\b",
        r"\bQuando va a punti\b", r"\bFinché è nella\b", r"\bin senso orario\b",
        r"\b(due|tre|quattro|cinque|sei)\b", r"\binvece di \d", r"\bte compreso\b",
        r"\b(Immediato|Reazione|Unione|Bloccato|Ancorato)[:,]", r"\bche costi\b",
        r"\bogni difensore\b", r"\bdado simile\b",
    ),
}  # fmt: skip
