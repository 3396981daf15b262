"""The game server: runs tables with a database and sockets, for one person at home or a club.

What is true of every table (entries, commands, seats, clocks, views) is in
`quarriors.table`. The parts of the server, each of which imports only those above it:

- `settings`: how a server behaves, in one place;
- `protocol`: messages and entries as bytes (`codec`) and as a JSON schema (`schema`);
- `store`: tables as append-only lists of entries in SQLite or PostgreSQL, written in groups, and
  notices to other processes;
- `notify`: tells absent players of their turn (`notifier`), by Web Push (`web_push`) and webhooks,
  with requests that only go where the operator allows (`outgoing`);
- `workers`, `thinking`, `fair_queue`: bots think in processes of their own;
- `sessions`: the tables in the memory of this process. `service.TableService` finds, loads and
  lets go of sessions; `session.TableSession` owns its table: lock, commands, publishing, what the
  server does next; `scheduler` says when, `presence` who is there; `connection` takes what one
  client sends, `outbox` keeps what is sent to it;
- `web`: HTTP (`routes` and the modules it names) and websockets (`wire` reads, `socket` decodes,
  `sink` writes), limits, safety, logs, metrics, operators' changes (`upkeep`); `app_context` is
  what they share;
- `operation`: opens and closes what stands on the database, and opens it anew for a restored one;
- `app`: all of it as one application, and `serve`, which runs it; `processes` runs several.

`docs/architecture.md` follows one answer through these modules.
"""
