// Matches resting orders with one candle: who fills, at what price, in which order, and what is
// left. Orders are served by their position on the path, then by sequence, from one share of the
// minute's volume (serve-orders.ts). When it is used up the rest stays: limits rest, triggered
// orders work on as a limit or market order. Exits of one position share what is open of it
// (exit-budgets.ts); orders of a group end or shrink with one another (oca-group.ts), here as far
// as the candle goes.

import type { Candle } from '#venue-port/candle/candle.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { CandlePath } from '#domain/matching/candle-path.ts';
import { candlePath, instantOf } from '#domain/matching/candle-path.ts';
import type { Execution, MinuteOutcome } from '#domain/matching/execution.ts';
import type { Holdings, OpenOf, OpenPart } from '#domain/matching/exit-budgets.ts';
import { leftOfMinute, offeredPrice } from '#domain/matching/offered-price.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { meetPath } from '#domain/matching/meet-path.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import type { OrderOffer } from '#domain/matching/serve-orders.ts';
import { rangeOf, serveOrders, withEntryPrice } from '#domain/matching/serve-orders.ts';

export type MinuteContext = {
  /** Length of the candle: a minute, or the chart's interval under `tradingview`. */
  readonly durationMs: number;
  /** What arrivals have already taken of this candle's volume. */
  readonly usedLots: Lots;
  /** Where left out, what the orders themselves say of it. */
  readonly openOf?: OpenOf;
};

/**
 * Matches the orders against a candle that has closed. The result does not depend on the order of
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
  const endings = new Map<string, RestingOrder>();
  const { usedLots, openOf = statedOpen } = context;
  const holdings: Holdings = { openOf, filledLots: new Map() };
  const offered: OrderOffer[] = [];
  const asleep: RestingOrder[] = [];
  for (const resting of orders) {
    const part = resting.positionGroup === null ? null : openOf(resting);
    if (isAsleep(rules, resting, part)) {
      asleep.push(resting);
      continue;
    }
    const before = activated(resting, part);
    const { order: after, offer } = meetPath(rules, before, path, false);
    if (offer !== null) offered.push({ before, after, offer, isWoken: false });
    if (offer === null ? after !== resting : before !== resting)
      endings.set(resting.orderId, offer === null ? after : before);
  }
  const meetings = { rules, path, candle, offered, asleep, holdings, usedLots };
  const executions = serveOrders(meetings, endings);
  const filledLots = executions.reduce((sum, execution) => sum + execution.lots, 0n);
  const endMs = candle.openTimeMs + context.durationMs;
  return {
    executions,
    ...sortedOut(orders, endings, endMs),
    usedLots: (context.usedLots + filledLots) as Lots,
  };
}

/** Whether it only reduces a position of which nothing is open, so that it does nothing yet. */
function isAsleep(rules: MatchingRules, order: RestingOrder, part: OpenPart | null): boolean {
  if (part?.isCap !== true || part.position === null || part.lots > 0n) return false;
  return rules.exitsRestWithEntry || order.trail === null || order.isTriggered;
}

/** With its activation at a price, where it waited at a distance from an entry that has filled. */
function activated(order: RestingOrder, part: OpenPart | null): RestingOrder {
  const entryTicks = part?.position?.entryTicks ?? null;
  return entryTicks === null ? order : withEntryPrice(order, entryTicks);
}

/** The same for one order, which has no rivals and shares nothing. */
function matchOne(
  rules: MatchingRules,
  resting: RestingOrder,
  path: CandlePath,
  candle: Candle,
  { usedLots, durationMs, openOf = statedOpen }: MinuteContext,
): MinuteOutcome {
  const endMs = candle.openTimeMs + durationMs;
  const open = resting.positionGroup === null ? null : openOf(resting);
  if (isAsleep(rules, resting, open))
    return outcomeOf(resting, resting, NO_EXECUTIONS, usedLots, endMs);
  const before = activated(resting, open);
  const { order: after, offer } = meetPath(rules, before, path, false);
  if (offer === null) return outcomeOf(resting, after, NO_EXECUTIONS, usedLots, endMs);
  const liquidity = { volumeLots: candle.volume as Lots, usedLots };
  const left = leftOfMinute(rules, liquidity);
  const isCut = open?.isCap === true && open.lots < before.remainingLots;
  const wanted = isCut ? open.lots : before.remainingLots;
  if (wanted === 0n) return outcomeOf(resting, before, NO_EXECUTIONS, usedLots, endMs);
  const lots = left === null || wanted < left ? wanted : left;
  if (lots === 0n) return outcomeOf(resting, after, NO_EXECUTIONS, usedLots, endMs);
  const remainingLots = (before.remainingLots - lots) as Lots;
  const execution = {
    orderId: before.orderId,
    priceTicks: offeredPrice(rules, after, offer, lots, liquidity.volumeLots, rangeOf(candle)),
    lots,
    isMaker: offer.isMaker,
    pathTicks: offer.position,
    atMs: Math.max(instantOf(path, offer.position), before.liveFromMs),
    isAmbiguous: offer.isTrailUnsure,
    isGap: offer.isGap,
    isPartial: remainingLots > 0n,
  };
  const used = (usedLots + lots) as Lots;
  return outcomeOf(resting, { ...after, remainingLots }, [execution], used, endMs);
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

/** What the order knows of its position: as it was when it was placed, less what left it since. */
function statedOpen({ openLots }: RestingOrder): ReturnType<OpenOf> {
  return openLots === null ? null : { lots: openLots, isCap: false, position: null };
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
