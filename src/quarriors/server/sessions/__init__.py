"""The tables in the memory of this process; `TableService` is all that other parts need."""

from quarriors.server.sessions.connection import Connection
from quarriors.server.sessions.outbox import Sink
from quarriors.server.sessions.service import TableService
from quarriors.server.sessions.table_io import ListedSeat, ListedTable
from quarriors.table.seating import Joined

__all__ = ["Connection", "Joined", "ListedSeat", "ListedTable", "Sink", "TableService"]
