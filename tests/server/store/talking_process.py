"""A second process on the same database: writes what it is told to; run by `test_notices.py`.

Reads lines from its standard input: "append TABLE SEQ", "say TABLE TEXT", "touch TABLE SEAT".
Answers each with a line.
"""

from __future__ import annotations

import asyncio
import sys

from quarriors.server.store import NewEntry, Store, Summary


async def main(url: str) -> None:
    """Until the input ends."""
    store = await Store.open(url)
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        verb, table_id, rest = line.split()
        if verb == "append":
            done = await store.append(
                table_id, int(rest), [NewEntry(b"theirs", 1.0)], Summary("playing")
            )
            print(done, flush=True)
        elif verb == "say":
            print(await store.say(table_id, 1, "Bob", rest, 1.0), flush=True)
        else:
            await store.touch([(table_id, int(rest))], 5.0, tell=True)
            print("touched", flush=True)
    await store.close()


asyncio.run(main(sys.argv[1]))
