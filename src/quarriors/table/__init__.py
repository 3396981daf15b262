"""A table, wherever it runs: what happened at it, what may be done at it, what each seat is sent.

Nothing here knows a socket, a database or anything outside the standard library, so the same
package runs in a server and in a browser. A test holds it to that, with all that it imports.

    JSON of a client -> codec -> message -> commands -> entries -> fold -> view -> messages -> JSON

- `values` makes classes small values that are written as JSON; `messages` and `entries` are such
  values. `codec` writes and reads them with the standard library, and says what is wrong with what
  it cannot read. The server has a faster codec for the same types (`server.protocol.codec`).
- `table_header` is what is fixed when a table is made; `entries` are all that happened since.
- `state` is a table as its entries have left it: `fold` takes in the next one and decides nothing.
  `seats`, `clock` and `tokens` are its parts.
- `table` adds the commands: each looks at the table and gives back the entries to be written, or a
  refusal (`errors`). `commands` leads from a client's message to the right one.
- `consent` is undo across a revealed fact, if all people agree; `undo_request` is what is open.
- `next_action` says what must be done that no player triggers: bots, standing orders (`orders`) and
  clocks. It is asked with the time; nothing here asks a clock.
- `view` makes the messages for each viewer, from `view_delta` (what of the picture is new) and
  `presenter` (prompts and events). Tables encode pictures with the encoder that they are given.
- `what_if` makes a table that goes on from a position of a finished game.
- `snapshots` keep a position whole; `loading` reads tables again, also after cards were fixed.
- `memory` is a whole table without a server; `replay` and `tutorial` show games without a table.
"""
