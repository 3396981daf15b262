/**
 * A connection to a table that is made again when it is lost.
 *
 * A connection is disposable, the seat is not: whenever it is lost, this one connects again, says
 * hello and gets the whole table. Dead connections are not reported by
 * browsers, so it sends pings regularly and shortly after each action of the player.
 */
import type {
  AddNumber,
  Advice,
  Admit,
  Answer,
  AnswerUndo,
  AskUndo,
  Begin,
  Call,
  Chat,
  Closing,
  Fill,
  Free,
  GiveBack,
  Hello,
  Hint,
  Orders,
  People,
  Ping,
  Pong,
  Refused,
  Replace,
  Say,
  SetChat,
  Table,
  Undo,
  Update,
  WithdrawUndo,
} from "./generated";
import { transport, type Wire } from "./transport";

export type FromServer = Table | Update | People | Chat | Advice | Refused | Pong | Closing;
export type FromClient =
  | AddNumber | Answer | Undo | AskUndo | AnswerUndo | WithdrawUndo | Say | Hint | Orders
  | Fill | Free | Admit | Begin | Replace | GiveBack | Call | SetChat;

/** Callbacks and messages of the owner of a socket. */
export interface SocketOwner {
  /** The first message, created again for every connection. */
  hello(): Hello;
  heard(message: FromServer): void;
  /** The connection is there again, after the table has come; or it is lost. */
  linked(open: boolean): void;
}

/** A connection that is kept up until it is closed. */
export interface Socket {
  /** Send a message; false if there is no connection just now. */
  send(message: FromClient): boolean;
  /** Reconnect immediately. */
  again(): void;
  /** Close, and connect again after this number of milliseconds. */
  later(wait: number): void;
  /** Hang up for good. */
  close(): void;
}

const FIRST_WAIT = 500; // milliseconds until the first attempt to come back
const LONGER = 1.5; // each time
const LONGEST_WAIT = 10_000;
const ARRIVAL = 8_000; // to connect and get the table
const PING_EVERY = 15_000;
const SIGN_OF_LIFE = 4_000; // so long may an answer to a ping take

/** Connect, and stay connected. */
export function openSocket(owner: SocketOwner): Socket {
  let socket: Wire | null = null;
  let open = false; // the table has come
  let losses = 0; // in a row
  let retry: number | undefined;
  let arrival: number | undefined;
  let pinging: number | undefined; // until the next ping
  let patience: number | undefined; // until an unanswered ping counts as a lost connection
  let ended = false;

  function connect(): void {
    hangUp();
    const mine = transport.connect();
    socket = mine;
    if (!transport.patient) arrival = window.setTimeout(lost, ARRIVAL);
    mine.onopen = () => {
      mine.send(JSON.stringify(owner.hello()));
      ping(); // its answer tells the server's time
    };
    mine.onmessage = (event) => hear(event.data);
    mine.onclose = lost;
  }

  function hear(data: string): void {
    clearTimeout(patience);
    patience = undefined;
    nextPing(PING_EVERY);
    const message = JSON.parse(data) as FromServer;
    if (message.type === "table" && !open) {
      clearTimeout(arrival);
      losses = 0;
      open = true;
      owner.linked(true);
    }
    owner.heard(message);
  }

  /** Whatever is left of the connection is let go; its last words are not waited for. */
  function hangUp(): void {
    for (const timer of [retry, arrival, pinging, patience]) clearTimeout(timer);
    patience = undefined;
    open = false;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  function lost(): void {
    const wait = FIRST_WAIT * LONGER ** losses * (1 + Math.random() / 4); // not all in one moment
    losses += 1;
    later(Math.min(LONGEST_WAIT, Math.round(wait)));
  }

  function later(wait: number): void {
    hangUp();
    if (ended) return;
    owner.linked(false);
    retry = window.setTimeout(connect, wait);
  }

  function ping(): void {
    const message: Ping = { type: "ping", at: Date.now() / 1000 };
    socket?.send(JSON.stringify(message));
    if (!transport.patient) patience ??= window.setTimeout(lost, SIGN_OF_LIFE);
  }

  function nextPing(wait: number): void {
    clearTimeout(pinging);
    pinging = window.setTimeout(ping, wait);
  }

  /** The browser says that something has changed: try now rather than later. */
  function look(): void {
    if (document.visibilityState === "hidden") return;
    if (open) ping();
    else if (retry !== undefined && socket === null) connect();
  }

  window.addEventListener("online", look);
  window.addEventListener("offline", look);
  document.addEventListener("visibilitychange", look);
  connect();

  return {
    send(message) {
      if (!open || socket === null) return false;
      socket.send(JSON.stringify(message));
      ping();
      return true;
    },
    again() {
      if (!ended) connect();
    },
    later,
    close() {
      ended = true;
      hangUp();
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
      document.removeEventListener("visibilitychange", look);
    },
  };
}
