// Messages between the supervisor of running bots and the threads that their scripts run on: plain
// data, in both directions.

import type { Decimal } from '#lib/decimal.ts';
import type { Stopper } from '#domain/risk/stopper.ts';
import type { Result } from '#lib/result.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { PointsToTell } from '#domain/data-series/delivered-points.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import type { UpdateValue } from '#backtesting/port-values/update-values.ts';
import type { WaitingInput } from '#ports/stores/bot-inbox.ts';
import type { BotLine, BotRunRecord, BotRunStep } from '#ports/stores/bot-run-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import type { OrderSupport, VenueFill, VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { MissingHistory } from '#services/backtests/warm-up-wish.ts';
import type { RetainedMemory } from '#services/live/state/live-setup.ts';
import type { MarketStanding } from '#services/live/state/market-window.ts';
import type { FeeRates } from '#services/live/state/fee-rates.ts';
import type { VenueWallet } from '#services/live/state/venue-wallet.ts';

/**
 * What is queried at the venue between closes. `prices`: the run is updated on the last prices;
 * `fills`: it is updated if something has filled; `account`: what has filled is delivered to it and
 * written down, and it is not updated.
 */
export type Poll = 'prices' | 'fills' | 'account' | 'idle';

/**
 * What a step was for. `venue`: only what its venue did; `arrivals`: orders that waited for others;
 * `minutes`: minutes that closed; `idle_minutes`: the same of a bot at rest; `inputs`: what was
 * sent to the bot; `intrabar_update`: an update between closes, with such inputs or without.
 */
export type StepCause =
  | 'venue'
  | 'arrivals'
  | 'minutes'
  | 'idle_minutes'
  | 'inputs'
  | 'intrabar_update';

/** A run in a thread; each time that one is loaded it has another name. */
export type RunId = string;

/** Where a run stands: its record without the setup, which never changes. */
export type RunProgress = Omit<BotRunRecord, 'setup'>;

/** The minutes of a window; threads read them where the supervisor writes them. */
export type WindowColumns = ReadonlyMap<MarketTag, CandleColumns>;

export type Ending = {
  readonly reason: string;
  readonly isFault: boolean;
  readonly by: Stopper;
};

export type LoadRequest = {
  readonly kind: 'load';
  readonly runId: RunId;
  readonly bot: Pick<Bot, 'botId' | 'activation' | 'accountId'>;
  readonly record: BotRunRecord;
  /** Where it is loaded from; null: from its beginning. */
  readonly snapshot: BotSnapshot | null;
  /** Its events since, oldest first, as they are stored. */
  readonly events: readonly string[];
  readonly windowKey: string;
  /** Open time of the window's first minute. */
  readonly startMs: number;
  readonly orderSupport: OrderSupport;
  readonly isFollowed: boolean;
};

/** A run that has not begun: how much more history its series would need is found out with it. */
export type RehearseRequest = Omit<LoadRequest, 'kind' | 'snapshot' | 'events'> & {
  readonly kind: 'rehearse';
};

/** What the exchange and our records show of a bot; the run knows nothing of it yet. */
export type VenueSnapshot = {
  /** Null: as it was when it was delivered last. */
  readonly wallet: SeenWallet | null;
  readonly fills: readonly VenueFill[];
  readonly cursor: string | null;
  /** Of fees in a currency that is on neither side of their market. */
  readonly feeRates: FeeRates;
  readonly margin: {
    readonly events: readonly VenueMarginEvent[];
    readonly cursor: string | null;
  };
  /** False: there is funding, or a liquidation, that is left to the next reading. */
  readonly isComplete: boolean;
  /** By the exchange's clock: what happened before this instant is listed by now. */
  readonly completeUntilMs: number;
  /** Of a stopped bot: until when what closes its positions may have filled; 0: nothing does. */
  readonly closedAtMs: number;
  /** Orders among the fills that the run has released. */
  readonly forgotten: ForgottenOrders;
  /** Its open orders as they are stored, by the run's names. */
  readonly orders: ReadonlyMap<string, Order>;
  /** The last prices of its markets, where it is to be updated on them. */
  readonly prices: readonly LastPrice[];
};

export type LastPrice = { readonly marketTag: MarketTag; readonly price: Decimal };

/** An order that no script sees, by the run's name, and what of it may still be booked. */
export type ForgottenOrder = { readonly orderId: string; leftLots: Lots };

/** By stored name. */
export type ForgottenOrders = ReadonlyMap<string, ForgottenOrder>;

/** A wallet, and its text to be compared with. */
export type SeenWallet = { readonly wallet: VenueWallet; readonly text: string };

/** What of data series was known up to the close of a minute, and not given yet. */
export type KnownUntil = { readonly untilMs: number; readonly series: readonly PointsToTell[] };

export type AdvanceRequest = {
  readonly kind: 'advance';
  readonly runId: RunId;
  readonly nowMs: number;
  /** The row of the minute in which the bot was started last. */
  readonly startedRow: number;
  /** When the bot was stopped; zero: it was not. */
  readonly stoppedAtMs: number;
  readonly venueSnapshot: VenueSnapshot;
  /** How its markets stand, when that has changed. */
  readonly standing: ReadonlyMap<MarketTag, MarketStanding> | null;
  /** Points of data series that its script reads; null: it reads none, or is not to be run. */
  readonly known: KnownUntil | null;
  readonly poll: Poll | null;
  /** What some of its orders wait for was sent. */
  readonly isArrivalDue: boolean;
  readonly inputs: readonly WaitingInput[];
  /** Why the run is to end, if it is. */
  readonly ending: Ending | null;
  /** Lines of the service for the bot's log. */
  readonly notes: readonly BotLine[];
};

/** Whose run a request is about, and whether that owner may take no more than its share. */
export type RequestShare = { readonly ownerId: string; readonly isLimited: boolean };

export type RunRequest = RunWork & {
  /** Left out: nobody is charged. */
  readonly share?: RequestShare;
};

type RunWork =
  /** Minutes of a window that the thread does not have, or more of one that it has. */
  | {
      readonly kind: 'window';
      readonly windowKey: string;
      readonly isCut: boolean;
      readonly markets: readonly Market[];
      readonly columns: WindowColumns;
    }
  | { readonly kind: 'close_window'; readonly windowKey: string }
  | LoadRequest
  | RehearseRequest
  /** The next part of a run that is being loaded or rehearsed. */
  | { readonly kind: 'go_on'; readonly runId: RunId }
  | { readonly kind: 'memory'; readonly runId: RunId }
  /** The run as it stands after its newest step. */
  | { readonly kind: 'snapshot'; readonly runId: RunId }
  /** Its next updates record what the blocks of its script give; null: they do not. */
  | { readonly kind: 'trace'; readonly runId: RunId; readonly traced: TracedVisual | null }
  | AdvanceRequest
  | { readonly kind: 'release'; readonly runId: RunId };

/** An order of a run that its exchange may have. */
export type ShownOrder = {
  readonly orderId: string;
  readonly storedId: string;
  readonly openedAtMs: number;
  readonly timeoutMs: number | null;
  readonly isCancelWanted: boolean;
  /** Its name at the exchange, before the service took it over; left out: it did not. */
  readonly formerId?: string;
};

/** An order that waited with us and whose price has come, by the run's name. */
export type TriggeredOrder = {
  readonly orderId: string;
  /** Orders that have to end before it is sent, with what the run knows to be filled of them. */
  readonly after: readonly { readonly orderId: string; readonly filledAmount: Decimal }[];
};

/** What the supervisor has to know of a run between two steps. */
export type RunView = {
  /** Rows before this one were run, and up to which one its orders were looked after. */
  readonly doneRow: number;
  readonly polledRow: number;
  readonly isPaused: boolean;
  /** Its script requested updates between closes, and for some when orders have filled. */
  readonly isFast: boolean;
  readonly followsFills: boolean;
  readonly openCount: number;
  /** Open orders that were requested and not placed yet. */
  readonly waitingCount: number;
  /** Open orders that were written down to be sent. */
  readonly sent: readonly ShownOrder[];
  readonly triggered: readonly TriggeredOrder[];
  /** How many orders the run has requested, and whether it has released some. */
  readonly placedCount: number;
  readonly requestedCount: number;
  readonly hasForgotten: boolean;
  /** By name of a data series, the instant of the newest point that it was given; null: of none. */
  readonly delivered: ReadonlyMap<string, number | null>;
};

/** Names of orders by their stored ids: new ones, and those that the run has released. */
export type NamesOfOrders = {
  readonly added: readonly (readonly [storedId: string, orderId: string])[];
  readonly removed: readonly string[];
};

/** What the blocks of a script gave in an update, and when that was. */
export type RunValues = { readonly atMs: number; readonly values: readonly UpdateValue[] };

/** A step without what only the supervisor keeps. */
export type MadeStep = Omit<BotRunStep, 'record'> & { readonly progress: RunProgress };

export type StepMessage = {
  readonly step: MadeStep;
  readonly orders: readonly Order[];
  readonly cause: StepCause;
};

/** Processor time of a request, and whether its owner's runs may still go on among others'. */
export type Charge = { readonly tookMs: number; readonly isWithinShare: boolean };

export type RunReply = RunOutcome & {
  /** Left out: nobody is charged. */
  readonly charge?: Charge;
};

type RunOutcome =
  | { readonly kind: 'done' }
  /** Sent again with `go_on`, it goes on. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly view: RunView; readonly names: NamesOfOrders }
  /** Minutes before those of the window that its series lack; the run is gone. */
  | ({ readonly kind: 'rehearsed' } & MissingHistory)
  /** The run reads minutes from before its window; it is gone, and needs a whole one. */
  | { readonly kind: 'needs_earlier' }
  /** The snapshot is of no use, for a reason in words. */
  | { readonly kind: 'unfit'; readonly reason: string }
  /** The bot cannot run, for a reason in words. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'memory'; readonly memory: RetainedMemory }
  /** The rejection says what of the run cannot be stored. */
  | { readonly kind: 'snapshot'; readonly snapshot: Result<BotSnapshot, string> }
  /** False: its values cannot be recorded. */
  | { readonly kind: 'traced'; readonly isTraced: boolean }
  | {
      readonly kind: 'advanced';
      readonly made: StepMessage | null;
      readonly ending: Ending | null;
      readonly view: RunView;
      readonly names: NamesOfOrders;
      /** Whether the poll, or what waited to arrive, is done with. */
      readonly isPolled: boolean;
      readonly hasArrived: boolean;
      /** Of its newest update, while somebody subscribes to them; null: there is none. */
      readonly values: RunValues | null;
    }
  /** Nothing was done: the owner of the run is above its share of the thread. */
  | { readonly kind: 'over_share' }
  /** The thread does not have the run. */
  | { readonly kind: 'unknown' }
  /** A mistake of ours; the run is gone, the thread goes on. */
  | { readonly kind: 'failed'; readonly cause: string };
