// Gives the orders that meet a candle their fills, in the order of the price's path. An order that
// only reduces sleeps while nothing is open of its position: it meets nothing and is not triggered.
// The fill that opens the position wakes it, and it meets what is left of the path from there.

import type { Candle } from '#venue-port/candle/candle.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { CandlePath } from '#domain/matching/candle-path.ts';
import { instantOf } from '#domain/matching/candle-path.ts';
import type { Execution, Liquidity } from '#domain/matching/execution.ts';
import type { ExitBudget, Holdings } from '#domain/matching/exit-budgets.ts';
import {
  allowanceOf,
  exitBudgets,
  exitGroup,
  holdFill,
  reducibleLots,
  renewBudget,
} from '#domain/matching/exit-budgets.ts';
import type { PriceRange } from '#domain/matching/offered-price.ts';
import { leftOfMinute, offeredPrice } from '#domain/matching/offered-price.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { Offer } from '#domain/matching/meet-path.ts';
import { meetRest } from '#domain/matching/meet-path.ts';
import type { OcaGroup } from '#domain/matching/oca-group.ts';
import { isSameGroup, leftAfter, stillLeft } from '#domain/matching/oca-group.ts';
import type { RestingOrder, Trail } from '#domain/matching/resting-order.ts';

export type OrderOffer = {
  readonly before: RestingOrder;
  readonly after: RestingOrder;
  readonly offer: Offer;
  /** It is an exit of a position that was opened inside of the candle. */
  readonly isWoken: boolean;
};

export type Meetings = {
  readonly rules: MatchingRules;
  readonly path: CandlePath;
  readonly candle: Candle;
  /** Orders that meet the candle, in any order. */
  readonly offered: OrderOffer[];
  /** Orders that only reduce, of positions of which nothing is open. */
  readonly asleep: RestingOrder[];
  readonly holdings: Holdings;
  readonly usedLots: Lots;
};

/** What became of orders that were served or woken, by id. */
type Endings = Map<string, RestingOrder>;

/** Gives each its share in turn; notes in `endings` what orders have become. */
export function serveOrders(meetings: Meetings, endings: Endings): Execution[] {
  const { rules, path, candle, offered, holdings, usedLots } = meetings;
  offered.sort(rules.passedStopsFirst ? byPassedStops : byPositionThenSequence);
  const executions: Execution[] = [];
  const liquidity: Liquidity = { volumeLots: candle.volume as Lots, usedLots };
  const range = rangeOf(candle);
  const budgets = exitBudgets(rules, offered, holdings);
  const groups = groupsOf(meetings);
  const groupOf = (orderId: string): OcaGroup | null => groups.get(orderId) ?? null;
  const leftOf = (stop: RestingOrder): bigint => stillLeft(stop, executions, groupOf);
  let leftLots: bigint | null = leftOfMinute(rules, liquidity);
  for (let index = 0; index < offered.length; index += 1) {
    const met = offered[index] as OrderOffer;
    const { before, after, offer } = met;
    const group = exitGroup(before);
    const budget = group === null ? undefined : budgets.get(group);
    const ownLots = turnedLots(meetings, before, executions, groupOf);
    const reducible = group === null ? null : reducibleLots(holdings, before);
    if (reducible === 0n) meetings.asleep.push(before);
    const allowedLots = allowedFor(budget, before, offer, reducible, leftOf);
    const wantedLots = ownLots < allowedLots ? ownLots : allowedLots;
    if (wantedLots === 0n) continue;
    const lots = (leftLots === null || wantedLots < leftLots ? wantedLots : leftLots) as Lots;
    const remainingLots = (ownLots - lots) as Lots;
    if (lots > 0n || after !== before)
      endings.set(before.orderId, lots > 0n ? { ...after, remainingLots } : after);
    if (lots === 0n) continue;
    if (leftLots !== null) leftLots -= lots;
    // Where exits may do more than reduce, only stops and targets count against one another.
    if (budget !== undefined && (budget.isCap || before.role !== null)) budget.leftLots -= lots;
    const opened = holdFill(holdings, before, lots);
    const priceTicks = offeredPrice(rules, after, offer, lots, liquidity.volumeLots, range);
    executions.push({
      orderId: before.orderId,
      priceTicks,
      lots,
      isMaker: offer.isMaker,
      pathTicks: offer.position,
      atMs: Math.max(instantOf(path, offer.position), before.liveFromMs),
      isAmbiguous: isAmbiguous(offered, met, budget),
      isGap: offer.isGap,
      isPartial: remainingLots > 0n,
    });
    if (opened === null) continue;
    const coming = offered.splice(index + 1);
    wakeExits(meetings, opened, coming, offer, priceTicks, endings);
    renewBudget(budgets, rules, coming, holdings, opened);
    for (const each of coming) offered.push(each);
  }
  return executions;
}

/** Lets the exits of a position that has been opened meet what is left of the path. */
function wakeExits(
  { rules, path, asleep }: Meetings,
  opened: string,
  coming: OrderOffer[],
  { position, isAtStart }: Offer,
  entryTicks: Ticks,
  endings: Endings,
): void {
  const isWoken = !isAtStart;
  for (const [index, each] of coming.entries())
    if (exitGroup(each.before) === opened) coming[index] = { ...each, isWoken };
  const waking = asleep.filter((order) => exitGroup(order) === opened);
  if (waking.length === 0) return;
  for (const order of waking) {
    asleep.splice(asleep.indexOf(order), 1);
    const before = withEntryPrice(order, entryTicks);
    const { order: after, offer } = meetRest(rules, before, path, position);
    if (offer !== null) coming.push({ before, after, offer, isWoken });
    if (offer === null ? after !== order : before !== order)
      endings.set(order.orderId, offer === null ? after : before);
  }
  coming.sort(rules.passedStopsFirst ? byPassedStops : byPositionThenSequence);
}

/** An exit at a distance from its entry knows its price once the entry has filled. */
export function withEntryPrice(order: RestingOrder, entryTicks: Ticks): RestingOrder {
  const { trail, side, entryDistanceTicks = null } = order;
  if (entryDistanceTicks !== null) {
    const price = priceFromEntry(order, entryTicks, entryDistanceTicks);
    const own = order.limitTicks === null ? { triggerTicks: price } : { limitTicks: price };
    return { ...order, ...own, entryDistanceTicks: null };
  }
  const distance = trail?.activationDistanceTicks ?? null;
  if (trail === null || distance === null) return order;
  const price = side === 'sell' ? entryTicks + distance : entryTicks - distance;
  const activationTicks = (price > 1n ? price : 1n) as Ticks;
  const known: Trail = { ...trail, activationTicks, activationDistanceTicks: null };
  return { ...order, trail: known };
}

/** A target lies beyond the entry, a stop behind it; one tick at least. */
export function priceFromEntry(
  { side, limitTicks }: Pick<RestingOrder, 'side' | 'limitTicks'>,
  entryTicks: Ticks,
  distanceTicks: Ticks,
): Ticks {
  const isAbove = (side === 'sell') === (limitTicks !== null);
  const price = isAbove ? entryTicks + distanceTicks : entryTicks - distanceTicks;
  return (price > 1n ? price : 1n) as Ticks;
}

/** What the position of an order leaves for it; of an entry, all that it wants. */
function allowedFor(
  budget: ExitBudget | undefined,
  order: RestingOrder,
  { isAtStart }: Offer,
  reducible: bigint | null,
  leftOf: (stop: RestingOrder) => bigint,
): bigint {
  const { remainingLots } = order;
  const wanted = reducible === null || remainingLots < reducible ? remainingLots : reducible;
  if (budget === undefined) return wanted;
  const allowed = allowanceOf(budget, order, isAtStart, reducible, leftOf);
  return allowed < wanted ? allowed : wanted;
}

/** Whether the candle does not tell that the order fills there. */
function isAmbiguous(
  offered: readonly OrderOffer[],
  { before, offer, isWoken }: OrderOffer,
  budget: ExitBudget | undefined,
): boolean {
  if (offer.isTrailUnsure || isWoken || hasOcaRival(offered, before, offer)) return true;
  return budget?.isAmbiguous === true && before.role !== null && !offer.isAtStart;
}

function byPositionThenSequence(left: OrderOffer, right: OrderOffer): number {
  if (left.offer.position !== right.offer.position)
    return left.offer.position < right.offer.position ? -1 : 1;
  return left.before.sequence - right.before.sequence;
}

/**
 * The same, with stops that the open has passed before all else that fills there: buys first, and
 * on one side entries before exits, but for an entry that opens what exits leave of it.
 */
function byPassedStops(left: OrderOffer, right: OrderOffer): number {
  const byRank = passedRank(left) - passedRank(right);
  return byRank === 0 ? byPositionThenSequence(left, right) : byRank;
}

function passedRank({ before, offer }: OrderOffer): number {
  const { side, type, isTriggered, positionGroup, oca } = before;
  const isStop = type === 'stop_limit' || type === 'stop_market';
  if (!isStop || isTriggered || !offer.isAtStart || offer.position !== 0n) return 4;
  const isLater = positionGroup === null ? oca?.kind === 'turning' : oca?.kind !== 'turned';
  return (side === 'buy' ? 0 : 2) + (isLater ? 1 : 0);
}

/** Groups of the orders that may fill, by order id. */
function groupsOf({ offered, asleep }: Meetings): ReadonlyMap<string, OcaGroup> {
  const groups = new Map<string, OcaGroup>();
  for (const { before } of offered) if (before.oca !== null) groups.set(before.orderId, before.oca);
  for (const { orderId, oca } of asleep) if (oca !== null) groups.set(orderId, oca);
  return groups;
}

/**
 * What is left of an order; of one that closes a position for an entry no more than is left of
 * the entry, which may open something before that position does.
 */
function turnedLots(
  { offered }: Meetings,
  order: RestingOrder,
  executions: readonly Execution[],
  groupOf: (orderId: string) => OcaGroup | null,
): bigint {
  const { oca } = order;
  const own = leftAfter(order, executions, groupOf);
  if (oca?.kind !== 'turned') return own;
  const entry = offered.find(({ before }) => isTurning(before.oca, oca.name))?.before;
  if (entry === undefined) return own;
  const left = stillLeft(entry, executions, groupOf);
  return left < own ? left : own;
}

function isTurning(oca: OcaGroup | null, name: string): boolean {
  return oca?.kind === 'turning' && oca.name === name;
}

/** Whether another order of its group also lies inside the candle. */
function hasOcaRival(
  offered: readonly OrderOffer[],
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

/** The prices between which the candle was traded. */
export function rangeOf(candle: Candle): PriceRange {
  return { lowTicks: candle.low, highTicks: candle.high } as PriceRange;
}
