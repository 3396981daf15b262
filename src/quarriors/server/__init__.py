"""The game server: tables, seats and fair dice, for one person at home or a club.

What a table is, pure decisions about stored entries, is in `quarriors.table`. Imports go one way:

- `protocol` says what travels between server and clients, and nothing else;
- `store` keeps entries in SQLite or PostgreSQL and tells other processes about them;
- `sessions` holds the tables in the memory of this process and writes what commands decide;
- `workers` let bots think outside the event loop;
- `web` is HTTP, websockets, limits, logs and metrics; `app` puts it all together.
"""
