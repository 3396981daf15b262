/**
 * My games: the seats kept in this browser, and what the server says of their tables now.
 */
import type { TableFacts } from "$lib/api/generated";
import { ApiError, forgetMe, showTable } from "$lib/api/http";
import { forgetSeat, mySeats, noteOver, type Seat } from "$lib/api/keys";
import { errorText } from "$lib/errors";
import { LOCAL } from "$lib/host";

/** One of my games; `facts` is null if the server no longer has the table. */
export interface MyGame {
  seat: Seat;
  facts: TableFacts | null;
}

export class MyGames {
  list: MyGame[] = $state.raw([]);
  /** How many seats have not been looked up. */
  more = $state(0);
  loading = $state(false);
  error = $state("");

  /** Look up some more of my seats, the newest first; before them, so many whose games may go on. */
  async load(some: number, open = 0): Promise<void> {
    const looked = new Set(this.list.map(({ seat }) => seat.table));
    const rest = mySeats().filter(({ table }) => !looked.has(table));
    const going = rest.filter(({ over }) => over !== true);
    const next = [...going, ...rest.filter(({ over }) => over === true)];
    const count = Math.max(some, Math.min(open, going.length));
    this.loading = true;
    this.error = "";
    try {
      const found = await Promise.all(next.slice(0, count).map(look));
      noteOver(found.filter(({ facts }) => facts?.stage === "over").map(({ seat }) => seat.table));
      this.list = [...this.list, ...found];
      this.more = Math.max(0, next.length - count);
    } catch (error) {
      this.error = errorText(error);
      this.more = next.length;
    }
    this.loading = false;
  }

  /** Give a seat up for good; where the tables are in this browser, the table goes with it. */
  forget(game: MyGame): void {
    const { table, token } = game.seat;
    if (LOCAL && game.facts !== null) forgetMe(table, token).catch((error: unknown) => (this.error = errorText(error)));
    forgetSeat(game.seat.table);
    this.list = this.list.filter((other) => other !== game);
  }
}

async function look(seat: Seat): Promise<MyGame> {
  try {
    return { seat, facts: await showTable(seat.table) };
  } catch (error) {
    if (error instanceof ApiError && error.code === "no_table") return { seat, facts: null };
    throw error;
  }
}

/** Who else sits at a table of mine, by name. */
export function others({ seat, facts }: MyGame): string[] {
  return (facts?.players ?? [])
    .filter((player) => player.seat !== seat.seat && player.kind !== "free")
    .map((player) => player.name);
}

/** Whether a game waits for me. */
export function isMyTurn({ seat, facts }: MyGame): boolean {
  return facts?.stage === "playing" && seat.seat !== null && facts.waiting_for === seat.seat;
}

/** Games that wait for me first, and of those the ones with the least time left. */
export function mostUrgentFirst(games: readonly MyGame[]): MyGame[] {
  const rank = (game: MyGame): number => (isMyTurn(game) ? game.facts?.until || Number.MAX_SAFE_INTEGER : Infinity);
  const ranked = games.map((game, at) => ({ game, at, rank: rank(game) }));
  return ranked.sort((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : one.at - other.at)).map(({ game }) => game);
}
