// How resting orders meet one candle: who fills, at what price, in which order, and what is left.
// Orders are served by their position on the path, then by sequence, from one share of the minute's
// volume. When it is used up the rest stays: limits rest, what was set off works on as a limit or
// market order. Exits of one position share what is open of it (exit-budgets.ts); orders of a group
// end or shrink with one another (oca-group.ts), here as far as the candle itself goes.

import type { Candle } from '#domain/candle/candle.ts';
import type { Lots } from '#domain/market/market-grid.ts';
import type { CandlePath } from '#domain/matching/candle-path.ts';
import { candlePath, instantOf } from '#domain/matching/candle-path.ts';
import type { Execution, Liquidity, MinuteOutcome } from '#domain/matching/execution.ts';
import type { ExitBudget, Holdings, OpenOf } from '#domain/matching/exit-budgets.ts';
import {
  allowanceOf,
  exitBudgets,
  exitGroup,
  holdFill,
  reducibleLots,
  spend,
} from '#domain/matching/exit-budgets.ts';
import type { PriceRange } from '#domain/matching/match-market-order.ts';
import { leftOfMinute, offeredPrice } from '#domain/matching/match-market-order.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { Offer } from '#domain/matching/meet-path.ts';
import { meetPath } from '#domain/matching/meet-path.ts';
import type { OcaGroup } from '#domain/matching/oca-group.ts';
import { isSameGroup, leftAfter } from '#domain/matching/oca-group.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

export type MinuteContext = {
  /** Length of the candle: a minute, or the chart's interval under `tradingview`. */
  readonly durationMs: number;
  /** What arrivals have already taken of this candle's volume. */
  readonly usedLots: Lots;
  /** Where left out, what the orders themselves say of it. */
  readonly openOf?: OpenOf;
};

type Offered = {
  readonly before: RestingOrder;
  readonly after: RestingOrder;
  readonly offer: Offer;
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
  const endings = new Map<string, RestingOrder>();
  const offered: Offered[] = [];
  for (const before of orders) {
    const { order: after, offer } = meetPath(rules, before, path, false);
    if (offer !== null) offered.push({ before, after, offer });
    else if (after !== before) endings.set(after.orderId, after);
  }
  offered.sort(rules.buyStopsFirst ? byPassedStops : byPositionThenSequence);
  const executions = serve(rules, offered, path, candle, context, endings);
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
  { usedLots, durationMs, openOf = statedOpen }: MinuteContext,
): MinuteOutcome {
  const { order: after, offer } = meetPath(rules, before, path, false);
  const endMs = candle.openTimeMs + durationMs;
  if (offer === null) return outcomeOf(before, after, NO_EXECUTIONS, usedLots, endMs);
  const liquidity = { volumeLots: candle.volume as Lots, usedLots };
  const left = leftOfMinute(rules, liquidity);
  const open = before.positionGroup === null ? null : openOf(before);
  const isCut = open?.isCap === true && open.lots < before.remainingLots;
  const wanted = isCut ? open.lots : before.remainingLots;
  if (wanted === 0n) return outcomeOf(before, before, NO_EXECUTIONS, usedLots, endMs);
  const lots = left === null || wanted < left ? wanted : left;
  if (lots === 0n) return outcomeOf(before, after, NO_EXECUTIONS, usedLots, endMs);
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

/** What the order knows of its position: as it was when it was placed, less what left it since. */
function statedOpen({ openLots }: RestingOrder): ReturnType<OpenOf> {
  return openLots === null ? null : { lots: openLots, isCap: false, position: null };
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
  candle: Candle,
  { usedLots, openOf = statedOpen }: MinuteContext,
  endings: Map<string, RestingOrder>,
): Execution[] {
  const executions: Execution[] = [];
  const liquidity: Liquidity = { volumeLots: candle.volume as Lots, usedLots };
  const range = rangeOf(candle);
  const budgets = exitBudgets(rules, offered, openOf);
  const holdings: Holdings = { openOf, filledLots: new Map() };
  const groups = groupsOf(offered);
  const groupOf = (orderId: string): OcaGroup | null => groups.get(orderId) ?? null;
  let leftLots: bigint | null = leftOfMinute(rules, liquidity);
  for (const { before, after, offer } of offered) {
    const group = exitGroup(before);
    const budget = group === null ? undefined : budgets.get(group);
    const ownLots = leftAfter(before, executions, groupOf);
    const allowedLots = allowedFor(holdings, budget, before, offer);
    const wantedLots = ownLots < allowedLots ? ownLots : allowedLots;
    if (wantedLots === 0n) continue;
    const lots = (leftLots === null || wantedLots < leftLots ? wantedLots : leftLots) as Lots;
    const remainingLots = (ownLots - lots) as Lots;
    if (lots > 0n || after !== before)
      endings.set(before.orderId, lots > 0n ? { ...after, remainingLots } : after);
    if (lots === 0n) continue;
    if (leftLots !== null) leftLots -= lots;
    if (budget !== undefined) spend(budget, before, lots);
    holdFill(holdings, before, lots);
    executions.push({
      orderId: before.orderId,
      priceTicks: offeredPrice(rules, after, offer, lots, liquidity.volumeLots, range),
      lots,
      isMaker: offer.isMaker,
      pathTicks: offer.position,
      atMs: Math.max(instantOf(path, offer.position), before.liveFromMs),
      isAmbiguous:
        offer.isTrailUnsure ||
        hasOcaRival(offered, before, offer) ||
        (budget?.isAmbiguous === true && before.role !== null && !offer.isAtStart),
      isGap: offer.isGap,
      isPartial: remainingLots > 0n,
    });
  }
  return executions;
}

/** What the position of an order leaves for it; of an entry, all that it wants. */
function allowedFor(
  holdings: Holdings,
  budget: ExitBudget | undefined,
  order: RestingOrder,
  { isAtStart }: Offer,
): bigint {
  const { remainingLots } = order;
  const reducible = order.positionGroup === null ? null : reducibleLots(holdings, order);
  const wanted = reducible === null || remainingLots < reducible ? remainingLots : reducible;
  if (budget === undefined) return wanted;
  const allowed = allowanceOf(budget, order, isAtStart, reducible);
  return allowed < wanted ? allowed : wanted;
}

/** The same, with buy stops that the open has passed before all else that fills there. */
function byPassedStops(left: Offered, right: Offered): number {
  const isFirst = isPassedBuyStop(left);
  if (isFirst !== isPassedBuyStop(right)) return isFirst ? -1 : 1;
  return byPositionThenSequence(left, right);
}

function isPassedBuyStop({ before, offer }: Offered): boolean {
  const { side, type, isTriggered } = before;
  const isStop = type === 'stop_limit' || type === 'stop_market';
  return isStop && !isTriggered && side === 'buy' && offer.isAtStart && offer.position === 0n;
}

/** Groups of the orders that meet the candle, by order id. */
function groupsOf(offered: readonly Offered[]): ReadonlyMap<string, OcaGroup> {
  const groups = new Map<string, OcaGroup>();
  for (const { before } of offered) if (before.oca !== null) groups.set(before.orderId, before.oca);
  return groups;
}

/** Whether another order of its group also lies inside the candle. */
function hasOcaRival(
  offered: readonly Offered[],
  { oca, orderId }: RestingOrder,
  { isAtStart }: Offer,
): boolean {
  if (oca === null || isAtStart) return false;
  return offered.some(
    (other) =>
      other.before.orderId !== orderId &&
      isSameGroup(other.before.oca, oca) &&
      !other.offer.isAtStart,
  );
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
