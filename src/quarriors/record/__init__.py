"""Games written down: saved, loaded, replayed and checked.

`format` owns what a record looks like, `write` makes one while or after a game is played, `replay`
plays it again and checks it, `files` keeps it on disk, `errors` says what is wrong with it. The
format itself is described in `docs/record-format.md`.
"""
