// Converts what the venue did to events of a run, in the order in which it came about.

import { assert } from '#lib/assert.ts';
import type { SingleEnd, SingleFill, SingleOutcome } from '#domain/fast-spot/single-outcome.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { NewOrder } from '#domain/venue/place-order.ts';
import type {
  Liquidation,
  OrderEnd,
  OrderEndReason,
  OrderOutcome,
  VenueEffects,
  VenueTrade,
} from '#domain/venue/venue-effects.ts';
import type { VenueState } from '#domain/venue/venue-state.ts';
import { positionOn } from '#domain/venue/settle-execution.ts';
import type { VenueCounts } from '#engine/venue-feed/venue-counts.ts';
import { WORTH_TOO_LITTLE } from '#engine/run/orders/remainder-left.ts';
import { GROUP_FILLED } from '#engine/run/orders/take-from-group.ts';
import type { OrderFill, RunEvent } from '#engine/run/run-event.ts';

/** Events of one step of the venue; counts what was assumed in it. */
export function eventsOf(
  before: VenueState,
  after: VenueState,
  effects: VenueEffects,
  counts: VenueCounts,
): readonly RunEvent[] {
  const events: RunEvent[] = [];
  for (const { marketTag, units, atMs } of effects.funding)
    events.push({ kind: 'funded', marketTag, units, atMs });
  // What a liquidation cancels ends before it, which ends the exits that are left.
  for (const end of effects.ends) if (end.reason === 'liquidation') events.push(endedEvent(end));
  for (const liquidation of effects.liquidations) {
    counts.liquidations += 1;
    events.push(liquidatedEvent(liquidation));
  }
  for (const trade of effects.trades) {
    if (trade.isAmbiguous) counts.ambiguousFills += 1;
    if (trade.isGap) counts.gapFills += 1;
    if (trade.isPartial) counts.partialFills += 1;
    events.push(filledEvent(before, after, effects, trade));
  }
  for (const end of effects.ends) if (end.reason !== 'liquidation') events.push(endedEvent(end));
  return events;
}

/** The same of a step of the single-order fast path, about its order. */
export function eventsOfSingle(
  request: NewOrder,
  { fill, end }: SingleOutcome,
  counts: VenueCounts,
): readonly RunEvent[] {
  if (fill === null) return end === null ? NO_EVENTS : [singleEnd(request, end)];
  if (fill.isGap) counts.gapFills += 1;
  if (fill.isPartial) counts.partialFills += 1;
  const filled: RunEvent = { kind: 'filled', fill: singleFill(request, fill) };
  return end === null ? [filled] : [filled, singleEnd(request, end)];
}

const NO_EVENTS: readonly RunEvent[] = [];

function singleFill({ orderId, limitTicks, remainingLots }: NewOrder, fill: SingleFill): OrderFill {
  // What is known as an exact number already is not made again.
  const isAtLimit = limitTicks !== null && fill.priceTicks === Number(limitTicks);
  const isWhole = fill.lots === Number(remainingLots);
  return {
    orderId,
    priceTicks: isAtLimit ? limitTicks : (BigInt(fill.priceTicks) as Ticks),
    lots: isWhole ? remainingLots : (BigInt(fill.lots) as Lots),
    valueUnits: BigInt(fill.valueUnits) as Units,
    feeUnits: BigInt(fill.feeUnits) as Units,
    insuredUnits: NO_UNITS,
    atMs: fill.atMs,
  };
}

function singleEnd({ orderId }: NewOrder, { outcome, atMs }: SingleEnd): RunEvent {
  return endedEventOf(orderId, outcome, outcome === 'cancelled' ? 'asked_for' : null, atMs);
}

function liquidatedEvent({
  position,
  lots,
  insuredUnits,
  priceTicks,
  atMs,
}: Liquidation): RunEvent {
  const { marketTag, direction, liquidationFeeUnits } = position;
  return {
    kind: 'liquidated',
    marketTag,
    liquidation: { direction, lots, priceTicks, liquidationFeeUnits, insuredUnits, atMs },
  };
}

function filledEvent(
  before: VenueState,
  after: VenueState,
  effects: VenueEffects,
  trade: VenueTrade,
): RunEvent {
  const { orderId, priceTicks, lots, valueUnits, feeUnits, atMs } = trade;
  const insuredUnits = insuredBy(before, after, effects, trade);
  const fill = { orderId, priceTicks, lots, valueUnits, feeUnits, insuredUnits, atMs };
  return { kind: 'filled', fill };
}

/** What the insurance bore in this step on the trade's market; reported with its last trade. */
function insuredBy(
  before: VenueState,
  after: VenueState,
  { trades, closed, liquidations }: VenueEffects,
  trade: VenueTrade,
): Units {
  const { marketTag } = trade;
  const held = positionOn(before.positions, marketTag);
  const left = positionOn(after.positions, marketTag);
  let insured = (left?.insuredUnits ?? 0n) - (held?.insuredUnits ?? 0n);
  for (const position of closed)
    if (position.marketTag === marketTag) insured += position.insuredUnits;
  if (insured === 0n) return 0n as Units;
  const isLast = trades.findLast((other) => other.marketTag === marketTag) === trade;
  for (const { position, insuredUnits } of liquidations)
    if (position.marketTag === marketTag) insured -= insuredUnits;
  return (isLast ? insured : 0n) as Units;
}

function endedEvent({ order, outcome, reason, atMs }: OrderEnd): RunEvent {
  return endedEventOf(order.resting.orderId, outcome, reason, atMs);
}

function endedEventOf(
  orderId: string,
  outcome: OrderOutcome,
  reason: OrderEndReason | null,
  atMs: number,
): RunEvent {
  switch (outcome) {
    case 'filled':
      return { kind: 'ended', orderId, state: 'filled', message: '', atMs };
    case 'expired':
      return { kind: 'ended', orderId, state: 'cancelled', message: 'its time was over', atMs };
    case 'cancelled': {
      assert(reason !== null, 'a cancelled order was cancelled for a reason');
      const { state, message } = CANCELLED[reason];
      return { kind: 'ended', orderId, state, message, atMs };
    }
  }
}

const CANCELLED = {
  asked_for: { state: 'cancelled', message: '' },
  would_take: { state: 'failed', message: 'it would have been filled at once, not as a maker' },
  insufficient_funds: { state: 'failed', message: 'insufficient funds when it was filled' },
  min_value: { state: 'failed', message: WORTH_TOO_LITTLE },
  liquidation: { state: 'cancelled', message: 'its position was liquidated' },
  group: { state: 'cancelled', message: GROUP_FILLED },
  minutes_unknown: { state: 'cancelled', message: 'its minutes are not known any more' },
  nothing_to_reduce: { state: 'cancelled', message: 'there was nothing that it could reduce' },
} as const;
