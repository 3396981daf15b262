/**
 * My games: the seats kept in this browser, and what the server says of their tables now.
 */
import type { TableFacts } from "$lib/api/generated";
import { ApiError, forgetMe, showTable } from "$lib/api/http";
import { forgetSeat, mySeats, type Seat } from "$lib/api/keys";
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

  /** Look up this many more of my seats, the newest first. */
  async load(some: number): Promise<void> {
    const seats = mySeats();
    const known = this.list.length;
    this.loading = true;
    this.error = "";
    try {
      const found = await Promise.all(seats.slice(known, known + some).map(look));
      this.list = [...this.list, ...found];
    } catch (error) {
      this.error = errorText(error);
    }
    this.more = Math.max(0, seats.length - this.list.length);
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
