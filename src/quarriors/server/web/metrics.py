"""Numbers for monitoring the server, in the form Prometheus reads.

One set for each application, with a registry of its own, so that two servers in one process (tests)
do not share numbers. Labels are few and fixed: nothing that people typed becomes a label.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from quarriors.table.values import traits_of

CONTENT_TYPE = CONTENT_TYPE_LATEST
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Answers(Collector):
    """What is counted at every answer, in plain numbers of the event loop's thread.

    Counters of Prometheus would take four locks for each answer.
    """

    def __init__(self) -> None:
        self._seconds = 0.0
        self._counts = [0] * (len(QUICK) + 1)  # answers by the first bound that they stay within
        self._heard: dict[type, int] = {}  # messages by class

    def answered(self, seconds: float) -> None:
        """Count an answer that was written and published."""
        self._counts[bisect_left(QUICK, seconds)] += 1
        self._seconds += seconds

    def heard(self, kind: type) -> None:
        """Count a message from a client by its class."""
        self._heard[kind] = self._heard.get(kind, 0) + 1

    def collect(self) -> Iterator[Metric]:
        """The numbers as Prometheus knows them."""
        bounds = [*map(str, QUICK), "+Inf"]
        yield HistogramMetricFamily(
            "quarriors_decision_seconds",
            "From an answer received until the update was sent to everybody.",
            buckets=list(zip(bounds, accumulate(self._counts), strict=True)),
            sum_value=self._seconds,
        )
        yield CounterMetricFamily(
            "quarriors_answers", "Answers that were written and published.", sum(self._counts)
        )
        messages = CounterMetricFamily(
            "quarriors_messages", "Messages from clients.", labels=("type",)
        )
        for kind, count in self._heard.items():
            traits = traits_of(kind)
            messages.add_metric(("" if traits is None else traits.tag,), count)
        yield messages


class Metrics:
    """What is counted and measured."""

    def __init__(self, process: str = "") -> None:
        """`process` is the name of one of several processes."""
        registry = self.registry = CollectorRegistry()
        if process:
            named = Gauge(
                "quarriors_process", "Which process these numbers are of.", ("process",),
                registry=registry,
            )  # fmt: skip
            named.labels(process).set(1)
        self.tables = Gauge(
            "quarriors_tables", "Tables that this process holds in memory.", registry=registry
        )
        self.connections = Gauge(
            "quarriors_connections", "Open websockets of this process.", registry=registry
        )
        self.answers = Answers()
        registry.register(self.answers)
        self.events = Counter(
            "quarriors_events", "What else happened at the service.", ("event",), registry=registry
        )
        self.refusals = Counter(
            "quarriors_refusals", "Requests and messages refused.", ("code", "over"),
            registry=registry,
        )  # fmt: skip
        self.cuts = Counter(
            "quarriors_cuts", "Connections cut or not let in.", ("why",), registry=registry
        )
        self.bot = Histogram(
            "quarriors_bot_seconds", "How long bots thought.", buckets=SLOW, registry=registry
        )
        self.requests = Histogram(
            "quarriors_request_seconds",
            "How long HTTP requests took.",
            ("route", "status"),
            buckets=QUICK,
            registry=registry,
        )

    def note(self, what: str, value: float) -> None:
        """Count what happened at a table, and how long it took."""
        if what == "answer":
            self.answers.answered(value)
        elif what == "bot":
            self.bot.observe(value)
        elif not what.startswith("refused."):  # those are counted on their way out
            self.events.labels(what).inc(value)

    def refused(self, code: str, over: str) -> None:
        """Count a refusal; over is http or ws."""
        self.refusals.labels(code, over).inc()

    def cut(self, why: str) -> None:
        """Count a connection that was cut or not let in."""
        self.cuts.labels(why).inc()

    def follow(self, tables: Callable[[], int], connections: Callable[[], int]) -> None:
        """Read how many there are when somebody looks, instead of keeping count twice."""
        self.tables.set_function(tables)
        self.connections.set_function(connections)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
