// Difference between two states of a stored account: only what changed is written.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ZERO } from '#lib/decimal.ts';
import { assert, present } from '#lib/assert.ts';
import type { LedgerBook } from '#domain/ledger/ledger.ts';
import type { Lots, MarketGrid } from '#venue-port/market/market-grid.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import type {
  Booking,
  OrderEnd,
  OrderEndReason,
  VenueEffects,
  VenueStep,
} from '#domain/venue/venue-effects.ts';
import type { OpenPosition, WorkingOrder } from '#domain/venue/venue-state.ts';
import type { SimAccount, SimFill, SimMarginEvent, SimOrder } from '#adapters/sim/sim-account.ts';
import type { MarketOf } from '#adapters/sim/sim-markets.ts';

export type OrderUpdate = Pick<
  SimOrder,
  'venueOrderId' | 'filledLots' | 'averageFillPrice' | 'state' | 'updatedAtMs'
> & {
  /** Null: the reason that stands is retained. */
  readonly reason: string | null;
  /** Null once the order has ended. */
  readonly working: WorkingOrder | null;
};

export type NewSimOrder = { readonly order: SimOrder; readonly working: WorkingOrder | null };

export type SimCommit = {
  readonly expectedVersion: number;
  readonly account: SimAccount;
  readonly placed: NewSimOrder | null;
  readonly updates: readonly OrderUpdate[];
  readonly positions: readonly OpenPosition[];
  readonly closedPositionIds: readonly string[];
  readonly fills: readonly Omit<SimFill, 'clientOrderId'>[];
  readonly bookings: readonly Booking[];
  readonly marginEvents: readonly SimMarginEvent[];
};

/** What is known of a new order besides its state at the venue. */
export type PlacedOrder = Pick<
  SimOrder,
  'venueOrderId' | 'clientOrderId' | 'type' | 'side' | 'limitTicks' | 'lots' | 'terms' | 'marketTag'
> & {
  /** How it was matched as it arrived, where that is not plain. */
  readonly arrivalReason: string | null;
  readonly placedAtMs: number;
};

const END_REASONS: { readonly [reason in Exclude<OrderEnd['reason'], null>]: string | null } = {
  asked_for: null,
  would_take: 'It would have taken, and was to be the maker only.',
  insufficient_funds: 'The wallet could not pay for a fill at the price that was met.',
  min_value: 'When its price came it was worth less than the minimum value of its market.',
  liquidation: 'The position of its market was liquidated.',
  group: 'Another order of its group was filled.',
  minutes_unknown: 'Its exchange does not list the minutes any more in which it may have filled.',
  nothing_to_reduce: 'It was to reduce only, and nothing more was open.',
};

const REFUSALS: ReadonlySet<OrderEndReason> = new Set([
  'would_take',
  'insufficient_funds',
  'min_value',
]);

/** The commit that turns `before` into an account with the new state. */
export function simCommit(
  before: SimAccount,
  after: Pick<SimAccount, 'state' | 'settledUntilMs' | 'updatedAtMs'> & Partial<SimAccount>,
  effects: VenueEffects,
  placed: PlacedOrder | null,
  marketOf: MarketOf,
): SimCommit {
  const account = { ...before, ...after, version: before.version + 1 };
  for (const book of account.state.ledger.books) assertAddsUp(book);
  const ends = effects.ends.map((end) => updateOfEnd(marketOf, end));
  const updates = [...changedOrders(marketOf, before, account), ...ends];
  return {
    expectedVersion: before.version,
    account,
    placed:
      placed === null ? null : placedOrder(marketOf, placed, { state: account.state, effects }),
    updates: updates.filter((update) => update.venueOrderId !== placed?.venueOrderId),
    positions: added(before.state.positions, account.state.positions),
    closedPositionIds: effects.closed.map((position) => position.positionId),
    fills: effects.trades.map((trade) => ({
      ...trade,
      venueOrderId: trade.orderId,
      filledAtMs: trade.atMs,
    })),
    bookings: effects.bookings,
    marginEvents: marginEvents(effects),
  };
}

/** By their instants. */
function marginEvents({ funding, liquidations }: VenueEffects): readonly SimMarginEvent[] {
  if (funding.length + liquidations.length === 0) return NO_MARGIN_EVENTS;
  const paid = funding.map(({ marketTag, direction, lots, units, atMs }): SimMarginEvent => {
    return { kind: 'funding', marketTag, direction, lots, paidUnits: units, atMs };
  });
  const ended = liquidations.map((liquidation): SimMarginEvent => {
    const { position, lots, insuredUnits, priceTicks, atMs } = liquidation;
    const { marketTag, direction, liquidationFeeUnits: feeUnits } = position;
    const sums = { priceTicks, feeUnits, insuredUnits };
    return { kind: 'liquidation', marketTag, direction, lots, ...sums, atMs };
  });
  // A stable sort: funding comes before a liquidation of the same instant.
  return [...paid, ...ended].sort((left, right) => left.atMs - right.atMs);
}

const NO_MARGIN_EVENTS: readonly SimMarginEvent[] = [];

/** Once more before it is written, on another path than the ledger's own. */
function assertAddsUp({ currency, balances }: LedgerBook): void {
  const { available, reserved, margin } = balances;
  const isCovered = available >= 0n && reserved >= 0n && margin >= 0n;
  assert(isCovered, `nothing that is owned in ${currency} is below zero`);
  const sum = Object.values(balances).reduce((total, units) => total + units, 0n);
  assert(sum === 0n, `the balances in ${currency} add up to zero`);
}

/** A new order after the step that placed it: it works now, or has ended already. */
export function placedOrder(marketOf: MarketOf, placed: PlacedOrder, step: VenueStep): NewSimOrder {
  const { venueOrderId, arrivalReason, ...identity } = placed;
  const isOwn = (order: WorkingOrder): boolean => order.resting.orderId === venueOrderId;
  const end = step.effects.ends.find(({ order }) => isOwn(order));
  const working = step.state.orders.find(isOwn);
  const update =
    end === undefined
      ? updateOf(marketOf, present(working, 'a new order works or has ended'))
      : updateOfEnd(marketOf, end);
  const { working: retained, reason, ...progress } = update;
  return {
    order: { ...identity, ...progress, reason: reason ?? arrivalReason },
    working: retained,
  };
}

function changedOrders(marketOf: MarketOf, before: SimAccount, after: SimAccount): OrderUpdate[] {
  return added(before.state.orders, after.state.orders).map((order) => updateOf(marketOf, order));
}

function updateOf(marketOf: MarketOf, working: WorkingOrder): OrderUpdate {
  return { ...progressOf(marketOf, working), state: 'open', reason: null, working };
}

function updateOfEnd(marketOf: MarketOf, { order, outcome, reason }: OrderEnd): OrderUpdate {
  const text = reason === null ? null : END_REASONS[reason];
  const progress = progressOf(marketOf, order);
  // Taken, and then not carried out at all.
  const isRefused = reason !== null && REFUSALS.has(reason);
  const state = isRefused && progress.filledLots === 0n ? 'rejected' : outcome;
  return { ...progress, state, reason: text, working: null };
}

function progressOf(
  marketOf: MarketOf,
  order: WorkingOrder,
): Pick<OrderUpdate, 'venueOrderId' | 'filledLots' | 'averageFillPrice' | 'updatedAtMs'> {
  const market = marketOf(order.marketTag);
  return {
    venueOrderId: order.resting.orderId,
    filledLots: (order.lots - order.resting.remainingLots) as Lots,
    averageFillPrice: market === null ? ZERO : averageFillPrice(market.grid, order.hold),
    updatedAtMs: order.updatedAtMs,
  };
}

/** The mean price of what the order has traded; zero before the first fill. */
function averageFillPrice(grid: MarketGrid, hold: OrderHold): Decimal {
  const { numerator, denominator } = hold.traded;
  if (numerator === 0n || hold.filledLots === 0n) return ZERO;
  const [top, bottom] =
    grid.shape === 'linear'
      ? [numerator, denominator * hold.filledLots]
      : [denominator * hold.filledLots, numerator];
  return divideRounded(top * grid.priceStep, bottom, 'half_even') as Decimal;
}

/** Items of the second list that are not, as the same object, in the first. */
function added<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  const known = new Set(before);
  return after.filter((item) => !known.has(item));
}
