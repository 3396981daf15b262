"""A process that writes to a database until it is killed; run by `test_crashes.py`.

Prints "TABLE SEQ" for every append, after it was acknowledged.
"""

from __future__ import annotations

import asyncio
import sys
import time

from quarriors.server.store import NewEntry, Store, Summary


async def write(store: Store, table_id: str) -> None:
    """Append as fast as it goes: three entries at a time, with a snapshot now and then."""
    seq = 0
    while True:
        new = [NewEntry(f"{table_id} {seq + n}".encode(), time.time()) for n in (1, 2)]
        new.append(NewEntry(f"{table_id} {seq + 3}".encode(), time.time(), b"snapshot"))
        if not await store.append(table_id, seq + 1, new, Summary("playing", due_in=1.0)):
            raise SystemExit("somebody else wrote")
        seq += 3
        print(f"{table_id} {seq}", flush=True)


async def main(url: str, tables: int) -> None:
    """Tables of this process alone, all writing at once."""
    store = await Store.open(url)
    ids = [f"{store.process}-{number}" for number in range(tables)]
    for table_id in ids:
        await store.create(table_id, b"head", [], Summary("waiting"), time.time())
    await asyncio.gather(*(write(store, table_id) for table_id in ids))


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
