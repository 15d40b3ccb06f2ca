// How resting orders meet one candle: who fills, at what price, in which order, and what is left.
// Orders are served by their position on the path, then by sequence, from one share of the minute's
// volume. When it is used up the rest stays: limits rest, what was set off works on as a limit or
// market order. An order of a position's other role (stop against target) gets no more than what is
// still left of the position's exit.

import type { Candle } from '#domain/candle/candle.ts';
import type { Lots } from '#domain/market/market-grid.ts';
import type { CandlePath } from '#domain/matching/candle-path.ts';
import { candlePath, instantOf } from '#domain/matching/candle-path.ts';
import type { Execution, Liquidity, MinuteOutcome } from '#domain/matching/execution.ts';
import type { PriceRange } from '#domain/matching/match-market-order.ts';
import { leftOfMinute, offeredPrice } from '#domain/matching/match-market-order.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { Meeting, Offer } from '#domain/matching/meet-path.ts';
import { meetPath } from '#domain/matching/meet-path.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

export type MinuteContext = {
  /** Length of the candle: a minute, or the chart's interval under `tradingview`. */
  readonly durationMs: number;
  /** What arrivals have already taken of this candle's volume. */
  readonly usedLots: Lots;
};

type Offered = {
  readonly before: RestingOrder;
  readonly after: RestingOrder;
  readonly offer: Offer;
  readonly isAmbiguous: boolean;
};

/**
 * Matches the orders against a candle that has closed. The answer does not depend on the order of
 * `orders`. A missing candle is not matched at all: nothing fills in it, and only `isExpired`
 * applies.
 */
export function matchMinute(
  rules: MatchingRules,
  orders: readonly RestingOrder[],
  candle: Candle,
  context: MinuteContext,
): MinuteOutcome {
  const path = candlePath(candle, context.durationMs);
  const [only] = orders;
  if (only !== undefined && orders.length === 1)
    return matchOne(rules, only, path, candle, context);
  const meetings = orders.map((before) => ({
    before,
    ...meetPath(rules, before, path, false),
  }));
  const endings = new Map<string, RestingOrder>();
  for (const { before, order, offer } of meetings)
    if (offer === null && order !== before) endings.set(order.orderId, order);
  const liquidity = { volumeLots: candle.volume as Lots, usedLots: context.usedLots };
  const offered = rivalsResolved(rules, meetings).sort(byPositionThenSequence);
  const executions = serve(rules, offered, path, rangeOf(candle), liquidity, endings);
  const filledLots = executions.reduce((sum, execution) => sum + execution.lots, 0n);
  const endMs = candle.openTimeMs + context.durationMs;
  return {
    executions,
    ...sortedOut(orders, endings, endMs),
    usedLots: (context.usedLots + filledLots) as Lots,
  };
}

/** The same for one order, which has no rivals and shares nothing. */
function matchOne(
  rules: MatchingRules,
  before: RestingOrder,
  path: CandlePath,
  candle: Candle,
  { usedLots, durationMs }: MinuteContext,
): MinuteOutcome {
  const { order: after, offer } = meetPath(rules, before, path, false);
  const endMs = candle.openTimeMs + durationMs;
  if (offer === null) return outcomeOf(before, after, NO_EXECUTIONS, usedLots, endMs);
  const liquidity = { volumeLots: candle.volume as Lots, usedLots };
  const left = leftOfMinute(rules, liquidity);
  const wanted = before.remainingLots;
  const lots = left === null || wanted < left ? wanted : left;
  if (lots === 0n) return outcomeOf(before, after, NO_EXECUTIONS, usedLots, endMs);
  const remainingLots = (wanted - lots) as Lots;
  const execution = {
    orderId: before.orderId,
    priceTicks: offeredPrice(rules, after, offer, lots, liquidity.volumeLots, rangeOf(candle)),
    lots,
    isMaker: offer.isMaker,
    pathTicks: offer.position,
    atMs: Math.max(instantOf(path, offer.position), before.liveFromMs),
    isAmbiguous: false,
    isGap: offer.isGap,
    isPartial: remainingLots > 0n,
  };
  const used = (usedLots + lots) as Lots;
  return outcomeOf(before, { ...after, remainingLots }, [execution], used, endMs);
}

const NO_EXECUTIONS: readonly Execution[] = [];
const NO_ORDERS: readonly RestingOrder[] = [];

function outcomeOf(
  before: RestingOrder,
  after: RestingOrder,
  executions: readonly Execution[],
  usedLots: Lots,
  endMs: number,
): MinuteOutcome {
  const isLeft = after.remainingLots > 0n;
  const hasEnded = isLeft && isExpired(after, endMs);
  const hasChanged = isLeft && !hasEnded && after !== before;
  return {
    executions,
    changed: hasChanged ? [after] : NO_ORDERS,
    expired: hasEnded ? [after] : NO_ORDERS,
    usedLots,
  };
}

/** Whether the order's time has ended by this instant. */
export function isExpired(order: RestingOrder, atMs: number): boolean {
  return order.expiresAtMs !== null && order.expiresAtMs <= atMs;
}

/**
 * Marks what is ambiguous, and leaves the targets out where the rules say that the stop came first.
 */
function rivalsResolved(
  rules: MatchingRules,
  meetings: readonly (Meeting & { readonly before: RestingOrder })[],
): Offered[] {
  const inside = new Set<string>();
  for (const { before, offer } of meetings) {
    const key = exitKey(before, before.role);
    if (offer !== null && !offer.isAtStart && key !== null) inside.add(key);
  }
  const offered: Offered[] = [];
  for (const { before, order: after, offer } of meetings) {
    if (offer === null) continue;
    const rivalKey = exitKey(before, rivalRole(before));
    const isAmbiguous = !offer.isAtStart && rivalKey !== null && inside.has(rivalKey);
    const isLeftOut = isAmbiguous && before.role === 'target' && rules.exitPriority !== 'path';
    if (!isLeftOut) offered.push({ before, after, offer, isAmbiguous });
  }
  return offered;
}

/** One side (stops or targets) of one position's exits; null for an order that is no such exit. */
function exitKey(order: RestingOrder, role: RestingOrder['role']): string | null {
  return order.positionGroup === null || role === null ? null : `${role} ${order.positionGroup}`;
}

function rivalRole(order: RestingOrder): RestingOrder['role'] {
  if (order.role === null) return null;
  return order.role === 'stop' ? 'target' : 'stop';
}

function byPositionThenSequence(left: Offered, right: Offered): number {
  if (left.offer.position !== right.offer.position)
    return left.offer.position < right.offer.position ? -1 : 1;
  return left.before.sequence - right.before.sequence;
}

/** Gives each its share in turn; notes in `endings` what every served order has become. */
function serve(
  rules: MatchingRules,
  offered: readonly Offered[],
  path: CandlePath,
  range: PriceRange,
  liquidity: Liquidity,
  endings: Map<string, RestingOrder>,
): Execution[] {
  const executions: Execution[] = [];
  const exitedLots = new Map<string, bigint>();
  let leftLots: bigint | null = leftOfMinute(rules, liquidity);
  for (const { before, after, offer, isAmbiguous } of offered) {
    const rivalKey = exitKey(before, rivalRole(before));
    const goneLots = rivalKey === null ? 0n : (exitedLots.get(rivalKey) ?? 0n);
    const wantedLots = before.remainingLots - goneLots;
    if (wantedLots <= 0n) continue;
    const lots = (leftLots === null || wantedLots < leftLots ? wantedLots : leftLots) as Lots;
    const remainingLots = (before.remainingLots - lots) as Lots;
    if (lots > 0n || after !== before)
      endings.set(before.orderId, lots > 0n ? { ...after, remainingLots } : after);
    if (lots === 0n) continue;
    if (leftLots !== null) leftLots -= lots;
    const key = exitKey(before, before.role);
    if (key !== null) exitedLots.set(key, (exitedLots.get(key) ?? 0n) + lots);
    executions.push({
      orderId: before.orderId,
      priceTicks: offeredPrice(rules, after, offer, lots, liquidity.volumeLots, range),
      lots,
      isMaker: offer.isMaker,
      pathTicks: offer.position,
      atMs: Math.max(instantOf(path, offer.position), before.liveFromMs),
      isAmbiguous,
      isGap: offer.isGap,
      isPartial: remainingLots > 0n,
    });
  }
  return executions;
}

function rangeOf(candle: Candle): PriceRange {
  return { lowTicks: candle.low, highTicks: candle.high } as PriceRange;
}

function sortedOut(
  orders: readonly RestingOrder[],
  endings: ReadonlyMap<string, RestingOrder>,
  endMs: number,
): Pick<MinuteOutcome, 'changed' | 'expired'> {
  const changed: RestingOrder[] = [];
  const expired: RestingOrder[] = [];
  for (const order of orders) {
    const ending = endings.get(order.orderId);
    const last = ending ?? order;
    if (last.remainingLots === 0n) continue;
    if (isExpired(last, endMs)) expired.push(last);
    else if (ending !== undefined) changed.push(ending);
  }
  return { changed: changed.sort(bySequence), expired: expired.sort(bySequence) };
}

function bySequence(left: RestingOrder, right: RestingOrder): number {
  return left.sequence - right.sequence;
}
