"""The game server: tables, seats and fair dice, for one person at home or a club.

Imports go one way:

- `protocol` says what travels between server and clients, and nothing else;
- `table` is what a table is: pure decisions about stored entries, without clock, database or net;
- `store` keeps entries in SQLite or PostgreSQL and tells other processes about them;
- `service` holds the tables that are alive in this process and carries commands from `table` to `store`;
- `workers` let bots think outside the event loop, `scheduler` acts when nobody does (bots, clocks);
- `web` is HTTP, websockets, limits, logs and metrics; `app` puts it all together.
"""
