"""Numbers for whoever watches the server, in the form Prometheus reads.

One set for each application, with a registry of its own, so that two servers in one process (tests)
do not share numbers. Labels are few and fixed: nothing that people typed becomes a label.
"""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE = CONTENT_TYPE_LATEST
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """What is counted and measured."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.tables = Gauge(
            "quarriors_tables", "Tables that this process holds in memory.", registry=registry
        )
        self.connections = Gauge(
            "quarriors_connections", "Open websockets of this process.", registry=registry
        )
        self.decision = Histogram(
            "quarriors_decision_seconds",
            "From an answer received until everybody at the table was told.",
            buckets=QUICK,
            registry=registry,
        )
        self.answers = Counter(
            "quarriors_answers", "Answers that were written and told.", registry=registry
        )
        self.events = Counter(
            "quarriors_events", "What else happened at the desk.", ("event",), registry=registry
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
        self.messages = Counter(
            "quarriors_messages", "Messages from clients.", ("type",), registry=registry
        )
        self._heard: dict[str, Counter] = {}  # by type; looking labels up costs more than counting

    def heard(self, kind: str) -> None:
        """Count a message from a client by its type."""
        child = self._heard.get(kind)
        if child is None:
            child = self._heard[kind] = self.messages.labels(kind)
        child.inc()

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
