// Written by scripts/types.mjs from the server's schemas; not to be edited.

export interface Everything {
  AbilityFacts?: AbilityFacts;
  AddNumber?: AddNumber;
  Admit?: Admit;
  Advice?: Advice;
  AdviceLine?: AdviceLine;
  AnalysisAnswer?: AnalysisAnswer;
  Anchored?: Anchored;
  Answer?: Answer;
  AnswerUndo?: AnswerUndo;
  AskUndo?: AskUndo;
  AttachedDie?: AttachedDie;
  Attack?: Attack;
  Bag?: Bag;
  Begin?: Begin;
  BotFacts?: BotFacts;
  BotList?: BotList;
  Browser?: Browser;
  Browsers?: Browsers;
  Call?: Call;
  Captured?: Captured;
  CardFacts?: CardFacts;
  CardList?: CardList;
  Chair?: Chair;
  Challenge?: Challenge;
  Chat?: Chat;
  ChatLine?: ChatLine;
  Choices?: Choices;
  Clock?: Clock;
  Closing?: Closing;
  Club?: Club;
  Code?: Code;
  Copied?: Copied;
  DailyFacts?: DailyFacts;
  DecisionOption?: DecisionOption;
  DecisionSeen?: DecisionSeen;
  Effect?: Effect;
  Energies?: Energies;
  EnergyPool?: EnergyPool;
  EntryFacts?: EntryFacts;
  FaceOdds?: FaceOdds;
  Features?: Features;
  Fighter?: Fighter;
  Fill?: Fill;
  Forgot?: Forgot;
  Frame?: Frame;
  Free?: Free;
  GameRating?: GameRating;
  GiveBack?: GiveBack;
  Happening?: Happening;
  Health?: Health;
  Hello?: Hello;
  Highlight?: Highlight;
  Hint?: Hint;
  Join?: Join;
  LogLine?: LogLine;
  Luck?: Luck;
  LuckAndChoices?: LuckAndChoices;
  Mat?: Mat;
  MemberCode?: MemberCode;
  MemberFacts?: MemberFacts;
  MemberKey?: MemberKey;
  Named?: Named;
  NewMember?: NewMember;
  NewTable?: NewTable;
  OneTimeCode?: OneTimeCode;
  OpenSeat?: OpenSeat;
  OpenTable?: OpenTable;
  OptionShown?: OptionShown;
  Orders?: Orders;
  Outcome?: Outcome;
  PackCheck?: PackCheck;
  PackFacts?: PackFacts;
  PackFault?: PackFault;
  PackList?: PackList;
  PackText?: PackText;
  ParameterFacts?: ParameterFacts;
  People?: People;
  Pile?: Pile;
  PileDie?: PileDie;
  Ping?: Ping;
  Player?: Player;
  PlayersSetup?: PlayersSetup;
  Pong?: Pong;
  Position?: Position;
  Privacy?: Privacy;
  PrivacySection?: PrivacySection;
  Problem?: Problem;
  Prompt?: Prompt;
  Quest?: Quest;
  QuestDie?: QuestDie;
  QuestingDie?: QuestingDie;
  RatingFacts?: RatingFacts;
  ReadyDie?: ReadyDie;
  Refused?: Refused;
  Remark?: Remark;
  Replace?: Replace;
  Replay?: Replay;
  Report?: Report;
  Reported?: Reported;
  RuleFacts?: RuleFacts;
  RuleList?: RuleList;
  Say?: Say;
  SeasonFacts?: SeasonFacts;
  SeatRating?: SeatRating;
  SeatSummary?: SeatSummary;
  Seated?: Seated;
  Section?: Section;
  SetChat?: SetChat;
  SetFacts?: SetFacts;
  Setup?: Setup;
  SetupStep?: SetupStep;
  Shelf?: Shelf;
  ShownDie?: ShownDie;
  StandingFacts?: StandingFacts;
  Summary?: Summary;
  Table?: Table;
  TableFacts?: TableFacts;
  TableList?: TableList;
  TablePacks?: TablePacks;
  Times?: Times;
  Topic?: Topic;
  Trophy?: Trophy;
  TurnChances?: TurnChances;
  TurnMark?: TurnMark;
  TurningPoint?: TurningPoint;
  Tutorial?: Tutorial;
  TutorialStep?: TutorialStep;
  Undo?: Undo;
  UndoRequest?: UndoRequest;
  Update?: Update;
  View?: View;
  Waiting?: Waiting;
  Webhook?: Webhook;
  WhatIf?: WhatIf;
  WhatIfWish?: WhatIfWish;
  Wild?: Wild;
  Wilds?: Wilds;
  WildsAnswer?: WildsAnswer;
  WildsWish?: WildsWish;
  WithdrawUndo?: WithdrawUndo;
}
/**
 * One line of a card: when it works, on how many bursts (-1: any), and what it says.
 */
export interface AbilityFacts {
  timing: string;
  burst: number;
  text: string;
}
/**
 * What I add to the dice: 128 bits by chance as hexadecimal digits, once, before the game.
 *
 *     Send it as soon as `table` has come with the `commitment` and no number of mine, and keep both
 *     to check them after the game. The same number sent again changes nothing.
 */
export interface AddNumber {
  type: "number";
  number: string;
}
/**
 * The host lets everybody who was sent away with `free` sit down at this table again.
 */
export interface Admit {
  type: "admit";
}
/**
 * What a bot would do and why; the first line is its choice.
 */
export interface Advice {
  type: "advice";
  state: number;
  bot: string;
  lines: AdviceLine[];
}
/**
 * One option as a bot sees it.
 */
export interface AdviceLine {
  option: number;
  value: number | null;
  text: string;
}
/**
 * A finished game explained; while it is worked out (status 202), only how far that is.
 */
export interface AnalysisAnswer {
  status: "done" | "running";
  progress: number;
  catalog: string;
  turns: TurnChances[];
  turning_points: TurningPoint[];
  seats: LuckAndChoices[];
}
/**
 * How likely everybody was to win when a turn was over.
 */
export interface TurnChances {
  turn: number;
  seat: number;
  step: number;
  chances: number[];
}
/**
 * A decision that cost its player much, and what would have been better.
 */
export interface TurningPoint {
  seat: number;
  turn: number;
  step: number;
  chosen: string;
  better: string;
  cost: number;
  sentence: string;
}
/**
 * How a seat's chance of winning changed over the game: by the dice, and by its choices.
 *
 *     The sum of both, of all seats' choices and of luck, is the change over the whole game.
 */
export interface LuckAndChoices {
  seat: number;
  luck: number;
  choices: number;
}
/**
 * The anchored spell of a card (13.6).
 */
export interface Anchored {
  ability: number;
  energy: "" | "dark" | "light";
  price: number;
}
/**
 * My answer to the prompt: the number of the option, and the state it was asked in.
 */
export interface Answer {
  type: "answer";
  state: number;
  option: number;
}
/**
 * Agree to the open `undo_request` of another player, or refuse it.
 */
export interface AnswerUndo {
  type: "answer_undo";
  agree: boolean;
}
/**
 * Ask all people at the table to let me take back my last answer across a revealed fact.
 *
 *     Everything after that answer goes back too. Bots always agree. `undo_request` in `table` shows
 *     the request to everybody; it is open as long as the table's `grace`.
 */
export interface AskUndo {
  type: "ask_undo";
  state: number;
}
/**
 * A spell or quartifact on a creature.
 */
export interface AttachedDie {
  card: string;
  class: string;
  die: number;
  face: string;
  marks: (
    | "ability-used"
    | "attacking"
    | "damaged"
    | "dying"
    | "first-defender"
    | "fresh"
    | "kept"
    | "late"
    | "locked"
    | "new"
    | "scoring"
    | "unrolled"
  )[];
  owner: number;
  quartifact?: string;
  slot: number;
}
/**
 * The attack under way: its total against each seat, and what is left for the defender.
 */
export interface Attack {
  attacker: number;
  defender: number | null;
  left: number | null;
  totals: (number | null)[];
}
/**
 * What is in a bag; it has no order.
 */
export interface Bag {
  cards: {
    [k: string]: number;
  };
  count: number;
}
/**
 * The host begins the game; every seat must be taken.
 */
export interface Begin {
  type: "begin";
}
/**
 * A bot that can take a seat.
 */
export interface BotFacts {
  name: string;
  text: string;
  says: string;
  strength: number | null;
  parameters: ParameterFacts[];
  rival: boolean;
  who: string;
  style: string;
  rating: number | null;
}
/**
 * What a bot can be asked with, as in `mcts:ms=500`.
 */
export interface ParameterFacts {
  name: string;
  least: number | null;
  most: number | null;
}
/**
 * All bots of this server.
 */
export interface BotList {
  bots: BotFacts[];
}
/**
 * A subscription as a browser gives it: where messages for it go, and its keys.
 */
export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
}
/**
 * How many browsers of my seat are told when it is my turn; at most four.
 */
export interface Browsers {
  browsers: number;
}
/**
 * Call time on the player who has to decide, at a table without a clock.
 *
 *     They have as many seconds as the table's `grace`; after that the server answers for them until
 *     another one has to decide.
 */
export interface Call {
  type: "call";
  state: number;
}
/**
 * The dice of one card that a player captured.
 */
export interface Captured {
  card: string;
  text: string;
  count: number;
  first_round: number;
  paid: number;
}
/**
 * What is printed on a card and its die.
 */
export interface CardFacts {
  name: string;
  text: string;
  other_name: string;
  kind: string;
  set: string;
  class_name: string;
  class_text: string;
  letter: string;
  cost: number;
  glory: number;
  level: number;
  energy: string;
  discount: number | null;
  dice: number;
  faces: string[];
  odds: FaceOdds[];
  abilities: AbilityFacts[];
  keywords: {
    [k: string]: string;
  };
  rulings: string[];
  needs: string[];
  confidence: {
    [k: string]: string;
  };
  pack: string;
  picture: string;
}
/**
 * A face of a die, how many of the six sides show it, and how to say it.
 */
export interface FaceOdds {
  face: string;
  count: number;
  words: string;
}
/**
 * All cards.
 */
export interface CardList {
  cards: CardFacts[];
}
/**
 * One seat as a table is set up: for a person, or for a bot of some strength.
 */
export interface Chair {
  kind?: "bot" | "person";
  bot?: string;
  name?: string;
}
/**
 * The challenge for a quest under way (12.3).
 */
export interface Challenge {
  card: string;
  challenged: number;
  challenger: number;
  defender: number | null;
  left: number | null;
  slot: number;
  totals: (number | null)[];
}
/**
 * Somebody said something.
 */
export interface Chat {
  type: "chat";
  line: ChatLine;
}
/**
 * One line of chat; text, never markup.
 */
export interface ChatLine {
  number: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}
/**
 * All that a set-up can choose from.
 */
export interface Choices {
  sets: SetFacts[];
  editions: Named[];
  modules: Named[];
  variants: Named[];
  mixes: Named[];
  goals: {
    [k: string]: number;
  };
  quest_goals: {
    [k: string]: number;
  };
}
/**
 * A set of cards, and the rules it brings.
 */
export interface SetFacts {
  name: string;
  text: string;
  says: string;
  cards: number;
  modules: string[];
}
/**
 * Something to choose from: its name for programs and for people, and what it means.
 */
export interface Named {
  name: string;
  text: string;
  says: string;
}
/**
 * How long players may think; when time is up, the server answers for them.
 */
export interface Clock {
  kind?: "days" | "game" | "move" | "none";
  seconds?: number;
  extra?: number;
}
/**
 * The server goes down for a moment; come back by yourself.
 */
export interface Closing {
  type: "closing";
  text: string;
}
/**
 * The ladder of a season, and which seasons there are, the latest first.
 */
export interface Club {
  season: SeasonFacts;
  seasons: SeasonFacts[];
  ladder: StandingFacts[];
  members: number;
}
/**
 * A season of the club, from 1; the name may be empty.
 */
export interface SeasonFacts {
  number: number;
  name: string;
  began: number;
}
/**
 * Somebody on the ladder.
 */
export interface StandingFacts {
  rank: number;
  name: string;
  bot: string;
  rating: RatingFacts;
  games: number;
  wins: number;
}
/**
 * A rating: the strength, and within how much of it the true one lies with 95 % confidence.
 */
export interface RatingFacts {
  strength: number;
  margin: number;
}
/**
 * The one-time code that another device of mine shows; spaces and case do not matter.
 */
export interface Code {
  code: string;
}
/**
 * What an Ooze is a copy of.
 */
export interface Copied {
  card: string;
  face: string;
}
/**
 * The daily of a date. To play it, make a table with `setup` as it is.
 */
export interface DailyFacts {
  date: string;
  number: number;
  rival: string;
  rival_name: string;
  featured: string;
  featured_name: string;
  wilds: string[];
  setup: Setup;
}
/**
 * Everything that is agreed before the first roll.
 */
export interface Setup {
  seats: Chair[];
  edition?: string;
  sets?: string[];
  modules?: string[] | null;
  variants?: string[];
  mix?: string;
  featured?: string;
  wilds?: string[];
  without?: string[];
  code?: string;
  packs?: string[];
  trial?: string;
  goal?: number | null;
  daily?: string;
  open?: boolean;
  watch?: boolean;
  chat?: boolean;
  clock?: Clock;
  grace?: number;
  rated?: boolean;
  language?: "en" | "it" | "it-original";
}
/**
 * An option as the engine names it.
 */
export interface DecisionOption {
  code: number;
  index: number;
  text: string;
}
/**
 * What is being decided, and by whom.
 */
export interface DecisionSeen {
  ability: number;
  card: string;
  kind: string;
  opponent: number | null;
  options: DecisionOption[];
  seat: number;
}
/**
 * Something that lasts, on a die or on a seat; until null: this turn.
 */
export interface Effect {
  against?: number;
  amount: number;
  die?: number;
  effect: string;
  seat?: number;
  until: number | null;
}
/**
 * Light and dark quiddity.
 */
export interface Energies {
  dark: EnergyPool;
  light: EnergyPool;
}
/**
 * So much of an energy is paid out already, and so much there is with all dice (13.5).
 */
export interface EnergyPool {
  at_hand: number;
  pool: number;
}
/**
 * The entries of a card and of its die in the files of the sets, as JSON.
 */
export interface EntryFacts {
  set: string;
  card: {
    [k: string]: unknown;
  };
  die_set: string;
  die: {
    [k: string]: unknown;
  };
}
/**
 * What a server offers beside games; all of it is off unless its operator wants it.
 */
export interface Features {
  ratings: boolean;
  push: string;
  webhooks: boolean;
}
/**
 * What the creatures of one card did for a player.
 *
 *     `destroyed` counts opponents' creatures that fell to attacks and challenges in which the card
 *     took part, or to an ability of its own.
 */
export interface Fighter {
  card: string;
  text: string;
  glory: number;
  scored: number;
  summoned: number;
  destroyed: number;
}
/**
 * The host puts a bot into a free seat.
 */
export interface Fill {
  type: "fill";
  seat: number;
  bot: string;
}
/**
 * What was removed of me; answers in games stay, without my name.
 */
export interface Forgot {
  tables: number;
  names: number;
  chat_lines: number;
  reports: number;
}
/**
 * One step of a finished game: what an answer led to.
 *
 *     Frame 0 is the beginning and its view is whole; every other one has only the keys of the view
 *     that differ from the frame before.
 */
export interface Frame {
  number: number;
  turn: number;
  round: number;
  seat: number | null;
  answer: string;
  view: Partial<View>;
  events: Happening[];
  log: LogLine[];
  remark: Remark | null;
}
/**
 * One event for animation: what kind, by which rule, whose, which die, and its numbers.
 */
export interface Happening {
  event: string;
  rule: string;
  seat: number;
  die: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  numbers: [number, number];
}
/**
 * One sentence of the log, with the rule it followed.
 */
export interface LogLine {
  number: number;
  event: string;
  rule: string;
  text: string;
  seat: number;
  you: string;
}
/**
 * What a rival says of what just happened; `moment` says of what.
 */
export interface Remark {
  seat: number;
  moment: "defeat" | "kill" | "loss" | "roll" | "win";
  text: string;
}
/**
 * The host empties a seat before the game begins; its player cannot sit down here again.
 */
export interface Free {
  type: "free";
  seat: number;
}
/**
 * Whether a game counts for ratings, and what it changed once it was rated.
 */
export interface GameRating {
  rated: boolean;
  why: string;
  seats: SeatRating[];
}
/**
 * What a game changed for the player of a seat.
 */
export interface SeatRating {
  seat: number;
  before: RatingFacts;
  after: RatingFacts;
}
/**
 * The host gives a seat back to its player; a player who returns gets it back anyhow.
 */
export interface GiveBack {
  type: "give_back";
  seat: number;
}
/**
 * The server works, and if that was asked, its database too.
 */
export interface Health {
  status: "ok";
  version: string;
  protocol: number;
}
/**
 * The first message: who I am. Without a token I only watch.
 */
export interface Hello {
  type: "hello";
  table: string;
  token?: string;
  language?: "en" | "it" | "it-original";
  version?: number;
}
/**
 * Something to remember, as a sentence and as numbers.
 */
export interface Highlight {
  kind: string;
  seat: number | null;
  card: string;
  number: number;
  text: string;
}
/**
 * What would a bot do? Answered with `advice`, to me alone.
 */
export interface Hint {
  type: "hint";
  state: number;
  bot?: string;
}
/**
 * A seat to be taken: this one, or whichever is free.
 */
export interface Join {
  name: string;
  seat?: number | null;
  bot?: boolean;
  key?: string;
}
/**
 * What a player's dice showed, against the mean of their faces; re-rolls count.
 */
export interface Luck {
  dice: number;
  quiddity: number;
  quiddity_expected: number;
  creatures: number;
  creatures_expected: number;
  percent: number;
  says: string;
}
/**
 * One player's places.
 */
export interface Mat {
  active: ShownDie[];
  aside: PileDie[];
  bag: Bag;
  glory: number;
  quest: QuestingDie[];
  ready: ReadyDie[];
  seat: number;
  spent: PileDie[];
  used: PileDie[];
}
export interface ShownDie {
  card: string;
  class: string;
  die: number;
  face: string;
  marks: (
    | "ability-used"
    | "attacking"
    | "damaged"
    | "dying"
    | "first-defender"
    | "fresh"
    | "kept"
    | "late"
    | "locked"
    | "new"
    | "scoring"
    | "unrolled"
  )[];
  quartifact?: string;
  slot: number;
}
export interface PileDie {
  card: string;
  class: string;
  die: number;
  face?: string;
  marks?: (
    | "ability-used"
    | "attacking"
    | "damaged"
    | "dying"
    | "first-defender"
    | "fresh"
    | "kept"
    | "late"
    | "locked"
    | "new"
    | "scoring"
    | "unrolled"
  )[];
  quartifact?: string;
  slot: number;
}
/**
 * A creature on a quest (12.2).
 */
export interface QuestingDie {
  attached: AttachedDie[];
  attack?: number;
  attack_against?: (number | null)[];
  card: string;
  class: string;
  copies: Copied | null;
  creature: boolean;
  defense?: number;
  die: number;
  face: string;
  glory?: number;
  level?: number;
  marks: (
    | "ability-used"
    | "attacking"
    | "damaged"
    | "dying"
    | "first-defender"
    | "fresh"
    | "kept"
    | "late"
    | "locked"
    | "new"
    | "scoring"
    | "unrolled"
  )[];
  quartifact?: string;
  quest: string;
  quest_slot: number;
  slot: number;
}
/**
 * A die in a Ready Area or on a quest; the numbers are there if it is a creature.
 */
export interface ReadyDie {
  attached: AttachedDie[];
  attack?: number;
  attack_against?: (number | null)[];
  card: string;
  class: string;
  copies: Copied | null;
  creature: boolean;
  defense?: number;
  die: number;
  face: string;
  glory?: number;
  level?: number;
  marks: (
    | "ability-used"
    | "attacking"
    | "damaged"
    | "dying"
    | "first-defender"
    | "fresh"
    | "kept"
    | "late"
    | "locked"
    | "new"
    | "scoring"
    | "unrolled"
  )[];
  quartifact?: string;
  slot: number;
}
/**
 * My name in the club and the one-time code that another device of mine shows.
 */
export interface MemberCode {
  name: string;
  code: string;
}
/**
 * Who I am in the club, and my rating in the present season; null before the first game.
 */
export interface MemberFacts {
  name: string;
  rating: RatingFacts | null;
  rank: number;
  games: number;
  wins: number;
}
/**
 * My name in the club. The key, shown only now, is all that proves it, so keep it.
 */
export interface MemberKey {
  name: string;
  key: string;
}
/**
 * The name that I want in the club; nobody else can take it, or one that looks like it.
 */
export interface NewMember {
  name: string;
}
/**
 * A table to be set up, and the name of its host, who takes the first seat for a person.
 */
export interface NewTable {
  setup: Setup;
  name: string;
  packs?: string[];
  key?: string;
  webhook?: Webhook | null;
}
/**
 * An address that is told of every turn of a game by correspondence, where that is allowed.
 */
export interface Webhook {
  url: string;
  secret: string;
}
/**
 * A code that gives another device a new token for my seat, once; then mine ends.
 */
export interface OneTimeCode {
  code: string;
  seconds: number;
}
/**
 * Who sits where, as the list of tables tells it; kind is free, person, bot or remote.
 */
export interface OpenSeat {
  kind: string;
  name: string;
  bot: string;
}
/**
 * A table in the list: anybody may join it, watch it, or look at its game again.
 */
export interface OpenTable {
  table: string;
  stage: "over" | "playing" | "waiting";
  created: number;
  updated: number;
  edition: string;
  sets: string[];
  clock: Clock;
  language: string;
  seats: OpenSeat[];
  link: string;
}
/**
 * One numbered option of a prompt: its sentence, and what it points at on the table.
 */
export interface OptionShown {
  number: number;
  text: string;
  verb: string;
  card: string;
  die: number | null;
  face: string;
  seat: number | null;
  place: string;
  amount: number;
}
/**
 * My standing orders: what the server answers for me, whether I am there or not.
 */
export interface Orders {
  type: "orders";
  defend?: "ask" | "cheapest" | "strongest" | "weakest";
  reactions?: "ask" | "never";
  pass_alone?: boolean;
  away?: boolean;
}
/**
 * How it ended.
 */
export interface Outcome {
  glory: number[];
  reason: string;
  rule: string;
  winners: number[];
}
/**
 * What a text is as a pack: every fault, or the pack. `content` is the TOML as JSON.
 */
export interface PackCheck {
  faults: PackFault[];
  content: {
    [k: string]: unknown;
  };
  pack: PackFacts | null;
}
/**
 * One thing that is wrong with the text of a pack; lines and columns count from 1, 0: none.
 */
export interface PackFault {
  line: number;
  column: number;
  code: string;
  text: string;
}
/**
 * A pack, and all cards that it has added or changed.
 */
export interface PackFacts {
  id: string;
  name: string;
  version: string;
  author: string;
  languages: string[];
  sets: string[];
  added: string[];
  corrected: string[];
  cards: CardFacts[];
  text: string;
}
/**
 * The packs that a host may choose from here.
 */
export interface PackList {
  packs: PackFacts[];
  own: boolean;
}
/**
 * The text of a pack, to be checked.
 */
export interface PackText {
  text: string;
}
/**
 * Who is here and who is away has changed, and nothing else.
 */
export interface People {
  type: "people";
  players: Player[];
  times: Times;
  watchers: number;
}
/**
 * Who sits in a seat, as everybody sees it.
 */
export interface Player {
  seat: number;
  kind: "bot" | "free" | "person" | "remote";
  name: string;
  bot: string;
  standing_in: boolean;
  here: boolean;
  away_since: number;
  host: boolean;
  kept_for: string;
  member: boolean;
}
/**
 * Clocks: what is left for each seat in seconds, and for whom it runs.
 */
export interface Times {
  kind: "call" | "days" | "game" | "move" | "none";
  left: number[];
  running: number;
  until: number;
}
/**
 * A card, and how many of its dice belong there.
 */
export interface Pile {
  name: string;
  dice: number;
}
/**
 * Are you there? Answered with `pong`.
 */
export interface Ping {
  type: "ping";
  at?: number;
}
/**
 * How a table is set up for a number of players.
 */
export interface PlayersSetup {
  players: number;
  goal: number;
  steps: SetupStep[];
}
/**
 * One thing to do before a game begins, and the rule that says so.
 */
export interface SetupStep {
  text: string;
  rule: string;
}
/**
 * I am here.
 */
export interface Pong {
  type: "pong";
  at: number;
  now: number;
}
/**
 * The whole position but for the generator, so that a program can search in it.
 *
 *     `wire` is what `engine.queries.from_wire` reads; the state of the generator in it is 0.
 */
export interface Position {
  state: number;
  seat: number;
  cards: string;
  rules: {
    [k: string]: unknown;
  };
  wilds: string[];
  wire: number[][];
  packs: string[];
}
/**
 * What this server keeps of people, how long and why, as its settings have it.
 */
export interface Privacy {
  title: string;
  sections: PrivacySection[];
}
/**
 * A part of the privacy page.
 */
export interface PrivacySection {
  title: string;
  lines: string[];
}
/**
 * Why a request was refused; nothing has changed.
 */
export interface Problem {
  code: string;
  text: string;
}
/**
 * What is asked of me now.
 */
export interface Prompt {
  kind: string;
  question: string;
  options: OptionShown[];
  card: string;
  forecast: string[];
  picks: number;
  shortcut: number[];
}
/**
 * A quest card, who is on it, and who carries its quartifacts (12.1).
 */
export interface Quest {
  card: string;
  creatures: number[];
  glory: number;
  left: number;
  level: number;
  levels: number;
  quartifacts: QuestDie[];
  seat: number | null;
  slot: number;
}
/**
 * A quartifact that somebody has won.
 */
export interface QuestDie {
  card: string;
  carrier: number | null;
  class: string;
  die: number;
  face: string;
  marks: (
    | "ability-used"
    | "attacking"
    | "damaged"
    | "dying"
    | "first-defender"
    | "fresh"
    | "kept"
    | "late"
    | "locked"
    | "new"
    | "scoring"
    | "unrolled"
  )[];
  quartifact?: string;
  seat: number;
  slot: number;
}
/**
 * A message that was not obeyed; nothing has changed.
 *
 *     Codes: `malformed`, `stale`, `illegal`, `not_yours`, `not_host`, `not_now`, `too_fast`,
 *     `too_long`, `no_table`, `bad_token`, `version`, `storage`, `off`.
 */
export interface Refused {
  type: "refused";
  code: string;
  text: string;
  to: string;
  state: number;
}
/**
 * A bot for a player who has been away longer than the grace time; the host may ask.
 */
export interface Replace {
  type: "replace";
  seat: number;
  bot?: string;
}
/**
 * A finished game, step by step, as a watcher sees it.
 *
 *     The view of frame 0 is whole; every other frame has only the keys that differ from the frame
 *     before.
 */
export interface Replay {
  table: string;
  players: string[];
  commitment: string;
  secret: string;
  numbers: string[];
  seed: string;
  turns: TurnMark[];
  frames: Frame[];
}
/**
 * Where a turn begins: the frame in which it did, and whose turn it is.
 */
export interface TurnMark {
  turn: number;
  round: number;
  seat: number;
  frame: number;
}
/**
 * A line of chat, by its number, or else a player's name, that the operator should look at.
 */
export interface Report {
  reason: "insult" | "other" | "private" | "spam" | "threat";
  line?: number | null;
  seat?: number | null;
  note?: string;
}
/**
 * What I reported is kept for the operator.
 */
export interface Reported {
  report: number;
}
/**
 * A rule; events and refusals name it by its id.
 */
export interface RuleFacts {
  rule: string;
  title: string;
  text: string;
}
/**
 * The whole digest of the rules.
 */
export interface RuleList {
  sections: Section[];
}
/**
 * Rules that belong together.
 */
export interface Section {
  section: string;
  title: string;
  rules: RuleFacts[];
}
/**
 * A line of chat.
 */
export interface Say {
  type: "say";
  text: string;
}
/**
 * One player's game.
 */
export interface SeatSummary {
  seat: number;
  name: string;
  glory: number;
  captures: Captured[];
  best: Fighter[];
  luck: Luck;
  banner: string;
  best_turn: number;
  achievements: string[];
}
/**
 * My seat. The token is shown only now; it is what lets you play the seat, so keep it.
 */
export interface Seated {
  table: string;
  seat: number | null;
  token: string;
  link: string;
}
/**
 * The host closes the table's chat, or opens it again.
 */
export interface SetChat {
  type: "set_chat";
  open: boolean;
}
/**
 * All achievements, in order.
 */
export interface Shelf {
  trophies: Trophy[];
}
/**
 * An achievement for people: its name, how to earn it, and the class of dice it is drawn as.
 */
export interface Trophy {
  id: string;
  die: string;
  name: string;
  how: string;
}
/**
 * A whole game; `glory[seat][round]` begins with round 0, before the first turn.
 */
export interface Summary {
  players: string[];
  winners: number[];
  rule: string;
  why: string;
  goal: number;
  rounds: number;
  turns: number;
  glory: number[][];
  seats: SeatSummary[];
  highlights: Highlight[];
  reason: string;
  share: string[];
}
/**
 * All there is to know after `hello`, and again after whatever changes more than the game.
 *
 *     `view` is what `Game.observe` gives for my seat (a watcher's seat is null), null before the
 *     game begins. Without `numbers` the table is one of version 1, and its seed is the secret itself.
 */
export interface Table {
  type: "table";
  table: string;
  state: number;
  stage: "over" | "playing" | "waiting";
  me: number | null;
  host: boolean;
  setup: Setup;
  players: Player[];
  commitment: string;
  view: View | null;
  prompt: Prompt | null;
  waiting_for: number | null;
  log: LogLine[];
  chat: ChatLine[];
  times: Times;
  can_undo: boolean;
  why_not: string;
  orders: Orders | null;
  numbers: string[];
  begins_by: number;
  secret: string;
  seed: string;
  again: string;
  barred: string[];
  chat_closed: "" | "host" | "operator";
  rated: boolean | null;
  why_unrated: string;
  can_ask_undo: boolean;
  undo_request: UndoRequest | null;
  undone_by_consent: boolean;
  what_if: WhatIf | null;
  version: number;
}
/**
 * A player asks to take back an answer across a revealed fact, or has asked.
 *
 *     Of a request that is no longer `open`, `text` says what became of it.
 */
export interface UndoRequest {
  seat: number;
  text: string;
  open: boolean;
  waits_for: number[];
  until: number;
}
/**
 * The finished game that a "what if" goes on from: its table, and the frame of its replay.
 */
export interface WhatIf {
  table: string;
  frame: number;
}
/**
 * What everybody with the link may know of a table without connecting to it.
 */
export interface TableFacts {
  table: string;
  stage: "over" | "playing" | "waiting";
  setup: Setup;
  players: Player[];
  commitment: string;
  link: string;
  numbers: string[];
  secret: string;
  seed: string;
  waiting_for: number | null;
  until: number;
}
/**
 * The open tables of a stage, those with the newest changes first.
 */
export interface TableList {
  tables: OpenTable[];
}
/**
 * The packs that a table plays with, the first one lowest.
 */
export interface TablePacks {
  packs: PackFacts[];
}
/**
 * Something that is taught.
 */
export interface Topic {
  name: string;
  text: string;
}
/**
 * A guided first game, step by step.
 */
export interface Tutorial {
  guide: string;
  title: string;
  about: string;
  players: string[];
  goal: number;
  minutes: number;
  topics: Topic[];
  steps: TutorialStep[];
  left: string;
  done: string;
}
/**
 * What happened since the step before, what the guide says of it, and what is asked.
 *
 *     The view of step 0 is whole, later ones have only the keys that differ. With a prompt, the
 *     option of the number `choose` is right; for any other, `nudge` has a sentence by the option's
 *     verb, or else under "". Without a prompt and without words, somebody else did something.
 */
export interface TutorialStep {
  number: number;
  topic: string;
  view: Partial<View>;
  events: Happening[];
  log: LogLine[];
  says: string;
  lights: string[];
  prompt: Prompt | null;
  choose: number;
  praise: string;
  nudge: {
    [k: string]: string;
  };
}
/**
 * Take back my last answer; it goes back to the last revealed fact at most.
 */
export interface Undo {
  type: "undo";
  state: number;
}
/**
 * The game went on: the new state, what happened, and what is asked now.
 *
 *     `view` has only the keys that differ from the view sent before, that of `since`; the
 *     others are as they were.
 */
export interface Update {
  type: "update";
  state: number;
  view: Partial<View>;
  events: Happening[];
  log: LogLine[];
  prompt: Prompt | null;
  waiting_for: number | null;
  times: Times;
  can_undo: boolean;
  why_not: string;
  undone: boolean;
  log_from: number;
  since: number;
  by: "bot" | "clock" | "order" | "player";
  remark: Remark | null;
  can_ask_undo: boolean;
}
/**
 * All that a seat may see; a watcher's seat is null.
 */
export interface View {
  active: number;
  anchor_used: boolean;
  at_hand: number;
  attack: Attack | null;
  captures: number;
  challenge: Challenge | null;
  decision: DecisionSeen | null;
  discount: number;
  effects: Effect[];
  energy: Energies;
  glory: number[];
  goal: number;
  house_rules: string[];
  lock_used: boolean;
  phase: number;
  phases: number;
  pool: number;
  quests: Quest[];
  removed: {
    [k: string]: number;
  };
  result: Outcome | null;
  round: number;
  rules: {
    [k: string]: unknown;
  };
  seat: number | null;
  seats: Mat[];
  turn: number;
  waiting: Waiting[];
  wilds: Wild[];
}
/**
 * An ability that is going to be resolved.
 */
export interface Waiting {
  ability: number;
  card: string;
  die: number;
  seat: number;
}
export interface Wild {
  anchored: Anchored | null;
  captured: boolean;
  card: string;
  class: string;
  confidence: {
    [k: string]: "original" | "recalled" | "sourced";
  };
  cost: number;
  cost_now: number;
  discount: number | null;
  discount_now: number | null;
  energy: "" | "dark" | "light";
  faces: string[];
  glory: number;
  kind: "basic" | "creature" | "quest" | "spell";
  left: number;
  level: number;
  set: string;
  slot: number;
}
/**
 * Where a finished game is to go on: a frame of its replay, and the seat that I play.
 */
export interface WhatIfWish {
  frame: number;
  seat: number;
  name: string;
}
/**
 * Cards of a real table with the dice that lie on them, and the code that gives them again.
 */
export interface Wilds {
  code: string;
  seed: number;
  cards: Pile[];
}
/**
 * The Wilds that were wished for, and how to set up a table with them.
 */
export interface WildsAnswer {
  players: number;
  edition: string;
  sets: string[];
  modules: string[];
  house_rules: string[];
  basics: Pile[];
  wilds: Wilds[];
  setups: PlayersSetup[];
}
/**
 * Wilds for a real table, by wishes and chance or by a set-up code.
 *
 *     What is null is as the code says; without a code: two players, the base set, what sets bring.
 */
export interface WildsWish {
  players?: number | null;
  edition?: string;
  sets?: string[] | null;
  modules?: string[] | null;
  mix?: string;
  featured?: string;
  wilds?: string[];
  without?: string[];
  code?: string;
  swap?: string[];
  seed?: number | null;
  count?: number;
}
/**
 * Withdraw my own `undo_request`.
 */
export interface WithdrawUndo {
  type: "withdraw_undo";
}
/** The version of the protocol that these types describe. */
export const VERSION = 2;
