"""What can be asked about the game and its tables, and the answers: for servers and for pages.

Nothing here knows a socket, a database or anything outside the standard library: `server.web`
answers with it over HTTP, and `local` inside a browser.

- `shapes` are bodies and answers; `problem` is what a refusal looks like.
- `game` has cards, rules, sets, bots and the tutorial; `packs` what people bring, `wilds` what they
  lay out on a real table.
- `finished` is what remains of a finished game: replay, summary, analysis.
"""
