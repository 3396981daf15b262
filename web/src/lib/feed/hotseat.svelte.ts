/**
 * Several people at one device: one feed for each of their seats, and a feed that shows the table
 * from the seat that decides.
 *
 * Every seat has its own connection, as if its player had a device of their own, so the server knows
 * nothing of this. Only the feed in front takes time to show things; the others follow at once. The
 * table turns when the one in front has shown everything and somebody else here is asked; a turn
 * that begins is shown from the seat whose turn it is, so that its player rolls the dice.
 */
import type { DeviceSeat } from "$lib/api/keys";
import { settings } from "$lib/settings.svelte";
import type { Feed } from "./feed";
import { connectLive } from "./live.svelte";
import { emitMoment } from "./moments";

/** A table in front of several people. */
export interface HotSeat {
  readonly feed: Feed;
  /** The seat that the table has turned to last; null before it has turned. */
  readonly turned: number | null;
  /** Whether that seat's player has still to take the device (a setting). */
  readonly curtain: boolean;
  lift(): void;
}

/** Sit at a table with all seats of this device. */
export function connectHotSeat(table: string, seats: readonly DeviceSeat[]): HotSeat {
  let front = $state(0);
  let turned: number | null = $state(null);
  let curtain = $state(false);
  const here = seats.map(({ seat }) => seat);

  const feeds = seats.map(({ token, seat }, at) =>
    connectLive(table, token, {
      unseen: () => at !== front,
      handsOver: (other) => other !== seat && here.includes(other),
    }),
  );
  const shown = (): Feed => feeds[front]!;
  const asks = (feed: Feed): boolean => feed.prompt !== null || feed.rollWaits;
  /** Who has won of those here, when their feed knows it too; -1: nobody. */
  const winner = (): number =>
    feeds.findIndex(({ me, stage, view }) => stage === "over" && me !== null && view?.result?.winners.includes(me));

  const stop = $effect.root(() => {
    $effect(() => {
      if (shown().stage === "over") {
        const best = winner();
        if (best !== -1) front = best;
        return;
      }
      if (asks(shown()) || shown().beat !== null) return;
      const next = feeds.findIndex(asks);
      if (next !== -1 && next !== front) turnTo(next);
    });
  });

  function turnTo(next: number): void {
    front = next;
    turned = shown().me;
    curtain = settings.curtain;
    emitMoment({ name: "your-turn", seat: turned ?? -1, mine: true, amount: 1 });
  }

  /** What is not simply done or known by the seat in front. */
  const whole: Partial<Feed> = {
    /** The end is seen from the winner's seat, if the winner is here. */
    get stage() {
      const { stage, me, view } = shown();
      const elsewhere = here.some((seat) => seat !== me && seat !== null && view?.result?.winners.includes(seat));
      const mine = me !== null && view?.result?.winners.includes(me) === true;
      return stage === "over" && elsewhere && !mine ? "playing" : stage;
    },
    /** One answer for everybody here who has not agreed yet. */
    answerUndo(agree) {
      const waits = shown().undoRequest?.waits_for ?? [];
      const asked = feeds.filter(({ me }) => me !== null && waits.includes(me));
      for (const feed of agree ? asked : asked.slice(0, 1)) feed.answerUndo(agree);
    },
    /** For the player here who has asked. */
    withdrawUndo() {
      feeds.find(({ me }) => me === shown().undoRequest?.seat)?.withdrawUndo();
    },
    close() {
      stop();
      for (const feed of feeds) feed.close();
    },
  };

  return {
    feed: new Proxy(feeds[0]!, {
      get: (_, key): unknown => Reflect.get(Object.hasOwn(whole, key) ? whole : shown(), key),
    }),
    get turned() {
      return turned;
    },
    get curtain() {
      return curtain;
    },
    lift() {
      curtain = false;
    },
  };
}
