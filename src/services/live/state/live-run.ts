// A bot that this process runs, as its supervisor knows it: its run itself lives in a thread. All
// of it can be made again from what is stored, and is thrown away whenever that is in doubt.

import type { Order } from '#venue-port/order/order.ts';
import type { WaitingInput } from '#ports/stores/bot-inbox.ts';
import type { BotFence, BotLine, BotRunRecord, BotRunStep } from '#ports/stores/bot-run-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import type { MarketWindow } from '#services/live/state/market-window.ts';
import type { RunPhase } from '#services/live/state/run-lifecycle.ts';
import type {
  Ending,
  Poll,
  RunId,
  RunValues,
  RunView,
  StepCause,
} from '#services/live/state/run-messages.ts';

export type LiveRun = {
  readonly identity: RunIdentity;
  readonly run: RunState;
  readonly venue: DeliveredVenue;
  readonly orders: OrdersState;
  readonly schedule: RunSchedule;
  readonly news: NewsState;
  readonly subscription: Subscription;
  /** What the run has done and is not known to be written yet; nothing else is done before that. */
  readonly pending: PendingStep | null;
};

/** Which run it is; another one of its bot is another record. */
export type RunIdentity = {
  readonly bot: Bot;
  readonly at: AccountAtExchange;
  /** The bot was stopped: nothing is run, and what its orders do is still delivered to it. */
  readonly isFollowed: boolean;
  /** When it was; zero: it was not. */
  readonly stoppedAtMs: number;
};

/** Where the run is and how far it has come. */
export type RunState = {
  /** Changed by run-lifecycle.ts alone, as `ending` and `pending` are. */
  readonly phase: RunPhase;
  /** Why the run is to end, or has ended; null while it continues. */
  readonly ending: Ending | null;
  /** Another one when the lease was lost and nobody else had it since. */
  fence: BotFence;
  readonly setup: LiveSetup;
  readonly window: MarketWindow;
  place: RunPlace;
  snapshot: SnapshotMark;
  /** After the newest step. */
  view: RunView;
  /** As it is stored. */
  record: BotRunRecord;
  /** Lines of the service for the bot's log. */
  notes: BotLine[];
  /** The last tries to update it failed, and its log says so. */
  isFailing: boolean;
};

/** What its thread was informed of its venue. */
export type DeliveredVenue = {
  /** The text of the wallet; null: of none. */
  walletText: string | null;
  standing: MarketWindow['standing'];
  /** Of a stopped bot: its exchange may not list yet what closes its positions. */
  awaitsClosing: boolean;
};

export type OrdersState = {
  /** The run's name of an order by the stored one. */
  readonly names: Map<string, string>;
  /** Intents may be written that were not sent. */
  mayBeUnsent: boolean;
};

/** What the run is due for besides closed minutes. Instants are of the monotonic clock. */
export type RunSchedule = {
  /** What came for it and was not taken in yet, and the sequences that were. */
  inbox: WaitingInput[];
  readonly taken: Set<number>;
  /** What some of its orders wait for was sent just now. */
  isArrivalDue: boolean;
  /** The poll that is due between closes; null: none. */
  poll: Poll | null;
  /** Zero: not known yet. */
  nextPollMs: number;
  nextPricesMs: number;
  /** It sent orders since polls were scheduled last. */
  hasSent: boolean;
  /** When that was noted, and when what became of them is polled. */
  sentAtMs: number;
  accountPollMs: number;
  /** Up to which row its orders were looked after while it rests, and when that counts as late. */
  idleRow: number;
  idlePollMs: number;
};

/** What a stream announced; see `noteNews`. Instants are of the monotonic clock. */
export type NewsState = {
  /** How often there was news: one poll may have begun before the newest. */
  count: number;
  /** By fill id, since when the lists of the venue lack it. */
  readonly announced: Map<string, number>;
  /** Fills that were read lately: they may be announced afterwards. */
  readonly readFillIds: Set<string>;
  /** When what was announced is looked for again. */
  nextLookMs: number;
};

/** To the values of its script. */
export type Subscription = {
  /** The run that records them; null: none does. */
  runId: RunId | null;
  /** Of its newest update, until they are written. */
  values: RunValues | null;
};

/** Where a run is loaded. */
export type RunPlace = {
  readonly runId: RunId;
  readonly ownerId: string;
  readonly thread: number;
  /** Of the thread, which has lost the run when it is another. */
  readonly generation: number;
};

/** What of the run is stored in a snapshot. */
export type SnapshotMark = {
  /** Minutes before this instant, and so many events, are in the newest one. */
  readonly doneUntilMs: number;
  readonly eventCount: number;
  /** Why there is none, as its owner was notified; null: nothing is known to be in the way. */
  readonly refusal: string | null;
};

export const NO_SNAPSHOT: SnapshotMark = { doneUntilMs: 0, eventCount: 0, refusal: null };

export type PendingStep = {
  readonly step: BotRunStep;
  readonly orders: readonly Order[];
  /** What the step was for. */
  readonly cause: StepCause;
};
