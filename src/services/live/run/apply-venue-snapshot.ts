// Turns a venue snapshot into events of a run: fills in the exchange's order, each order's end
// behind its last fill, and what the account's futures positions paid beside them. Exchanges net
// all that trade on the account; each bot has its share by what it holds.

import { assert, present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import {
  divideDecimal,
  divideRounded,
  formatDecimal,
  multiplyDecimal,
  ZERO,
} from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { lotsOf, ticksOf, valueOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS, unitsOf } from '#venue-port/money/currency.ts';
import type { Order, OrderState } from '#venue-port/order/order.ts';
import { isUnresolved, isWorking } from '#venue-port/order/order.ts';
import { valueRounding } from '#domain/position/trading-terms.ts';
import { findOpenOrder, findOrder } from '#engine/run/orders/bot-orders.ts';
import { netLots } from '#engine/run/positions/position-book.ts';
import type { OrderFill, RunEvent } from '#engine/run/run-event.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { findMarket } from '#engine/run/run.ts';
import type { Digest } from '#ports/world/digest.ts';
import type {
  AccountSequence,
  VenueFill,
  VenueMarginEvent,
} from '#venue-port/exchange/exchange.ts';
import { isChosenStop } from '#services/live/orders/stop-holder.ts';
import { unseenOrder } from '#services/live/orders/order-form.ts';
import { applyEvent, isBehind } from '#services/live/run/apply-event.ts';
import type { HostedRun, LiveEvent } from '#services/live/state/hosted-run.ts';
import type { FeeRates } from '#services/live/state/fee-rates.ts';
import type { ForgottenOrder, VenueSnapshot } from '#services/live/state/run-messages.ts';
import { contractLots } from '#services/live/venue/account-view.ts';
import type { FillPiece } from '#services/live/state/fill-pieces.ts';
import { countFill, NO_PIECE } from '#services/live/state/fill-pieces.ts';
import { heldAt } from '#services/live/venue/held-changes.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';

/** Applies them to the run, and returns them, to be written with its next step. */
export function applyVenueSnapshot(
  digest: Digest,
  live: HostedRun,
  snapshot: VenueSnapshot,
): LiveEvent[] {
  const events: LiveEvent[] = [];
  const tell = (
    event: LiveEvent['event'],
    moved: Pick<LiveEvent, 'filledAtMs' | 'fillSequence' | 'piece'> = {},
  ): void => {
    const delivered = { row: live.progress.doneRow, event, ...moved };
    const places = applyEvent(live, digest, delivered);
    assert(places.length === 0, 'what the exchange did asks for no order by itself');
    events.push(delivered);
  };
  const { fills, orders, margin, forgotten, feeRates } = snapshot;
  for (const happening of inTime(fills, margin.events)) {
    if (happening.kind !== 'fill') {
      const event = marginEventOf(live, happening, margin.events);
      if (event !== null) tell(event);
      continue;
    }
    const storedId = storedIdOf(happening.fill);
    const unseen = storedId === null ? null : unseenOrder(live, forgotten, storedId);
    const booked = fillOf(live, happening.fill, unseen, feeRates);
    if (booked === null || isSeenAgain(live, happening.fill, booked, unseen)) continue;
    const { atMs: filledAtMs, sequence } = happening;
    const { fill, piece } = booked;
    const { orderId, atMs } = fill;
    if (fill.lots === 0n) tell({ kind: 'piece', orderId, piece });
    else
      tell(
        { kind: 'filled', fill },
        {
          ...(filledAtMs === atMs ? {} : { filledAtMs }),
          ...(sequence === undefined ? {} : { fillSequence: sequence }),
          ...(piece.amount === ZERO ? {} : { piece }),
        },
      );
    // A stop that came with its entry may have filled before it was written down.
    if (!isWaiting(live, orderId)) endIfDone(live, orderId, orders.get(orderId), tell, atMs);
  }
  for (const [orderId, order] of orders) noteUnresolved(live, orderId, order);
  for (const orderId of live.engine.run.orders.open.map((order) => order.orderId))
    if (isSent(live, orderId)) endIfDone(live, orderId, orders.get(orderId), tell);
  return events;
}

/**
 * Says in the bot's log that the exchange has not reported what became of an order, and when it
 * has.
 */
function noteUnresolved({ engine, venue }: HostedRun, orderId: string, order: Order): void {
  const { run, window } = engine;
  const { unresolvedOrderIds } = venue;
  const atMs = window.endMs;
  const isDoubtful = isUnresolved(order);
  if (isDoubtful === unresolvedOrderIds.has(orderId)) return;
  if (isDoubtful) {
    unresolvedOrderIds.add(orderId);
    const text = `order ${orderId}: the exchange has not reported what became of it; it is asked again`;
    writeLine(run.log, atMs, 'warning', text);
  } else {
    unresolvedOrderIds.delete(orderId);
    writeLine(run.log, atMs, 'info', `order ${orderId}: the exchange has reported it`);
  }
}

/** Whether the order was written down to be sent. */
export function isSent(live: HostedRun, orderId: string): boolean {
  if (findOpenOrder(live.engine.run.orders, orderId)?.isSent !== true) return false;
  return !isWaiting(live, orderId);
}

function isWaiting({ orders }: HostedRun, orderId: string): boolean {
  return orders.waiting.some((order) => order.orderId === orderId);
}

/** Whether the exchange shows a fill again, or more of an order than there is of it. */
function isSeenAgain(
  { engine, venue: { seenFillIds } }: HostedRun,
  { fillId }: VenueFill,
  { fill: { orderId, lots }, piece }: BookedFill,
  unseen: ForgottenOrder | null,
): boolean {
  if (seenFillIds.has(fillId)) return true;
  seenFillIds.add(fillId);
  const begun = piece.amount > ZERO ? 1n : 0n;
  if (unseen !== null) {
    if (lots + begun > unseen.leftLots) return true;
    unseen.leftLots = (unseen.leftLots - lots) as Lots;
    return false;
  }
  const order = findOrder(engine.run.orders, orderId);
  return order !== null && order.filledLots + lots + begun > order.lots;
}

/** Of no lots where it makes none with what its order filled before. */
type BookedFill = { readonly fill: OrderFill; readonly piece: FillPiece };

/** Null when the fill is not one of this run's. */
function fillOf(
  live: HostedRun,
  fill: VenueFill,
  unseen: ForgottenOrder | null,
  feeRates: FeeRates,
): BookedFill | null {
  const storedId = storedIdOf(fill);
  const orderId = unseen?.orderId ?? live.orders.orderIds.get(storedId ?? '');
  const market = findMarket(live.engine.run, fill.marketTag);
  if (orderId === undefined || market === null) return null;
  const { grid } = market.terms;
  const priceTicks = ticksOf(grid, fill.price, 'half_even');
  const { settlementCurrency } = grid;
  const fee = valueOfFee(market.market, settlementCurrency, fill, feeRates);
  if (fee === null && !live.venue.seenFillIds.has(fill.fillId)) noteUnvalued(live, fill);
  const { base, contract } = market.market;
  const isOfBase = contract === null && fill.feeCurrency === base && fill.fee > ZERO;
  const before = live.orders.pieces.get(orderId) ?? NO_PIECE;
  const { lots, feeUnits, baseFeeUnits, piece } = countFill(grid, before, {
    amount: fill.amount,
    feeUnits: unitsOf(settlementCurrency, fee ?? ZERO, 'ceil'),
    baseFeeUnits: isOfBase ? unitsOf(base, fill.fee, 'ceil') : NO_UNITS,
  });
  const booked = {
    orderId,
    priceTicks,
    lots,
    valueUnits: valueOf(grid, priceTicks, lots, valueRounding(grid.shape, fill.side)),
    feeUnits,
    ...(baseFeeUnits > 0n ? { baseFeeUnits } : {}),
    insuredUnits: NO_UNITS,
    atMs: Math.min(fill.filledAtMs, latestInstant(live)),
    ...(unseen === null ? {} : { unseen: { marketTag: fill.marketTag, side: fill.side } }),
  };
  return { fill: booked, piece };
}

/** In the currency of the position; null where its own currency has no price here. */
function valueOfFee(
  { base, quote }: Market,
  settlementCurrency: string,
  { fillId, fee, feeCurrency, price }: VenueFill,
  feeRates: FeeRates,
): Decimal | null {
  if (feeCurrency === settlementCurrency || fee === ZERO) return fee;
  if (feeCurrency === base) return multiplyDecimal(fee, price, 'ceil');
  if (feeCurrency === quote) return divideDecimal(fee, price, 'ceil');
  const rate = feeRates.get(fillId);
  return rate === undefined ? null : multiplyDecimal(fee, rate, 'ceil');
}

function noteUnvalued({ engine }: HostedRun, { fee, feeCurrency }: VenueFill): void {
  const paid = `${formatDecimal(fee)} ${feeCurrency}`;
  const text = `a fee of ${paid} is not counted: no market of its exchange tells its price`;
  writeLine(engine.run.log, engine.window.endMs, 'warning', text);
}

/**
 * The latest instant that an event of the exchange may carry: no script sees one later than the
 * close that it runs for, and the run marks its worth only up to the minute that has not closed.
 */
function latestInstant(live: HostedRun): number {
  const endMs = live.engine.window.endMs;
  return isBehind(live) ? endMs : endMs + MINUTE_MS - 1;
}

function storedIdOf({ clientOrderId }: VenueFill): string | null {
  return clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
}

function endIfDone(
  live: HostedRun,
  orderId: string,
  stored: Order | undefined,
  tell: (event: LiveEvent['event']) => void,
  filledAtMs: number | null = null,
): void {
  const order = findOpenOrder(live.engine.run.orders, orderId);
  if (order === null) return;
  const atMs = Math.min(endedAtMs(stored, filledAtMs), latestInstant(live));
  if (stored === undefined) {
    const message = 'it was not sent: an order before it has an unknown outcome';
    tell({ kind: 'ended', orderId, state: 'failed', message, atMs });
    return;
  }
  const { grid } = present(order.market, 'an order has a market').terms;
  // A fill that is not shown yet comes before the end.
  if (isWorking(stored) || order.filledLots < lotsOf(grid, stored.filledAmount, 'floor')) return;
  if (isToBeTakenOver(live, stored, orderId)) {
    const message = withoutPoint(stored.reason ?? 'it did not take it');
    tell({ kind: 'taken_over', orderId, message, atMs });
    return;
  }
  tell({ kind: 'ended', orderId, ...endingOf(live, stored, orderId), atMs });
}

const NOT_HELD: readonly OrderState[] = ['rejected', 'unplaced', 'expired'];

/**
 * Whether the exchange has refused to hold a stop that was to be held there, or has ended it by
 * itself, and nobody wanted that.
 */
function isToBeTakenOver(
  { identity, engine, orders }: HostedRun,
  { type, state, terms, filledAmount }: Order,
  orderId: string,
): boolean {
  if (identity.isFollowed || terms.heldBy !== 'exchange' || filledAmount !== ZERO) return false;
  if (!isChosenStop({ identity, engine }, type) || terms.expiresAtMs !== null) return false;
  if (orders.cancelsWanted.has(orderId) || orders.takenOver.has(orderId)) return false;
  return NOT_HELD.includes(state);
}

function withoutPoint(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** The exchange's own instant, where it follows from what is known. */
function endedAtMs(stored: Order | undefined, filledAtMs: number | null): number {
  if (stored === undefined) return Infinity;
  const { state, terms, updatedAtMs } = stored;
  if (state === 'filled' && filledAtMs !== null) return filledAtMs;
  return state === 'expired' ? (terms.expiresAtMs ?? updatedAtMs) : updatedAtMs;
}

const TIMED_OUT = 'its time was over';

function whyCancelled({ engine, orders }: HostedRun, orderId: string): string {
  const { run, window } = engine;
  if (orders.cancelsWanted.has(orderId)) return '';
  const order = findOpenOrder(run.orders, orderId);
  const endsAtMs = (order?.openedAtMs ?? 0) + (order?.timeoutMs ?? Infinity);
  return endsAtMs <= window.endMs ? TIMED_OUT : 'it was cancelled at its exchange, not by its bot';
}

function endingOf(
  live: HostedRun,
  { state, reason }: Order,
  orderId: string,
): { readonly state: 'filled' | 'cancelled' | 'failed'; readonly message: string } {
  switch (state) {
    case 'filled':
      return { state: 'filled', message: '' };
    case 'expired':
      return { state: 'cancelled', message: reason ?? TIMED_OUT };
    case 'cancelled':
      return { state: 'cancelled', message: reason ?? whyCancelled(live, orderId) };
    case 'rejected':
    case 'unplaced':
    case 'pending':
    case 'open':
    case 'unknown':
    case 'lost':
      return { state: 'failed', message: reason ?? 'the exchange did not take it' };
  }
}

export type Happening =
  | {
      readonly kind: 'fill';
      readonly atMs: number;
      readonly sequence?: AccountSequence;
      readonly fill: VenueFill;
    }
  | VenueMarginEvent;

/**
 * At one instant that the exchange does not number funding comes first, because it is for what was
 * held before, liquidation last.
 */
const RANK = { funding: 0, fill: 1, liquidation: 2 } as const;

/** Both in the order of their instants. */
function inTime(
  fills: readonly VenueFill[],
  events: readonly VenueMarginEvent[],
): readonly Happening[] {
  const filled = fills.map((fill): Happening => {
    const { filledAtMs: atMs, sequence } = fill;
    return { kind: 'fill', atMs, fill, ...(sequence === undefined ? {} : { sequence }) };
  });
  if (events.length === 0) return filled;
  const byInstant = Map.groupBy([...filled, ...events], ({ atMs }) => atMs);
  return [...byInstant]
    .toSorted(([left], [right]) => left - right)
    .flatMap(([, happenings]) => atOneInstant(happenings));
}

/** Numbers of different markets do not compare, but their order does not matter. */
function atOneInstant(happenings: readonly Happening[]): readonly Happening[] {
  const byRank = happenings.toSorted((left, right) => RANK[left.kind] - RANK[right.kind]);
  if (happenings.some(({ sequence }) => sequence === undefined)) return byRank;
  return byRank.toSorted((left, right) => compare(left.sequence ?? 0n, right.sequence ?? 0n));
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What it means for this bot; null when it has no part in it. */
function marginEventOf(
  live: HostedRun,
  event: VenueMarginEvent,
  listed: readonly VenueMarginEvent[],
): Extract<RunEvent, { kind: 'funded' | 'liquidated' }> | null {
  const { run, window } = live.engine;
  const { marketTag, direction } = event;
  const market = findMarket(run, marketTag);
  if (market === null) return null;
  const { grid } = market.terms;
  const lots = lotsOf(grid, event.amount, 'floor');
  const held = heldAt(live, market, event);
  const whole = direction === 'long' ? lots : -lots;
  if (held === 0n || whole === 0n) return null;
  const share = (value: Decimal): Units => {
    const units = unitsOf(grid.settlementCurrency, value, 'half_even');
    return divideRounded(units * held, whole, 'half_even') as Units;
  };
  // The run marks its worth up to here, and knows no later minute.
  const atMs = Math.min(event.atMs, window.endMs);
  if (event.kind === 'funding')
    return { kind: 'funded', marketTag, units: share(event.paid), atMs };
  // Against the account's position its own would have gained: the check of positions ends it.
  if (held > 0n !== whole > 0n) return null;
  const shared = { direction, priceTicks: ticksOf(grid, event.price, 'half_even'), atMs };
  const ownLots = held < 0n ? -held : held;
  if (lots < ownLots) {
    const there = lotsThere(live, market, event, listed);
    const closed = divideRounded(lots * ownLots, there < ownLots ? ownLots : there, 'half_even');
    const part = (value: Decimal): Units => {
      const units = unitsOf(grid.settlementCurrency, value, 'half_even');
      return divideRounded(units * closed, lots, 'half_even') as Units;
    };
    const liquidation = {
      ...shared,
      lots: closed as Lots,
      liquidationFeeUnits: part(event.fee),
      insuredUnits: part(event.insured),
      isPart: true,
    } as const;
    return closed === 0n ? null : { kind: 'liquidated', marketTag, liquidation };
  }
  const liquidation = {
    ...shared,
    lots: ownLots as Lots,
    liquidationFeeUnits: share(event.fee),
    insuredUnits: share(event.insured),
    ...(held === netLots(run.positions, market) ? {} : { heldLots: held }),
  };
  return { kind: 'liquidated', marketTag, liquidation };
}

/**
 * Lots that the account held right before its exchange closed a part of them: what it holds now,
 * without what this bot did since, and what this and later ones of the list closed.
 */
function lotsThere(
  live: HostedRun,
  market: RunMarket,
  event: VenueMarginEvent,
  listed: readonly VenueMarginEvent[],
): bigint {
  const { marketTag, direction, atMs } = event;
  const since = netLots(live.engine.run.positions, market) - heldAt(live, market, event);
  const now = contractLots(live.venue, market) - since;
  const left = direction === 'long' ? now : -now;
  const closed = listed.filter(
    (each) =>
      each.kind === 'liquidation' &&
      each.marketTag === marketTag &&
      each.direction === direction &&
      (each.atMs > atMs || (each.atMs === atMs && listed.indexOf(each) >= listed.indexOf(event))),
  );
  const { grid } = market.terms;
  return closed.reduce(
    (sum, { amount }) => sum + lotsOf(grid, amount, 'floor'),
    left > 0n ? left : 0n,
  );
}
