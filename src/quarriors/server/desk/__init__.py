"""The tables that are alive in this process; `Desk` is all that other parts need."""

from quarriors.server.desk.connection import Connection
from quarriors.server.desk.desk import Desk
from quarriors.server.desk.doors import Joined
from quarriors.server.desk.outbox import Sink
from quarriors.server.desk.shelf import ListedSeat, ListedTable

__all__ = ["Connection", "Desk", "Joined", "ListedSeat", "ListedTable", "Sink"]
