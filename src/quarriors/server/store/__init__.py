"""Tables kept: the database's schema and migrations, writing in groups, notices to others.

`Store` is all that the rest of the server needs; it takes and gives encoded `bytes`.
"""

from quarriors.server.store.errors import StorageTrouble
from quarriors.server.store.store import Line, Listed, NewEntry, Said, Store, Summary

__all__ = ["Line", "Listed", "NewEntry", "Said", "StorageTrouble", "Store", "Summary"]
