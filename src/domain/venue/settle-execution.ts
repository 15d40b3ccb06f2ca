// One execution's money: what it moves in the ledger, and the order and the position as they then
// are.

import { assert } from '#lib/assert.ts';
import { coverFromPeers } from '#domain/margin/cross-margin.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import type { Execution } from '#domain/matching/execution.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import { multiplyDecimal } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, priceOf } from '#venue-port/market/market-grid.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import { fillContract } from '#domain/position/fill-contract.ts';
import { fillSpot } from '#domain/position/fill-spot.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import type { Position } from '#domain/position/position.ts';
import { exitSide } from '#domain/position/position.ts';
import {
  bookFill,
  endGone,
  groupChange,
  replaceGroup,
  spareUnits,
} from '#domain/venue/settle-group.ts';
import type { VenueDraft } from '#domain/venue/venue-draft.ts';
import {
  book,
  endOrder,
  findOrder,
  replaceOrder,
  takeSequence,
} from '#domain/venue/venue-draft.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import type { OpenPosition, VenueMarket, WorkingOrder } from '#domain/venue/venue-state.ts';

type Settlement = {
  readonly transfers: readonly Transfer[];
  readonly hold: OrderHold;
  readonly valueUnits: Units;
  readonly feeUnits: Units;
  /** Left out: the settlement currency. */
  readonly feeCurrency?: string;
  readonly grossUnits: Units;
  readonly position: Position | null;
  readonly closed: Position | null;
};

/**
 * Settles an execution of a working order and ends the order when it is filled. When the account
 * cannot pay (the price ran away from what a market order held), the order is cancelled instead.
 */
export function settleExecution(
  draft: VenueDraft,
  market: VenueMarket,
  execution: Execution,
): void {
  const { priceTicks, isMaker, atMs } = execution;
  const order = findOrder(draft, execution.orderId);
  const lots = order.isReduceOnly ? reducibleLots(draft, order, execution.lots) : execution.lots;
  if (lots === 0n) {
    endOrder(draft, order, 'cancelled', 'nothing_to_reduce', atMs);
    return;
  }
  if (isTooLittle(market, order, priceTicks)) {
    endOrder(draft, order, 'cancelled', 'min_value', atMs);
    return;
  }
  const expected = groupChange(draft, market, order, lots, atMs);
  const fill = { priceTicks, lots, isMaker, atMs };
  const settled = settle(draft, market, order, fill, spareUnits(expected, order));
  const change = bookFill(draft, order, settled, expected, atMs);
  if (change === null) {
    endOrder(draft, order, 'cancelled', 'insufficient_funds', atMs);
    return;
  }
  draft.trades.push({
    sequence: takeSequence(draft),
    orderId: execution.orderId,
    marketTag: order.marketTag,
    side: order.resting.side,
    priceTicks,
    lots,
    isMaker,
    atMs,
    valueUnits: settled.valueUnits,
    feeUnits: settled.feeUnits,
    feeCurrency: settled.feeCurrency ?? market.terms.grid.settlementCurrency,
    grossUnits: settled.grossUnits,
    isAmbiguous: execution.isAmbiguous,
    isGap: execution.isGap,
    isPartial: execution.isPartial,
  });
  if (settled.hold.kind === 'contract') {
    const { currency } = settled.hold;
    setPosition(draft, order.marketTag, currency, settled.position);
    if (settled.closed !== null) keepClosed(draft, currency, settled.closed, atMs);
  }
  lessenOpen(draft, order, lots);
  const remainingLots = (order.resting.remainingLots - lots) as Lots;
  const openLots = lessBy(order.resting.openLots, lots);
  const resting = { ...order.resting, remainingLots, openLots };
  const after = { ...order, resting, hold: settled.hold, updatedAtMs: atMs };
  replaceGroup(draft, change);
  if (remainingLots === 0n) endOrder(draft, after, 'filled', null, atMs);
  else if (lots === execution.lots) replaceOrder(draft, after);
  else endOrder(draft, after, 'cancelled', 'nothing_to_reduce', atMs);
  endGone(draft, change, atMs);
}

/** What has a limit was judged by it when it was placed, and what goes to market at once too. */
function isTooLittle(
  { terms, triggeredValueMin }: VenueMarket,
  { lots, resting: { type, remainingLots } }: WorkingOrder,
  priceTicks: Ticks,
): boolean {
  if (triggeredValueMin === 0n || type === 'market' || isLimitType(type)) return false;
  if (remainingLots < lots) return false;
  const { grid } = terms;
  return (
    multiplyDecimal(amountOf(grid, lots), priceOf(grid, priceTicks), 'floor') < triggeredValueMin
  );
}

/** Exits that know what is open of their position learn that so much of it was left. */
function lessenOpen(draft: VenueDraft, { resting }: WorkingOrder, lots: Lots): void {
  if (resting.openLots === null) return;
  draft.orders = draft.orders.map((order) => {
    if (!isSameExit(order.resting, resting)) return order;
    const openLots = lessBy(order.resting.openLots, lots);
    return { ...order, resting: { ...order.resting, openLots } };
  });
}

function lessBy(openLots: Lots | null, lots: Lots): Lots | null {
  if (openLots === null) return null;
  return (openLots > lots ? openLots - lots : 0n) as Lots;
}

/** Whether both leave the same position. */
export function isSameExit(
  left: Pick<RestingOrder, 'positionGroup' | 'side'>,
  right: Pick<RestingOrder, 'positionGroup' | 'side'>,
): boolean {
  return left.positionGroup === right.positionGroup && left.side === right.side;
}

/** How much of the lots the position lets an order fill that only reduces. */
function reducibleLots(draft: VenueDraft, { marketTag, resting }: WorkingOrder, lots: Lots): Lots {
  const position = positionOn(draft.positions, marketTag);
  if (position === null || exitSide(position.direction) !== resting.side) return 0n as Lots;
  return position.lots < lots ? position.lots : lots;
}

/** The open position on a market; null when flat. */
export function positionOn(
  positions: readonly OpenPosition[],
  marketTag: string,
): OpenPosition | null {
  return positions.find((position) => position.marketTag === marketTag) ?? null;
}

/** Puts the market's open position in place of the one before; null: none is open now. */
export function setPosition(
  draft: VenueDraft,
  marketTag: string,
  currency: string,
  position: Position | null,
): void {
  const others = draft.positions.filter((item) => item.marketTag !== marketTag);
  draft.positions = position === null ? others : [...others, { ...position, currency }];
}

/** A cross position that lost more than there was is paid for by the other cross positions. */
function keepClosed(draft: VenueDraft, currency: string, position: Position, atMs: number): void {
  if (position.marginMode === 'isolated' || position.insuredUnits === 0n) {
    draft.closed.push(position);
    return;
  }
  const peers = draft.positions.filter(
    (peer) => peer.marginMode === 'cross' && peer.currency === currency,
  );
  const covered = coverFromPeers(currency, position, peers);
  const booked = book(draft, covered.transfers, atMs);
  assert(booked.ok, 'positions pay no more than their margin');
  for (const peer of covered.peers) setPosition(draft, peer.marketTag, currency, peer);
  draft.closed.push(covered.closed);
}

function settle(
  draft: VenueDraft,
  { terms }: VenueMarket,
  order: WorkingOrder,
  fill: Parameters<typeof fillSpot>[2],
  spare: Units,
): Settlement {
  const fundsIn = (currency: string): Units => {
    const { available } = balancesIn(draft.ledger, currency);
    return (available + (currency === order.hold.currency ? spare : 0n)) as Units;
  };
  if (order.hold.kind === 'spot') {
    const outcome = fillSpot(terms, order.hold, fill, feeFunds(terms, fundsIn));
    return { ...outcome, grossUnits: NO_UNITS, position: null, closed: null };
  }
  return fillContract(terms, order.hold, fill, {
    position: positionOn(draft.positions, order.marketTag),
    newPositionId: `${order.resting.orderId}-${draft.nextSequence}`,
    availableUnits: fundsIn(terms.grid.settlementCurrency),
  });
}

/** What there is of a currency of its own that fees are paid in. */
function feeFunds({ feePayment }: TradingTerms, fundsIn: (currency: string) => Units): Units {
  return feePayment?.kind === 'currency' ? fundsIn(feePayment.currency) : NO_UNITS;
}
