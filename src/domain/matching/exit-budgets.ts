// Budget that the exits of each position may fill within one candle, together. Exits of one
// position carry the same group; a stop and a target of it that both meet the candle share what is
// open: each fills the smaller of its own remainder and what the others have left.

import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { Offer } from '#domain/matching/meet-path.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import type { OrderSide } from '#venue-port/order/order.ts';

/** What is open of the position that an exit leaves. */
export type OpenPart = {
  readonly lots: Lots;
  /** The order only reduces: it never fills more than this, also when it is the only exit. */
  readonly isCap: boolean;
  /**
   * The position by name and what is held of it, above zero when long, so that fills of its other
   * orders within the candle count; null where only `lots` is known. `entryTicks`: of an open one
   * its average entry price, where the order waits at a distance from it.
   */
  readonly position: {
    readonly positionId: string;
    readonly heldLots: bigint;
    readonly entryTicks: Ticks | null;
  } | null;
};

/** The open part of an order's position, also of an entry's; null where it is not known. */
export type OpenOf = (order: RestingOrder) => OpenPart | null;

/** What is held of positions while a candle's fills are given out. */
export type Holdings = {
  readonly openOf: OpenOf;
  /** By position. */
  readonly filledLots: Map<string, bigint>;
};

/** What an order that only reduces may still fill, zero or more; null for any other order. */
export function reducibleLots(holdings: Holdings, order: RestingOrder): bigint | null {
  const part = holdings.openOf(order);
  if (part?.isCap !== true || part.position === null) return null;
  return openLots(holdings, part.position, order.side);
}

/** What is open against a side as fills have left it. */
function openLots(
  { filledLots }: Holdings,
  { positionId, heldLots }: NonNullable<OpenPart['position']>,
  side: OrderSide,
): bigint {
  const held = heldLots + (filledLots.get(positionId) ?? 0n);
  const open = side === 'sell' ? held : -held;
  return open > 0n ? open : 0n;
}

/**
 * Counts a fill towards its position. Returns the exits of it (see `exitGroup`) where the fill
 * opened it, or turned it round; else null.
 */
export function holdFill(
  { openOf, filledLots }: Holdings,
  order: RestingOrder,
  lots: bigint,
): string | null {
  const position = openOf(order)?.position ?? null;
  if (position === null) return null;
  const filled = filledLots.get(position.positionId) ?? 0n;
  const before = position.heldLots + filled;
  const change = order.side === 'buy' ? lots : -lots;
  filledLots.set(position.positionId, filled + change);
  const after = before + change;
  if (after === 0n || (after > 0n === before > 0n && before !== 0n)) return null;
  return groupName(after > 0n ? 'sell' : 'buy', position.positionId);
}

export type ExitBudget = {
  /** What the exits may still fill. */
  leftLots: bigint;
  /** Stops inside of the candle, where the rules have them come before the targets inside of it. */
  readonly stops: readonly RestingOrder[];
  /** Whether each exit is bound by it; otherwise only stops and targets are, not market orders. */
  readonly isCap: boolean;
  /** Stops and targets lie inside the candle and exceed what is open. */
  readonly isAmbiguous: boolean;
};

type ExitOffer = { readonly before: RestingOrder; readonly offer: Offer };

/** Budgets by `exitGroup`; none for exits that nothing bounds. */
export function exitBudgets(
  rules: MatchingRules,
  offered: readonly ExitOffer[],
  holdings: Holdings,
): Map<string, ExitBudget> {
  const groups = new Map<string, ExitOffer[]>();
  for (const each of offered) {
    const group = exitGroup(each.before);
    if (group === null) continue;
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [each]);
    else known.push(each);
  }
  const budgets = new Map<string, ExitBudget>();
  for (const [group, exits] of groups) {
    const budget = budgetOf(rules, exits, holdings);
    if (budget !== null) budgets.set(group, budget);
  }
  return budgets;
}

/** Reckons one budget anew, for the exits that are still to come. */
export function renewBudget(
  budgets: Map<string, ExitBudget>,
  rules: MatchingRules,
  offered: readonly ExitOffer[],
  holdings: Holdings,
  group: string,
): void {
  const exits = offered.filter(({ before }) => exitGroup(before) === group);
  const budget = exits.length === 0 ? null : budgetOf(rules, exits, holdings);
  if (budget === null) budgets.delete(group);
  else budgets.set(group, budget);
}

/** The exits that an order shares a position with; null for an order that is no exit. */
export function exitGroup({ positionGroup, side }: RestingOrder): string | null {
  return positionGroup === null ? null : groupName(side, positionGroup);
}

function groupName(side: OrderSide, position: string): string {
  return `${side} ${position}`;
}

/**
 * What the budget leaves for the order, zero or more. What fills at the candle's first price comes
 * before all that lies inside of it, so nothing is withheld from it. `leftOf`: what a stop still
 * wants.
 */
export function allowanceOf(
  budget: ExitBudget,
  order: RestingOrder,
  isAtStart: boolean,
  reducible: bigint | null,
  leftOf: (stop: RestingOrder) => bigint,
): bigint {
  const { remainingLots, role } = order;
  if (role === null && !budget.isCap) return remainingLots;
  const open = budget.isCap && reducible !== null ? reducible : budget.leftLots;
  const isRetainedFrom = role !== 'stop' && !isAtStart;
  const left = isRetainedFrom
    ? budget.stops.reduce((rest, stop) => rest - leftOf(stop), open)
    : open;
  if (left <= 0n) return 0n;
  return left < remainingLots ? left : remainingLots;
}

function budgetOf(
  rules: MatchingRules,
  exits: readonly ExitOffer[],
  holdings: Holdings,
): ExitBudget | null {
  const stops = exits.filter(({ before }) => before.role === 'stop');
  const targets = exits.filter(({ before }) => before.role === 'target');
  const parts = exits.map(({ before }) => holdings.openOf(before));
  const isCap = parts.every((part) => part?.isCap === true);
  if (!isCap && (stops.length === 0 || targets.length === 0)) return null;
  const [stopLots, targetLots] = [lotsOf(stops), lotsOf(targets)];
  const larger = stopLots > targetLots ? stopLots : targetLots;
  const side = exits[0]?.before.side ?? 'sell';
  const open = openOfParts(parts, holdings, side) ?? larger;
  // Orders that may do more than reduce are only bound against one another.
  const leftLots = isCap || open > larger ? open : larger;
  const isInside = ({ offer }: ExitOffer): boolean => !offer.isAtStart;
  const stopsInside = stops.filter(isInside);
  const areBothInside = stopsInside.length > 0 && targets.some(isInside);
  const isAmbiguous = areBothInside && stopLots + targetLots > leftLots;
  const areFirst = isAmbiguous && rules.exitPriority !== 'path';
  const first = areFirst ? stopsInside.map(({ before }) => before) : [];
  return { leftLots, stops: first, isCap, isAmbiguous };
}

function openOfParts(
  parts: readonly (OpenPart | null)[],
  holdings: Holdings,
  side: OrderSide,
): bigint | null {
  const part = parts.find((each) => each !== null) ?? null;
  if (part === null || part.position === null) return part?.lots ?? null;
  return openLots(holdings, part.position, side);
}

function lotsOf(exits: readonly ExitOffer[]): bigint {
  return exits.reduce((sum, { before }) => sum + before.remainingLots, 0n);
}
