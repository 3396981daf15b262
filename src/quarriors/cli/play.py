"""`quarriors play`: a game in the terminal, for people and bots at one keyboard.

The command reads what was asked for, then asks, tells and obeys until the game is over. Undo and
loading both replay answers from the game's origin; what a seat may do is the engine's business.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from quarriors.bots import BOTS, Bot, ask, make_bot
from quarriors.cards.pack import Pack
from quarriors.cli import INTERRUPTED, BadOption
from quarriors.cli.console import (
    advise_compiling,
    is_terminal,
    make_texts,
    read_packs,
    refusals,
    split_names,
)
from quarriors.cli.options import (
    Code,
    Edition,
    Feature,
    Language,
    Mix,
    Modules,
    PackFiles,
    Plain,
    Seats,
    Seed,
    Sets,
    Variants,
    Wilds,
    one,
)
from quarriors.cli.screens import PlainScreen, RichScreen
from quarriors.cli.wilds import asked_rules, card_names, chosen_wilds
from quarriors.engine import queries
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.game import Option
from quarriors.engine.rng import checked_seed, derived
from quarriors.game import Game, new_game
from quarriors.record.files import load, save
from quarriors.record.format import SEEDED
from quarriors.record.replay import replay
from quarriors.record.write import write_record
from quarriors.table_setup import HINT, dealt_wilds
from quarriors.text import Texts
from quarriors.view.observe import observe
from quarriors.view.reference import look_up
from quarriors.view.screen import Screen, asked_of
from quarriors.view.speech import LEGEND_SIGNS, Speech, default_names
from quarriors.view.story import Line
from quarriors.view.table import result_lines
from quarriors.view.timeline import PLAYER, Timeline

HUMAN = "human"
DEFAULT_SEATS = "human,random"
_FRESH_SEED = 48  # bits of a seed that is drawn
_YES = ("y", "yes", "s", "si", "sì")


@dataclass(frozen=True)
class Chair:
    """Who sits at a seat: a person or a bot (the text that asks for it), and a name if given."""

    player: str
    name: str

    @property
    def spec(self) -> str:
        """The chair as `--seats` and records write it: player, name, parameters."""
        kind, colon, parameters = self.player.partition(":")
        return f"{kind}={self.name}{colon}{parameters}"


def read_chair(text: str) -> Chair:
    """A chair from `human`, `human=Anna`, `random`, `random=Robo:seed=5`."""
    head, colon, parameters = text.strip().partition(":")
    kind, _, name = head.partition("=")
    kind = kind.strip()
    if kind != HUMAN and kind not in BOTS:
        raise BadPlay("player", kind=kind, known=", ".join([HUMAN, *sorted(BOTS)]))
    if kind == HUMAN and colon:
        raise BadPlay("parameters", text=text.strip())
    player = f"{kind}{colon}{parameters}"
    if kind != HUMAN:
        make_bot(player, 0, 0)  # refuse bad parameters before anybody sits down
    return Chair(player, name.strip())


def read_chairs(text: str) -> list[Chair]:
    """All chairs of `--seats`."""
    return [read_chair(part) for part in split_names(text)]


def _recorded_chairs(seats: Sequence[str]) -> list[Chair]:
    """The chairs that a record names; where it names anything else, a person sits."""
    chairs: list[Chair] = []
    for text in seats:
        try:
            chairs.append(read_chair(text))
        except QuarriorsError:
            chairs.append(Chair(HUMAN, text))
    return chairs


class BadPlay(BadOption):
    """Options of this command that cannot be used."""

    texts = "play.refuse"


class Leave(Exception):
    """Somebody wants to stop playing; not an error."""


class Match:
    """One game at one keyboard."""

    def __init__(
        self,
        game: Game,
        chairs: Sequence[Chair],
        texts: Texts,
        screen: Screen,
        path: Path | None,
        adviser: str | None = None,
    ) -> None:
        robots = [seat for seat, chair in enumerate(chairs) if chair.player != HUMAN]
        spare = default_names(texts, len(chairs), robots)
        names = tuple(chair.name or name for chair, name in zip(chairs, spare, strict=True))
        self.chairs = [Chair(chair.player, name) for chair, name in zip(chairs, names, strict=True)]
        luck = derived(game.seed, "play/bots")  # a bot that knew the game's could know its dice
        self.bots: dict[int, Bot] = {
            seat: make_bot(chairs[seat].player, seat, luck) for seat in robots
        }
        self.people = [seat for seat in range(len(chairs)) if seat not in self.bots]
        self.adviser = adviser
        hunch = derived(game.seed, "play/hints")
        self.advisers: dict[int, Bot] = {
            seat: make_bot(adviser, seat, hunch) for seat in self.people if adviser is not None
        }
        self.texts = texts
        self.screen = screen
        self.speech = Speech(texts, names, screen.signs)
        self.timeline: Timeline[None] = Timeline.begun(game.origin, names, screen.signs)
        for code in game.answers:
            self.timeline.apply(code, PLAYER, None)
        self.path = path
        self.autosave = path is not None
        self.hints = True
        self._told = 0  # lines of the log that were shown
        self._turn = -1  # the turn whose table was shown whole

    def _apply(self, option: Option) -> None:
        self.timeline.apply(option.code, PLAYER, None)

    @property
    def _lines(self) -> list[Line]:
        return self.timeline.log(self.texts.language).lines

    # --- talking ------------------------------------------------------------------------------

    def _say(self, key: str, /, **values: object) -> None:
        self.screen.say(*self.texts.say("play", key, **values).strip().splitlines())

    def _tell(self) -> None:
        """The log since the last time."""
        lines = self._lines
        self.screen.log(lines[self._told :])
        self._told = len(lines)

    def welcome(self) -> None:
        """What this is about, for somebody who has never seen it."""
        rules = self.timeline.game.rules
        self._say(
            "say.welcome",
            edition=rules.edition,
            sets=", ".join(rules.sets),
            names=self.speech.listing(self.speech.names),
            seed=self.timeline.game.seed,
        )
        for name in rules.modules:
            self._say(f"say.modules.{name}", goal=rules.goal)
        for name in rules.house_rules:
            self._say(f"say.house.{name}")
        self.screen.say(*self.texts.say("help", "intro.text").strip().splitlines())
        self._say("say.keys_short")

    # --- the game -----------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        try:
            while not self.timeline.game.over:
                self._step()
        except Leave:
            self._say("say.left")
            return
        except (EOFError, KeyboardInterrupt) as reason:
            self.screen.say("")
            self._say("say.interrupted")
            if self.autosave:
                self._save("")
            if isinstance(reason, KeyboardInterrupt):
                raise typer.Exit(INTERRUPTED) from None
            return
        self._tell()
        self.screen.say(*result_lines(self.timeline.game, self.speech))
        if self.autosave:
            self._save("")

    def _step(self) -> None:
        """One answer, by a bot or by a person."""
        game = self.timeline.game
        bot = self._bot(game.decision.seat)
        if bot is not None:
            self._apply(ask(bot, game))
            return
        self._show()
        while not self._obey(self._read()):
            pass

    def _bot(self, seat: int) -> Bot | None:
        """The bot that answers for a seat; None if a person does."""
        return self.bots.get(seat)

    def _show(self) -> None:
        game = self.timeline.game
        self._tell()
        hint = self.texts.say("help", f"decision.{game.decision.kind}") if self.hints else ""
        fresh = self._turn < 0 or (self.screen.signs and game.turn != self._turn)
        self._turn = game.turn
        seen = observe(game, game.decision.seat)
        self.screen.decision(seen, asked_of(game, self.speech), self.speech, hint, fresh)
        if self.adviser is not None:
            from quarriors.bots.explain import advice

            adviser = self.advisers[game.decision.seat]
            self.screen.say(*advice(adviser, self.adviser, game, self.speech))

    def _default(self) -> int:
        """The option that Enter stands for: to pass, where that is possible; 0 for none."""
        options = self.timeline.game.decision.options
        return len(options) if options[-1].verb == "pass" else 0

    def _read(self) -> str:
        count = len(self.timeline.game.decision.options)
        default = self._default()
        key = "say.prompt_default" if default else "say.prompt"
        return self.screen.prompt(self.texts.say("play", key, n=count, default=default)).strip()

    def _obey(self, line: str) -> bool:
        """Do what was typed; True if the position is another one now or must be shown again."""
        word, _, rest = line.partition(" ")
        if line.isdecimal() or not line:
            return self._choose(int(line) if line else self._default())
        if word == "u":
            return self._undo()
        if word == "s":
            self._save(rest.strip())
        elif word == "h":
            self.hints = not self.hints
            self._say("say.hints_on" if self.hints else "say.hints_off")
        elif word == "q":
            self._quit()
        elif line.startswith("?") or word in ("l", "t"):
            self._explain(line)
            self.screen.choices(asked_of(self.timeline.game, self.speech))
        else:
            count = len(self.timeline.game.decision.options)
            self._say("say.unknown", text=line, n=count)
        return False

    def _choose(self, number: int) -> bool:
        options = self.timeline.game.decision.options
        if not 1 <= number <= len(options):
            self._say("say.not_a_choice", n=len(options))
            return False
        self._apply(options[number - 1])
        return True

    # --- keys ---------------------------------------------------------------------------------

    def _explain(self, line: str) -> None:
        """The log, the table, a card, a rule, or the moment."""
        game = self.timeline.game
        topic = line[1:].strip()
        if line.startswith("l"):
            self.screen.log(self._lines)
            return
        if line.startswith("t"):
            self.screen.table(observe(game, game.active), self.speech)
            return
        if topic:
            here = [card.name for card in game.setup.cards]
            self.screen.say(*look_up(topic, self.speech, here))
            return
        phase = int(queries.phase_of(queries.state(game)))
        number = phase if phase <= 2 else phase - 1
        self.screen.say(
            self.texts.say("help", f"decision.{game.decision.kind}"),
            self.texts.say("help", f"phase.{number}"),
        )
        signs = "_signs" if self.screen.signs else ""
        self._say(f"say.legend{signs}", signs=LEGEND_SIGNS)
        if game.setup.typed or game.setup.locks or game.setup.quests:
            self._say(f"say.legend_more{signs}")
        self._say("say.keys")

    def _undo(self) -> bool:
        why = self.timeline.cannot_undo(self.people)
        if why:
            self._say(f"say.no_undo_{why}")
            return False
        self.timeline.undo()
        self._told = len(self._lines)
        who = self.speech.name(self.timeline.game.decision.seat)
        self._say("say.undone", who=who)
        return True

    def record(self) -> dict[str, Any]:
        """The game so far."""
        seats = [chair.spec for chair in self.chairs]
        return write_record(self.timeline.game, seats=seats, embed_packs=True)

    def _save(self, name: str) -> bool:
        """Write the record: to the file named, else the one in use, else a new one."""
        game = self.timeline.game
        path = Path(name) if name else self.path or Path(f"quarriors-{game.seed}.json")
        if path != self.path and path.exists():
            self._say("say.file_exists", path=path)
            return False
        try:
            save(self.record(), path)
        except QuarriorsError as error:
            self.screen.say(error.say(self.texts.language))
            return False
        self.path = path
        self._say("say.saved", path=path)
        return True

    def _quit(self) -> None:
        answer = self.screen.prompt(self.texts.say("play", "say.ask_save")).strip().casefold()
        if answer in _YES and not self._save(""):
            return
        raise Leave


# --- the command -------------------------------------------------------------------------------


def open_game(
    seats: str | None,
    edition: str | None,
    sets: str | None,
    modules: str | None,
    variants: str | None,
    seed: int | None,
    wilds: str | None,
    code: str | None,
    mix: str | None,
    feature: str | None,
    load_from: Path | None,
    packs: Sequence[Pack] = (),
    number: int | None = None,
) -> tuple[Game, list[Chair]]:
    """The game that the options ask for: a new one, or one from a file."""
    if load_from is not None:
        given = {
            "--edition": edition, "--sets": sets, "--modules": modules, "--variants": variants,
            "--seed": seed, "--wilds": wilds, "--code": code, "--mix": mix, "--feature": feature,
        }  # fmt: skip
        for option, value in given.items():
            if value is not None:
                raise BadPlay("own_rules", option=option)
        return _load_game(load_from, number, seats)
    if number is not None:
        raise BadPlay("game_alone")
    chairs = read_chairs(seats or DEFAULT_SEATS)
    rules = asked_rules(len(chairs), edition, sets, variants, modules, code, packs)
    seed = secrets.randbits(_FRESH_SEED) if seed is None else checked_seed(seed)
    if code is not None:
        return new_game(rules, seed, wilds=chosen_wilds(wilds, code, rules)), chairs
    dealt = dealt_wilds(rules, seed, mix or HINT, feature, card_names(wilds, rules.packs))
    return new_game(rules, seed, wilds=[card.name for card in dealt]), chairs


def _load_game(path: Path, number: int | None, seats: str | None) -> tuple[Game, list[Chair]]:
    record = load(path, number)
    game = replay(record)
    if record["chance"] != SEEDED:  # its next dice do not follow from a seed
        raise BadPlay("scripted", path=path)
    if game.over:
        raise BadPlay("over", path=path)
    chairs = _recorded_chairs(record["seats"]) if seats is None else read_chairs(seats)
    if len(chairs) != game.rules.players:
        raise BadPlay("seats", path=path, players=game.rules.players, count=len(chairs))
    return game, chairs


def _save_path(save_to: Path | None, load_from: Path | None) -> Path | None:
    """Where to save; a file with something else in it is not written over."""
    if save_to is None:
        return load_from
    if save_to.exists() and save_to != load_from:
        raise BadPlay("exists", path=save_to)
    if not save_to.parent.is_dir():
        raise BadPlay("no_folder", path=save_to)
    return save_to


def play_command(
    seats: Seats = None,
    edition: Edition = None,
    sets: Sets = None,
    modules: Modules = None,
    variants: Variants = None,
    seed: Seed = None,
    wilds: Wilds = None,
    code: Code = None,
    mix: Mix = None,
    feature: Feature = None,
    load_from: Annotated[Path | None, typer.Option("--load", metavar="FILE")] = None,
    number: Annotated[int | None, typer.Option("--game")] = None,
    save_to: Annotated[Path | None, typer.Option("--save", metavar="FILE")] = None,
    lang: Language = None,
    plain: Plain = False,
    pack: PackFiles = None,
    hint: Annotated[
        str | None, typer.Option("--hint", metavar="BOT", autocompletion=one("bots"))
    ] = None,
) -> None:
    """Play in the terminal, against bots or with friends at one keyboard."""
    with refusals(lang):
        packs = read_packs(pack)
        texts = make_texts(lang)
        # One game of a file with several is not saved over that file.
        path = _save_path(save_to, load_from if number is None else None)
        if hint is not None:
            make_bot(hint, 0, 0)  # refuse a bad name before anybody sits down
        game, chairs = open_game(
            seats, edition, sets, modules, variants, seed, wilds, code, mix, feature, load_from,
            packs, number,
        )  # fmt: skip
        texts = Texts(texts.language, game.rules.packs)
        advise_compiling(texts, [chair.player for chair in chairs] + ([hint] if hint else []))
        screen: Screen = PlainScreen() if plain or not is_terminal() else RichScreen()
        match = Match(game, chairs, texts, screen, path, hint)
        match.autosave = save_to is not None
        match.welcome()
        match.run()
