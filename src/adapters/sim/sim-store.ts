// Store port of the simulated exchange's accounts. Every change of an account is one commit that is
// refused when the account has changed since it was read, so no lock is held between the two.

import type { LedgerBook } from '#domain/ledger/ledger.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type {
  MarginEventPlace,
  SimAccount,
  SimFill,
  SimMarginEvent,
  SimOrder,
} from '#adapters/sim/sim-account.ts';
import type { SimCommit } from '#adapters/sim/sim-commit.ts';
import type { Booking } from '#domain/venue/venue-effects.ts';

export type SimWallet = {
  readonly marketType: MarketType;
  readonly books: readonly LedgerBook[];
  readonly dueAtMs: number | null;
  readonly updatedAtMs: number;
};

export type CommitResult =
  | 'committed'
  /** The account has changed; nothing was written. */
  | 'stale'
  /** The account has an order with the client order id; nothing was written. */
  | 'duplicate';

export type PlacedMarginEvent = {
  readonly place: MarginEventPlace;
  readonly event: SimMarginEvent;
};

export type DueAccount = {
  readonly accountId: string;
  readonly version: number;
  readonly dueAtMs: number;
};

/** Null when there is no such account. It is as old as the account is due. */
export type SimReading<T> = {
  readonly items: readonly T[];
  readonly dueAtMs: number | null;
} | null;

export type NamedBooking = Booking & {
  /** Null: it refers to no order. */
  readonly clientOrderId: string | null;
};

/** All throw Failure; `open` and `commit` may throw OutcomeUnknown. */
export type SimStore = {
  /** False, and nothing is written, when the account has a wallet already. */
  open(account: SimAccount, bookings: readonly Booking[]): Promise<boolean>;
  load(accountId: string): Promise<SimAccount | null>;
  /** What balances are made of; null when there is no such account. */
  loadWallet(accountId: string): Promise<SimWallet | null>;
  commit(commit: SimCommit): Promise<CommitResult>;
  /** None when the account never had such an order. */
  findOrder(accountId: string, venueOrderId: string): Promise<SimReading<SimOrder>>;
  /** By time of placement. */
  listOpenOrders(accountId: string): Promise<SimReading<SimOrder>>;
  /** Fills with a larger sequence, oldest first. */
  listFills(accountId: string, afterSequence: number, limit: number): Promise<SimReading<SimFill>>;
  /** Fills of one order, oldest first. */
  listOrderFills(accountId: string, venueOrderId: string): Promise<SimReading<SimFill>>;
  /** Funding and liquidations behind a place, oldest first. */
  listMarginEvents(
    accountId: string,
    after: MarginEventPlace,
    limit: number,
  ): Promise<SimReading<PlacedMarginEvent>>;
  /** Accounts to settle by this instant, longest due first. */
  listDue(nowMs: number, limit: number): Promise<readonly DueAccount[]>;
  /** Notes that nothing happened to these accounts before `settledUntilMs`; their version stays. */
  moveOn(accounts: readonly SimAccount[]): Promise<void>;
  /** All bookings of an account, oldest first, for the audit. */
  listBookings(accountId: string): Promise<readonly Booking[]>;
  /** Bookings with a larger sequence, oldest first, with the order that each refers to. */
  listNamedBookings(
    accountId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly NamedBooking[]>;
  listAccountIds(afterId: string | null, limit: number): Promise<readonly string[]>;
};
