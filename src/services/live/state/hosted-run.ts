// A run of a bot in its thread, as it stands. All of it can be made again from what is stored: the
// thread may be ended at any time.

import type { PointsToTell } from '#domain/data-series/delivered-points.ts';
import type { RestingOrder, Trail } from '#domain/matching/resting-order.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { UpdateValues } from '#backtesting/port-values/update-values.ts';
import type { RunBrain } from '#engine/run/run-brain.ts';
import type { IntrabarPrice, OrderToPlace, RunEvent } from '#engine/run/run-event.ts';
import type { Run } from '#engine/run/run.ts';
import type { HeldSeriesApi } from '#engine/series/make-series-api.ts';
import type { BotEquityPoint } from '#ports/stores/bot-equity-store.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { AccountSequence, OrderSupport } from '#venue-port/exchange/exchange.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import type { MarketStanding, RunWindow } from '#services/live/state/market-window.ts';
import type { Ending, RunProgress } from '#services/live/state/run-messages.ts';
import type { RunSeries } from '#services/live/state/run-series.ts';
import type { VenueWallet } from '#services/live/state/venue-wallet.ts';
import type { FillPiece } from '#services/live/state/fill-pieces.ts';

/** What happened to the run beside minutes, after so many rows were run. */
export type LiveEvent = {
  readonly row: number;
  /** Of a fill: its instant at the exchange, where the event has another one. */
  readonly filledAtMs?: number;
  /** Of a fill: its place at the exchange within that instant, where it has one. */
  readonly fillSequence?: AccountSequence;
  /** Of a fill: what of its order makes no lot after it; left out: nothing, or as before. */
  readonly piece?: FillPiece;
  readonly event:
    | Extract<RunEvent, { kind: 'filled' | 'ended' | 'funded' | 'liquidated' }>
    /** Rows before this one were passed over, because the bot was paused. */
    | { readonly kind: 'skipped'; readonly toRow: number }
    /** Out of the inbox; `atMs` is when the run took it in. */
    | {
        readonly kind: 'input';
        readonly input: BotInput;
        readonly atMs: number;
        /** Left out in events of earlier releases. */
        readonly sequence?: number;
      }
    /** An update between closes. */
    | { readonly kind: 'moment'; readonly atMs: number; readonly prices: readonly IntrabarPrice[] }
    /** Orders that waited for what was sent before them were looked at again. */
    | { readonly kind: 'arrivals' }
    /** An order filled less than a lot, with what it had filled so before. */
    | { readonly kind: 'piece'; readonly orderId: string; readonly piece: FillPiece }
    /** The exchange does not hold a stop that was sent to it; from now on the service does. */
    | {
        readonly kind: 'taken_over';
        readonly orderId: string;
        readonly message: string;
        readonly atMs: number;
      }
    | { readonly kind: 'wallet'; readonly wallet: VenueWallet }
    /** Points of a data series became known to it. */
    | { readonly kind: 'points'; readonly points: PointsToTell };
};

export type HostedRun = {
  readonly identity: HostedIdentity;
  readonly engine: HostedEngine;
  readonly venue: SeenVenue;
  readonly orders: HostedOrders;
  readonly progress: HostedProgress;
  readonly written: WrittenTally;
};

export type HostedIdentity = {
  readonly bot: RunOwner;
  /** What its exchange retains of orders. */
  readonly orderSupport: OrderSupport;
  /** The bot was stopped: nothing is run, and what its orders do is still delivered to it. */
  readonly isFollowed: boolean;
};

/** What computes the run, and from what. */
export type HostedEngine = {
  readonly setup: LiveSetup;
  readonly window: RunWindow;
  /** Null: its script reads none. */
  readonly dataSeries: RunSeries | null;
  readonly run: Run;
  readonly brain: RunBrain;
  readonly series: HeldSeriesApi;
  /** While somebody subscribes to its values; see trace-run.ts. */
  values: UpdateValues | null;
};

/** What the run knows of its exchange. */
export type SeenVenue = {
  /** As its exchange showed it last. */
  wallet: VenueWallet;
  walletText: string;
  /** The wallet of the newest event, and whether the run looked since. */
  deliveredWallet: string;
  hasReadWallet: boolean;
  /** How its markets stand, as far as its log tells. */
  standing: ReadonlyMap<MarketTag, MarketStanding>;
  /** Fills that were delivered, as far as this thread knows: an exchange may show one twice. */
  readonly seenFillIds: Set<string>;
  /** Of contracts, oldest first, as far back as funding may still be listed. */
  heldChanges: readonly HeldChange[];
  /** Orders whose outcome is unknown, as its log says, by the run's names. */
  readonly unresolvedOrderIds: Set<string>;
  /** Rounds in a row in which the account showed less than the bot holds. */
  uncoveredRounds: number;
};

/** What a fill or a liquidation changed of what the run holds. */
export type HeldChange = {
  readonly marketTag: MarketTag;
  /** By the exchange's clock. */
  readonly atMs: number;
  readonly sequence?: AccountSequence;
  /** Below zero where it sold. */
  readonly lots: bigint;
};

export type HostedOrders = {
  /** The run's name of an order by the stored one, and what has changed in them since a reply. */
  readonly orderIds: Map<string, string>;
  readonly namesAdded: (readonly [storedId: string, orderId: string])[];
  readonly namesRemoved: string[];
  /** Orders that the script no longer wants, by the run's names, until they have ended. */
  readonly cancelsWanted: Set<string>;
  /** Requested and not placed yet: exits that wait for what they are to reduce. */
  waiting: OrderToPlace[];
  /** Orders that wait here for their price, by the run's names. */
  readonly emulated: Map<string, RestingOrder>;
  /** Trails of emulated orders that ended and continue as others, by the names of the ended. */
  readonly leftTrails: Map<string, Trail>;
  /** Those that the service holds because the exchange would not, by the run's names. */
  readonly takenOver: Set<string>;
  /** Stops that came with an entry, by the run's names, and the names of their entries. */
  readonly attached: Map<string, string>;
  /** Those that were triggered, until they have ended. */
  readonly triggered: Set<string>;
  /** What orders have filled that makes no lot, by the run's names. */
  readonly pieces: Map<string, FillPiece>;
};

/** How far the run has come. */
export type HostedProgress = {
  /** Rows before this one were run. */
  doneRow: number;
  /** Up to which row its orders were looked after without running. */
  polledRow: number;
  /** The instant for which the newest update decided. */
  decidedAtMs: number;
  /** Why the run ends; null while it continues. */
  ending: Ending | null;
};

/** What the run's steps say of it, and what a run that is made again is compared by. */
export type WrittenTally = {
  /** After the newest step. */
  progress: RunProgress;
  /** How many closed positions and filled orders of the run are in its steps. */
  closedCount: number;
  filledCount: number;
  /** The curve and the point of equity that its steps of this process said last. */
  curve: string | null;
  equity: WrittenEquity | null;
  placedCount: number;
  placedDigest: string;
  /** Of all events that were delivered to it, in their order. */
  inputsDigest: string;
};

export type WrittenEquity = {
  readonly atMs: number;
  readonly units: number;
  readonly realized: number;
  /** Is written before the next one. */
  readonly unwritten: BotEquityPoint | null;
};

export type RunOwner = Pick<Bot, 'botId' | 'activation' | 'accountId'>;
