"""Which rules a game is played by: edition, players, sets, variants (section 0).

One immutable value that can be written down and read back. Nothing else in the engine asks which
edition is on: it asks the questions at the end of `Rules`, so a new edition is a new row here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from quarriors.engine.errors import RulesError
from quarriors.engine.sets import ANNOUNCED, PackLike

# Of what the engine makes of the rulebooks. It rises when games played before would go another way:
# records, saved games and positions of an older one are refused.
RULES_VERSION: Final = 2

ORIGINAL: Final = "original"
ORIGINAL_IT: Final = "original-it"
REVISED: Final = "revised"
QULTIMATE: Final = "qultimate"
EDITIONS: Final = (ORIGINAL, ORIGINAL_IT, REVISED, QULTIMATE)
VARIANTS: Final = ("advanced_capture", "expert_culling")
GOALS: Final = {2: 20, 3: 15, 4: 12}  # 9.1
QUEST_GOALS: Final = {2: 25, 3: 19, 4: 15}  # 9.1
ROUND_LIMIT: Final = 500  # 15.9
_FIELDS: Final = (
    *("players", "edition", "sets", "variants", "round_limit", "goal", "modules", "packs"),
)
MOST_PACKS: Final = 8
PACK_ID: Final = re.compile(r"[a-z0-9-]{1,60}@[A-Za-z0-9._-]{1,20}#[0-9a-f]{16}")
PACK_EXAMPLE: Final = "winter-at-the-quay@1.0#3f9a2b71c0de4d55"


class Rules:
    """Everything about a game that is agreed before the first roll; each argument is an attribute.

    Args:
        players: 2, 3 or 4.
        edition: `original`, `original-it`, `revised` or `qultimate` (rule 0.1).
        sets: Names of sets of cards; `all` means every one.
        variants: `advanced_capture`, `expert_culling`.
        round_limit: The round after which the game is over (rule 15.9).
        goal: The Glory that ends the game; that of the rulebook if left out (rule 9.1).
        modules: The rules that sets bring and that are played; all of them if left out.
        packs: Packs of cards laid over the sets: objects, paths of files, or ids of packs.
    """

    def __init__(
        self,
        players: int = 2,
        edition: str = QULTIMATE,
        sets: Sequence[str] | None = None,
        variants: Sequence[str] = (),
        round_limit: int = ROUND_LIMIT,
        goal: int | None = None,
        modules: Sequence[str] | None = None,
        packs: Sequence[object] = (),
    ) -> None:
        if not is_whole(players) or not 2 <= players <= 4:
            raise RulesError("players", players=repr(players))
        _one_of("edition", edition, EDITIONS)
        sets = ANNOUNCED.default_sets if sets is None else sets
        _no_rule_names(sets)
        _listed("sets", "set", sets, (*ANNOUNCED.sets, "all"))
        _listed("variants", "variant", variants, VARIANTS)
        if not sets:
            raise RulesError("no_set", known=tuple(ANNOUNCED.sets))
        chosen = tuple(name for name in ANNOUNCED.sets if name in sets or "all" in sets)
        brought = tuple(name for name, info in ANNOUNCED.modules.items() if info.home in chosen)
        if modules is not None:
            _listed("modules", "module", modules, tuple(ANNOUNCED.modules))
            for name in modules:
                if name not in brought:
                    raise RulesError("module_alone", value=name, home=ANNOUNCED.modules[name].home)
        _enough_classes(chosen, brought if modules is None else tuple(modules))
        if not is_whole(round_limit) or round_limit < 1:
            raise RulesError("round_limit", value=repr(round_limit))
        if goal is not None and (not is_whole(goal) or goal < 1):
            raise RulesError("goal", value=repr(goal))
        self.players: Final[int] = players
        self.edition: Final[str] = edition
        self.sets: Final[tuple[str, ...]] = chosen
        # What the sets bring, unless the table switches it off, a house rule (15.11).
        self.modules: Final[tuple[str, ...]] = tuple(
            name for name in brought if modules is None or name in modules
        )
        self.variants: Final[tuple[str, ...]] = tuple(v for v in VARIANTS if v in variants)
        self.round_limit: Final[int] = round_limit
        # Packs of cards laid over the sets: given as objects, files or ids, known by their ids. The
        # objects are kept as long as the rules, which is what makes their ids known.
        self.held_packs: Final[tuple[PackLike, ...]] = _found(packs)
        self.packs: Final[tuple[str, ...]] = tuple(pack.id for pack in self.held_packs)
        goals = QUEST_GOALS if self.quests else GOALS
        self.goal: Final[int] = goals[players] if goal is None else goal  # 9.1

    # --- the differences between the editions (table of section 0) ----------------------------

    @property
    def spent_pile(self) -> bool:
        """Spent dice wait in the Spent Pile until the turn ends (2013 on, 3.7)."""
        return self.edition in (REVISED, QULTIMATE)

    @property
    def early_spells(self) -> bool:
        """The 2011 books do not forbid spells in phase 1 (15.23)."""
        return self.edition in (ORIGINAL, ORIGINAL_IT)

    @property
    def interleaved(self) -> bool:
        """A summon that rolls dice opens immediates, readying and summoning again (5.4)."""
        return self.edition in (REVISED, QULTIMATE)

    @property
    def simultaneous(self) -> bool:
        """All opponents meet the attack at once, protection first (6.2); else one by one."""
        return self.edition in (REVISED, QULTIMATE)

    @property
    def attach_anywhere(self) -> bool:
        """Spells may be attached to creatures of any Ready Area, not only one's own (10.2)."""
        return self.edition in (REVISED, QULTIMATE)

    @property
    def both_bursts(self) -> bool:
        """A double burst also switches on the single-burst abilities (1.4)."""
        return self.edition == ORIGINAL_IT

    @property
    def six_phases(self) -> bool:
        """The 2011 books count drawing and readying as two phases."""
        return self.edition in (ORIGINAL, ORIGINAL_IT)

    @property
    def captures(self) -> int:
        """How many dice may be captured in a turn before abilities add to it (7.1)."""
        return 2 if "advanced_capture" in self.variants else 1

    @property
    def expert_culling(self) -> bool:
        """A scorer is culled for its Glory or earns nothing (4.6)."""
        return "expert_culling" in self.variants

    # --- the rules that sets bring ------------------------------------------------------------

    @property
    def quests(self) -> bool:
        """Creatures can go on quests (section 12)."""
        return "quests" in self.modules

    @property
    def light_vs_dark_rules(self) -> bool:
        """Quiddity dice that wait aside, small draws, no culling for scoring (section 13)."""
        return "light_vs_dark_rules" in self.modules

    @property
    def house_rules(self) -> tuple[str, ...]:
        """Rules that a set here would bring and the table switched off (15.11)."""
        return tuple(
            name
            for name, info in ANNOUNCED.modules.items()
            if info.home in self.sets and name not in self.modules
        )

    @property
    def creature_classes(self) -> int:
        """How many creature classes lie in the Wilds (2.2, 13.1)."""
        return 6 if self._small else 7

    @property
    def spell_classes(self) -> int:
        """How many spell classes lie in the Wilds (2.2, 13.1)."""
        return 2 if self._small else 3

    @property
    def _small(self) -> bool:
        return _is_small(self.sets, self.modules)

    # --- as plain data ------------------------------------------------------------------------

    def to_dict(self) -> dict[str, object]:
        """Plain values for a record or a message."""
        plain: dict[str, object] = {
            "players": self.players,
            "edition": self.edition,
            "sets": list(self.sets),
            "variants": list(self.variants),
            "round_limit": self.round_limit,
            "goal": self.goal,
            "modules": list(self.modules),
        }
        if self.packs:  # what is written without packs stays as it always was
            plain["packs"] = list(self.packs)
        return plain

    @staticmethod
    def from_dict(data: Mapping[str, object]) -> Rules:
        """Rules from plain values; anything unknown or of the wrong shape is refused."""
        if not isinstance(data, Mapping):
            raise RulesError("fields", known=_FIELDS, value=repr(data))
        for key in data:
            if key not in _FIELDS:
                raise RulesError("field", field=repr(key), known=_FIELDS)
        return Rules(
            players=_typed(data, "players", 2),
            edition=_typed_text(data, "edition", QULTIMATE),
            sets=_typed_list(data, "sets", ANNOUNCED.default_sets),
            variants=_typed_list(data, "variants", ()),
            round_limit=_typed(data, "round_limit", ROUND_LIMIT),
            goal=None if data.get("goal") is None else _typed(data, "goal", 0),
            modules=None if data.get("modules") is None else _typed_list(data, "modules", ()),
            packs=pack_ids(_typed_list(data, "packs", ())),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(
            (
                self.players,
                self.edition,
                self.sets,
                self.variants,
                self.round_limit,
                self.goal,
                self.modules,
                self.packs,
            )
        )

    def __repr__(self) -> str:
        return (
            f"Rules(players={self.players}, edition={self.edition!r}, sets={list(self.sets)!r}, "
            f"variants={list(self.variants)!r}, round_limit={self.round_limit}, goal={self.goal}, "
            f"modules={list(self.modules)!r}"
            + (f", packs={list(self.packs)!r})" if self.packs else ")")
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        given = (self.players, self.edition, self.sets, self.variants, self.round_limit)
        return (Rules, (*given, self.goal, self.modules, self.held_packs))


def is_whole(value: object) -> bool:
    """Whether a value is a whole number; True and False are not, though Python says so."""
    return isinstance(value, int) and not isinstance(value, bool)


def _found(packs: object) -> tuple[PackLike, ...]:
    """The packs that a caller named in one way or another."""
    if isinstance(packs, str) or not isinstance(packs, Sequence):
        raise RulesError("packs")
    if not packs:
        return ()
    if ANNOUNCED.find_packs is None:
        raise RulesError("packs_early")
    found = tuple(ANNOUNCED.find_packs(packs))
    ids = [pack.id for pack in found]
    _no_twice(ids)
    if len(ids) > MOST_PACKS:
        raise RulesError("many_packs", most=MOST_PACKS, count=len(ids))
    return found


def pack_ids(names: Sequence[str]) -> Sequence[str]:
    """Names of packs that come from afar: ids and nothing else, for a file would be read."""
    for name in names:
        if PACK_ID.fullmatch(name) is None:
            raise RulesError("pack_id", value=repr(name), example=PACK_EXAMPLE)
    return names


def _no_rule_names(sets: object) -> None:
    """Rules that a set brings are not asked for as if they were sets (15.15)."""
    for name, info in ANNOUNCED.modules.items():
        if isinstance(sets, (list, tuple)) and name in sets:
            raise RulesError("not_a_set", value=name, home=info.home)


def _is_small(sets: tuple[str, ...], modules: tuple[str, ...]) -> bool:
    """Whether the set that brings its own quiddity dice is played alone (13.1)."""
    return "light_vs_dark_rules" in modules and sets == (
        ANNOUNCED.modules["light_vs_dark_rules"].home,
    )


def _enough_classes(sets: tuple[str, ...], modules: tuple[str, ...]) -> None:
    """Sets that can never fill the Wilds are refused before anybody shuffles (2.2)."""
    small = _is_small(sets, modules)
    infos = [ANNOUNCED.sets[name] for name in sets]
    creatures = sum(info.creature_classes for info in infos)
    spells = sum(info.spell_classes for info in infos)
    needed = (("creature", creatures, 6 if small else 7), ("spell", spells, 2 if small else 3))
    for kind, most, quota in needed:
        if most < quota:
            raise RulesError(f"few_{kind}s", sets=sets, count=most, quota=quota)


def _one_of(what: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise RulesError(what, value=value if isinstance(value, str) else repr(value), known=known)


def _listed(field: str, what: str, values: object, known: tuple[str, ...]) -> None:
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise RulesError("names", field=field, example=known[0])
    for value in values:
        _one_of(what, value, known)
    _no_twice(values)


def _no_twice(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise RulesError("twice", value=name)


def _typed(data: Mapping[str, object], key: str, default: int) -> int:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError("field_number", field=key, value=repr(value))
    return value


def _typed_text(data: Mapping[str, object], key: str, default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise RulesError("field_name", field=key, value=repr(value))
    return value


def _typed_list(data: Mapping[str, object], key: str, default: Sequence[str]) -> list[str]:
    value = data.get(key, default)
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise RulesError("field_names", field=key, value=repr(value))
    names: list[str] = []
    for name in value:
        if not isinstance(name, str):
            raise RulesError("field_names", field=key, value=repr(value))
        names.append(name)
    return names
