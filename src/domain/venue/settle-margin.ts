// Settles futures positions at the start of a minute: funding, and their life when their margin is
// used up at the worst price of the minute. Orders of what is liquidated are cancelled first. Rules
// that know no margin (see matching-rules.ts) leave both out.

import { ZERO } from '#lib/decimal.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import { payFunding } from '#domain/funding/pay-funding.ts';
import type { CrossExposure } from '#domain/margin/cross-margin.ts';
import { crossBackingUnits, crossLiquidationDue } from '#domain/margin/cross-margin.ts';
import type { LiquidationOutcome } from '#domain/margin/liquidate-contract.ts';
import { liquidateContract, liquidateCross } from '#domain/margin/liquidate-contract.ts';
import {
  liquidationDue,
  liquidationSettleTicks,
  liquidationTicks,
} from '#domain/margin/liquidation-price.ts';
import { assert } from '#lib/assert.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { Position } from '#domain/position/position.ts';
import type { MarketMinute } from '#domain/venue/market-minute.ts';
import { positionOn, setPosition } from '#domain/venue/settle-execution.ts';
import type { VenueDraft } from '#domain/venue/venue-draft.ts';
import { book, closeDraft, endOrder, openDraft } from '#domain/venue/venue-draft.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import type { VenueState } from '#domain/venue/venue-state.ts';

/** An open position with the minute of its market. */
type Exposure = CrossExposure & { readonly minute: MarketMinute; readonly openTicks: Ticks };

/** Pays funding that is due at an instant, before anything else that happens at it. */
export function fundPositions(
  state: VenueState,
  atMs: number,
  minutes: readonly MarketMinute[],
): VenueStep {
  const draft = openDraft(state);
  for (const minute of minutes) settleFunding(draft, atMs, minute);
  return closeDraft(draft);
}

/** Pays funding that is due, then liquidates what cannot keep its margin. */
export function settleMargin(
  draft: VenueDraft,
  openTimeMs: number,
  minutes: readonly MarketMinute[],
): void {
  for (const minute of minutes) settleFunding(draft, openTimeMs, minute);
  const exposed = minutes.flatMap((minute) => exposureOf(draft, openTimeMs, minute));
  for (const one of exposed)
    if (one.position.marginMode === 'isolated') settleIsolated(draft, one, openTimeMs);
  const cross = exposed.filter((one) => one.position.marginMode === 'cross');
  for (const currency of new Set(cross.map((one) => one.grid.settlementCurrency))) {
    const together = cross.filter((one) => one.grid.settlementCurrency === currency);
    settleCross(draft, currency, together, openTimeMs);
  }
}

function settleFunding(draft: VenueDraft, atMs: number, minute: MarketMinute): void {
  const { market, candle, fundingRate } = minute;
  const markTicks = minute.fundingTicks ?? (candle?.open as Ticks | undefined) ?? null;
  const { grid, marketTag } = market.terms;
  const position = positionOn(draft.positions, marketTag);
  if (position === null || markTicks === null || fundingRate === null || fundingRate === ZERO)
    return;
  if (!market.rules.appliesMargin) return;
  const due = { markTicks, rate: fundingRate, atMs };
  const outcome = payFunding(grid, position, due, availableIn(draft, grid.settlementCurrency));
  bookSurely(draft, outcome.transfers, atMs);
  setPosition(draft, marketTag, grid.settlementCurrency, outcome.position);
  const { positionId, direction, lots } = position;
  const paid = { units: outcome.paidUnits, direction, lots };
  draft.funding.push({ positionId, marketTag, ...paid, atMs });
}

function exposureOf(draft: VenueDraft, openTimeMs: number, minute: MarketMinute): Exposure[] {
  const { market, candle } = minute;
  const position = positionOn(draft.positions, market.terms.marketTag);
  if (position === null || candle === null || market.tiers === null) return [];
  if (!market.rules.appliesMargin) return [];
  const { grid } = market.terms;
  const worst = position.direction === 'long' ? candle.low : candle.high;
  // The extreme of a minute in which the position was opened may have come before it.
  const isNew = position.openedAtMs > openTimeMs;
  const markTicks = (isNew ? candle.close : worst) as Ticks;
  const openTicks = (isNew ? markTicks : candle.open) as Ticks;
  return [{ grid, position, tiers: market.tiers, markTicks, openTicks, minute }];
}

function settleIsolated(draft: VenueDraft, exposed: Exposure, atMs: number): void {
  const { grid, position, tiers, markTicks } = exposed;
  if (!liquidationDue(grid, position, tiers, markTicks)) return;
  cancelOrders(draft, (order) => order.marketTag === position.marketTag, atMs);
  const settleTicks = settleTicksOf(exposed, position.marginUnits);
  const available = availableIn(draft, grid.settlementCurrency);
  const outcome = liquidateContract(liquidationOf(exposed, settleTicks, atMs), available);
  keepLiquidation(draft, outcome, settleTicks, atMs);
}

/** Cross positions of one currency stand and fall together. */
function settleCross(
  draft: VenueDraft,
  currency: string,
  exposed: readonly Exposure[],
  atMs: number,
): void {
  const { available, reserved } = balancesIn(draft.ledger, currency);
  if (!crossLiquidationDue((available + reserved) as Units, exposed)) return;
  cancelOrders(draft, (order) => order.hold.currency === currency, atMs);
  const freeUnits = availableIn(draft, currency);
  const settleTicks = new Map<string, Ticks>();
  for (const one of exposed) {
    const others = exposed.filter((other) => other !== one);
    const backing = crossBackingUnits(freeUnits, one.position, others);
    settleTicks.set(one.position.positionId, settleTicksOf(one, backing));
  }
  const ticksOf = (position: Position): Ticks => settleTicks.get(position.positionId) as Ticks;
  const liquidations = exposed.map((one) => liquidationOf(one, ticksOf(one.position), atMs));
  for (const outcome of liquidateCross(liquidations, freeUnits))
    keepLiquidation(draft, outcome, ticksOf(outcome.closed), atMs);
}

function settleTicksOf(exposed: Exposure, backingUnits: Units): Ticks {
  const { grid, position, tiers, markTicks, openTicks } = exposed;
  const due = liquidationTicks(grid, position, tiers, backingUnits) ?? markTicks;
  return liquidationSettleTicks(position.direction, due, openTicks);
}

function liquidationOf(
  { minute, position }: Exposure,
  settleTicks: Ticks,
  atMs: number,
): Parameters<typeof liquidateContract>[0] {
  const { terms, liquidationFeePercent } = minute.market;
  return { terms, position, settleTicks, liquidationFeePercent, atMs };
}

function keepLiquidation(
  draft: VenueDraft,
  { transfers, closed }: LiquidationOutcome,
  priceTicks: Ticks,
  atMs: number,
): void {
  bookSurely(draft, transfers, atMs);
  const open = positionOn(draft.positions, closed.marketTag);
  assert(open !== null, 'what is liquidated was open');
  const insuredUnits = (closed.insuredUnits - open.insuredUnits) as Units;
  draft.positions = draft.positions.filter((item) => item.positionId !== closed.positionId);
  draft.closed.push(closed);
  draft.liquidations.push({ position: closed, lots: open.lots, insuredUnits, priceTicks, atMs });
}

function cancelOrders(
  draft: VenueDraft,
  isAffected: (order: VenueDraft['orders'][number]) => boolean,
  atMs: number,
): void {
  for (const order of draft.orders)
    if (isAffected(order)) endOrder(draft, order, 'cancelled', 'liquidation', atMs);
}

function availableIn(draft: VenueDraft, currency: string): Units {
  return balancesIn(draft.ledger, currency).available;
}

function bookSurely(draft: VenueDraft, transfers: Parameters<typeof book>[1], atMs: number): void {
  const booked = book(draft, transfers, atMs);
  assert(booked.ok, 'funding and liquidation take no more than there is');
}
