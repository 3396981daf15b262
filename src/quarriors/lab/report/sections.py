"""The numbers of a run, or of two, put into words, tables and plots in a language.

A section knows nothing of HTML or Markdown; `pages` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from quarriors.lab.balance import CardLine
from quarriors.lab.rates import FALSE_DISCOVERIES, Rate
from quarriors.lab.report import pictures
from quarriors.lab.report.measures import (
    LuckCurve,
    Measures,
    Pair,
    difference,
    mean_difference,
    shares,
    standing_out,
)
from quarriors.lab.report.strength import Strength
from quarriors.text import Texts, base_language

ENDS_SHOWN: Final = 12  # cards, or pairs, at either end of a ranking
AVERAGES: Final = ("rounds", "turns", "decisions", "winner", "loser")

Row = Sequence[str]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Table:
    """Columns and rows; the first column holds names, the others numbers."""

    columns: Row
    rows: Sequence[Row]


@dataclass(frozen=True)
class Section:
    """One question about the game, and what the run answers."""

    name: str  # for addresses and files
    title: str
    words: Sequence[str]
    picture: str = ""  # SVG
    caption: str = ""
    tables: Sequence[Table] = field(default=())


class Teller:
    """Says the sections of a report in one language."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def say(self, key: str, **values: object) -> str:
        """A sentence of the report."""
        return self.texts.say("report", key, **values)

    def number(self, value: float, places: int = 1) -> str:
        """A number as the language writes it."""
        text = f"{value:.{places}f}"
        return text.replace(".", ",") if base_language(self.texts.language) == "it" else text

    def percent(self, value: float) -> str:
        """A share of 1 in percent."""
        return f"{self.number(100 * value)} %"

    def points(self, value: float) -> str:
        """A difference of two rates in percentage points, with its sign."""
        sign = "+" if value >= 0 else "-"
        return f"{sign}{self.number(abs(100 * value))}"

    def between(self, interval: tuple[float, float]) -> str:
        """An interval of shares."""
        low, high = interval
        return self.say("between", low=self.number(100 * low), high=self.number(100 * high))

    def rate(self, rate: Rate) -> Row:
        """The cells of a rate: itself, its interval, how many games."""
        return [self.percent(rate.rate), self.between(rate.interval), str(rate.games)]

    def card(self, name: str) -> str:
        """A card's name."""
        return str(self.texts.card(name)["name"])

    # --- one run ---------------------------------------------------------------------------------

    def sections(self, run: Measures) -> Iterator[Section]:
        """All sections about one run."""
        self.texts = Texts(self.texts.language, run.results.plan.rules.packs)
        yield self.overview(run)
        yield self.first_player(run)
        yield self.length(run)
        yield self.endings(run)
        yield self.glory(run)
        yield self.cards(run)
        yield self.pairs(run)
        yield self.luck(run)

    def strength(self, found: Sequence[Strength]) -> str:
        """How strong the bots are that played it, for the head of the report."""
        return " ".join(
            self.say(
                "strength",
                bot=one.bot,
                against=one.against,
                rate=self.percent(one.rate.rate),
                games=one.rate.games,
                interval=self.between(one.rate.interval),
            )
            for one in found
        )

    def overview(self, run: Measures) -> Section:
        """What was played, so that anybody can play it again."""
        plan = run.results.plan
        rules = plan.rules
        words = [
            self.say(
                "overview.words",
                games=run.games,
                players=rules.players,
                seats=", ".join(plan.seats),
                edition=rules.edition,
                sets=", ".join(rules.sets),
                seed=plan.seed,
            )
        ]
        if rules.variants:
            words.append(self.say("overview.variants", variants=", ".join(rules.variants)))
        if not run.results.complete:
            asked = run.results.asked
            words.append(self.say("overview.unfinished", games=run.games, asked=asked))
        rows = [
            [self.say(f"average.{name}"), self.number(mean.value), self.number(mean.deviation)]
            for name, mean in run.averages.items()
        ]
        columns = [self.say("column.measure"), self.say("column.mean"), self.say("column.spread")]
        tables = [Table(columns, rows)]
        if len(run.bots) > 1:
            bots = [[bot, *self.rate(rate)] for bot, rate in run.bots.items()]
            tables.append(Table([self.say("column.bot"), *self._rate_columns()], bots))
        return Section("overview", self.say("overview.title"), words, tables=tables)

    def first_player(self, run: Measures) -> Section:
        """Whether it pays to begin."""
        names = [self.say("place", place=place) for place in range(1, run.players + 1)]
        even = 1 / run.players
        first = run.places[0]
        low, high = first.interval
        key = "better" if low > even else "worse" if high < even else "even"
        return Section(
            "first-player",
            self.say("first.title"),
            [
                self.say(
                    f"first.{key}",
                    rate=self.percent(first.rate),
                    interval=self.between(first.interval),
                    even=self.percent(even),
                )
            ],
            pictures.bars(names, run.places, self.say("axis.wins"), even),
            self.say("first.caption"),
            [self._rates("column.place", names, run.places)],
        )

    def length(self, run: Measures) -> Section:
        """How long games last."""
        rounds = run.averages["rounds"]
        low, high = min(run.rounds), max(run.rounds)
        return Section(
            "length",
            self.say("length.title"),
            [
                self.say(
                    "length.words",
                    mean=self.number(rounds.value),
                    spread=self.number(rounds.deviation),
                    low=low,
                    high=high,
                    turns=self.number(run.averages["turns"].value),
                    decisions=self.number(run.averages["decisions"].value, 0),
                )
            ],
            pictures.histogram(run.rounds, self.say("axis.rounds"), run.games),
            self.say("length.caption"),
        )

    def endings(self, run: Measures) -> Section:
        """By which rule games end."""
        found = shares(run.endings)
        names = [self.say(f"end.{_key(rule)}", rule=rule) for rule in found]
        rates = list(found.values())
        return Section(
            "endings",
            self.say("endings.title"),
            [self.say("endings.words")],
            pictures.bars(names, rates, self.say("axis.games")),
            self.say("endings.caption"),
            [self._rates("column.end", names, rates)],
        )

    def glory(self, run: Measures) -> Section:
        """How Glory grows, and when winners part from the others."""
        names = (self.say("winners"), self.say("others"))
        found = pictures.glory_lines(run.glory, names)
        rows = [
            [
                str(point.round),
                self.number(point.winners.value),
                self.number(point.others.value),
                str(point.winners.count),
            ]
            for point in run.glory
        ]
        columns = [self.say("column.round"), *names, self.say("column.seats")]
        return Section(
            "glory",
            self.say("glory.title"),
            [self.say("glory.words")],
            pictures.lines(found, self.say("axis.round"), self.say("axis.glory")),
            self.say("glory.caption"),
            [Table(columns, rows)],
        )

    def cards(self, run: Measures) -> Section:
        """Which cards go with winning, and which are picked."""
        found = run.cards
        if not found:
            return Section("cards", self.say("cards.title"), [self.say("too_few")])
        sure = standing_out(found)
        shown = _ends(found)
        columns = [
            self.say("column.card"),
            self.say("column.picked"),
            self.say("column.compared"),
            self.say("column.wins"),
            self.say("column.advantage"),
            self.say("column.interval"),
            self.say("column.sure"),
        ]
        average = self.percent(1 / run.players)
        rows = [self._card_row(line, mark) for line, mark in zip(found, sure, strict=True)]
        return Section(
            "cards",
            self.say("cards.title"),
            [self.say("cards.words", count=len(found), average=average), self._sure_words(sure)],
            pictures.ranges(
                [self.card(line.card) for line in shown],
                [line.advantage for line in shown],
                [line.interval for line in shown],
                self.say("axis.advantage"),
            ),
            self._caption("cards", found),
            [Table(columns, rows)],
        )

    def _card_row(self, line: CardLine, sure: bool) -> Row:
        return [
            self.card(line.card),
            self.percent(line.share),
            str(line.compared.games),
            self.percent(line.compared.rate),
            self.points(line.advantage),
            self.between(line.interval),
            self.say("sure.yes" if sure else "sure.no"),
        ]

    def _caption(self, section: str, found: Sequence[object]) -> str:
        """What is drawn of a ranking: its ends, or all of it if it is short."""
        if len(found) <= 2 * ENDS_SHOWN:
            return self.say("all_drawn")
        return self.say(f"{section}.caption", count=ENDS_SHOWN)

    def _sure_words(self, sure: Sequence[bool]) -> str:
        """How many of many comparisons stand out, and by which rule."""
        share = f"{100 * FALSE_DISCOVERIES:.0f} %"
        return self.say("sure.words", count=sum(sure), tested=len(sure), share=share)

    def pairs(self, run: Measures) -> Section:
        """Which classes do more together than apart."""
        found = run.pairs
        if not found:
            return Section("pairs", self.say("pairs.title"), [self.say("too_few")])
        sure = standing_out(found)
        shown = _ends(found)
        columns = [
            self.say("column.pair"),
            self.say("column.compared"),
            self.say("column.wins"),
            self.say("column.expected"),
            self.say("column.synergy"),
            self.say("column.interval"),
            self.say("column.sure"),
        ]
        rows = [self._pair_row(pair, mark) for pair, mark in zip(found, sure, strict=True)]
        return Section(
            "pairs",
            self.say("pairs.title"),
            [self.say("pairs.words", count=len(found)), self._sure_words(sure)],
            pictures.ranges(
                [self._classes(pair) for pair in shown],
                [pair.synergy for pair in shown],
                [pair.interval for pair in shown],
                self.say("axis.synergy"),
            ),
            self._caption("pairs", found),
            [Table(columns, rows)],
        )

    def _classes(self, pair: Pair) -> str:
        return " + ".join(self.texts.class_name(name) for name in pair.classes)

    def _pair_row(self, pair: Pair, sure: bool) -> Row:
        return [
            self._classes(pair),
            str(pair.together.games),
            self.percent(pair.together.rate),
            self.percent(pair.expected),
            self.points(pair.synergy),
            self.between(pair.interval),
            self.say("sure.yes" if sure else "sure.no"),
        ]

    def luck(self, run: Measures) -> Section:
        """How much of winning is dice."""
        words = [self.say("luck.words"), *[self._luck_words(curve) for curve in run.luck]]
        found = [self._luck_line(curve) for curve in run.luck]
        return Section(
            "luck",
            self.say("luck.title"),
            words,
            pictures.lines(found, self.say("axis.fifth"), self.say("axis.wins")),
            self.say("luck.caption"),
        )

    def _luck_words(self, curve: LuckCurve) -> str:
        return self.say(
            "luck.line",
            bot=curve.bot,
            kind=self.say(f"luck.{curve.kind}"),
            low=self.percent(curve.rates[0].rate),
            high=self.percent(curve.rates[-1].rate),
            explained=self.percent(curve.explained),
        )

    def _luck_line(self, curve: LuckCurve) -> pictures.Line:
        return pictures.Line(
            f"{curve.bot}: {self.say(f'luck.{curve.kind}')}",
            [float(group) for group in range(1, len(curve.rates) + 1)],
            [100 * rate.rate for rate in curve.rates],
            [100 * rate.interval[0] for rate in curve.rates],
            [100 * rate.interval[1] for rate in curve.rates],
        )

    # --- two runs --------------------------------------------------------------------------------

    def comparison(self, one: Measures, two: Measures, names: tuple[str, str]) -> Section:
        """What another variant, edition, bot or pack changes."""
        packs = (one.results.plan.rules.packs, two.results.plan.rules.packs)
        self.texts = Texts(self.texts.language, max(packs, key=len))
        rows: list[Row] = []
        for name in AVERAGES:
            before, after = one.averages[name], two.averages[name]
            apart, low, high = mean_difference(before, after)
            rows.append(
                [
                    self.say(f"average.{name}"),
                    self.number(before.value, 2),
                    self.number(after.value, 2),
                    self.number(apart, 2),
                    self.say("between", low=self.number(low, 2), high=self.number(high, 2)),
                ]
            )
        rates: list[tuple[str, Rate, Rate]] = []
        if one.players == two.players:
            rates.append((self.say("compare.first"), one.places[0], two.places[0]))
        ends = shares(one.endings), shares(two.endings)
        nothing = [Rate(0.0, run.games) for run in (one, two)]
        for rule in sorted({*ends[0], *ends[1]}):
            name = self.say(f"end.{_key(rule)}", rule=rule)
            rates.append((name, ends[0].get(rule, nothing[0]), ends[1].get(rule, nothing[1])))
        for name, first, second in rates:
            apart, low, high = difference(first, second)
            rows.append(
                [
                    name,
                    self.percent(first.rate),
                    self.percent(second.rate),
                    self.points(apart),
                    self.between((low, high)),
                ]
            )
        columns = [
            self.say("column.measure"),
            *names,
            self.say("column.difference"),
            self.say("column.interval"),
        ]
        cards = self._moved_cards(one, two, names)
        words = [self.say("compare.words", one=names[0], two=names[1])]
        tables = [Table(columns, rows)] + ([cards] if cards.rows else [])
        return Section("comparison", self.say("compare.title"), words, tables=tables)

    def _moved_cards(self, one: Measures, two: Measures, names: tuple[str, str]) -> Table:
        """Cards whose captors fare surely better or worse in the other run."""
        before = {line.card: line for line in one.cards}
        found: list[tuple[float, Row]] = []
        for line in two.cards:
            if line.card not in before:
                continue
            old = before[line.card]
            apart, low, high = difference(old.compared, line.compared)
            if low <= 0 <= high:
                continue
            row = [
                self.card(line.card),
                self.points(old.advantage),
                self.points(line.advantage),
                self.points(apart),
                self.between((low, high)),
            ]
            found.append((apart, row))
        found.sort(key=lambda one: one[0], reverse=True)
        columns = [
            self.say("compare.cards"),
            *names,
            self.say("column.difference"),
            self.say("column.interval"),
        ]
        return Table(columns, [row for _, row in found])

    # --- helpers ---------------------------------------------------------------------------------

    def _rate_columns(self) -> Row:
        return [self.say("column.wins"), self.say("column.interval"), self.say("column.games")]

    def _rates(self, key: str, names: Sequence[str], rates: Sequence[Rate]) -> Table:
        columns = [
            self.say(key),
            self.say("column.share"),
            self.say("column.interval"),
            self.say("column.games"),
        ]
        rows = [[name, *self.rate(rate)] for name, rate in zip(names, rates, strict=True)]
        return Table(columns, rows)


def _ends(found: Sequence[Item]) -> Sequence[Item]:
    """Both ends of a ranking, or all of it if it is short."""
    if len(found) <= 2 * ENDS_SHOWN:
        return found
    return [*found[:ENDS_SHOWN], *found[-ENDS_SHOWN:]]


def _key(rule: str) -> str:
    """A rule's id as the key of a text."""
    return rule.replace(".", "_")
