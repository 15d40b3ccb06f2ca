// A bot that this process runs, as its supervisor knows it: whose it is, what waits for it, and
// what it was shown of its run, which lives in a thread. All of it can be made again from what is
// stored, and is thrown away whenever that is in doubt.

import type { Order } from '#domain/order/order.ts';
import type { WaitingInput } from '#ports/bot-inbox.ts';
import type { BotFence, BotLine, BotRunRecord, BotRunStep } from '#ports/bot-run-store.ts';
import type { Bot } from '#ports/bot-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import type { MarketWindow } from '#services/live/state/market-window.ts';
import type {
  Ending,
  NamesOfOrders,
  Poll,
  RunId,
  RunView,
} from '#services/live/state/run-messages.ts';

/** Where a run is loaded. */
export type RunPlace = {
  readonly runId: RunId;
  readonly thread: number;
  /** Of the thread, which has lost the run when it is another. */
  readonly generation: number;
};

export type LiveRun = {
  readonly bot: Bot;
  /** Another one when the lease was lost and nobody else had it since. */
  fence: BotFence;
  readonly at: AccountAtExchange;
  readonly setup: LiveSetup;
  readonly window: MarketWindow;
  /** The bot was stopped: nothing is run, and what its orders do is still told to it. */
  readonly isFollowed: boolean;
  place: RunPlace;
  snapshot: SnapshotMark;
  /** After the newest step. */
  view: RunView;
  /** As it is stored. */
  record: BotRunRecord;
  /** The text of the wallet that the thread was told last; null: of none. */
  toldWallet: string | null;
  /** The run's name of an order by the stored one. */
  readonly orderIds: Map<string, string>;
  /** What some of its orders wait for was sent just now. */
  mustArrive: boolean;
  /** How its markets stand, as far as the run was told. */
  standing: MarketWindow['standing'];
  /** What came for it and was not taken in yet, and the sequences that were. */
  inbox: WaitingInput[];
  readonly taken: Set<number>;
  /** Lines of the service for its log. */
  notes: BotLine[];
  /** What the run has done and is not known to be written yet; nothing goes on before that. */
  pending: PendingStep | null;
  /** Why it is to be looked at between closes; null: it is not. */
  look: Poll | null;
  /** By the monotonic clock; zero: not known yet. */
  nextLookMs: number;
  nextPricesMs: number;
  /** It sent orders since looks were noted last. */
  hasActed: boolean;
  /** When that was noted, and when what became of them is looked at, by the monotonic clock. */
  actedAtMs: number;
  accountLookMs: number;
  /** Orders may have been written and not sent. */
  mustResume: boolean;
  /** The last tries to update it failed, and its log says so. */
  isFailing: boolean;
  /** Why the run is over; null while it goes on. */
  over: Ending | null;
};

/** What of the run is stored in a snapshot. */
export type SnapshotMark = {
  /** Minutes before this instant, and so many events, are in the newest one. */
  readonly doneUntilMs: number;
  readonly eventCount: number;
  /** Why there is none, as its owner was told; null: nothing is known to be in the way. */
  readonly refusal: string | null;
};

export const NO_SNAPSHOT: SnapshotMark = { doneUntilMs: 0, eventCount: 0, refusal: null };

export type PendingStep = { readonly step: BotRunStep; readonly orders: readonly Order[] };

/** Takes in how the names of its orders have changed. */
export function noteNames({ orderIds }: LiveRun, { added, removed }: NamesOfOrders): void {
  for (const [storedId, orderId] of added) orderIds.set(storedId, orderId);
  for (const storedId of removed) orderIds.delete(storedId);
}
