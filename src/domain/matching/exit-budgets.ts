// How much of each position its exits may fill within one candle, together. Exits of one position
// carry the same group; a stop and a target of it that both meet the candle share what is open:
// each fills the smaller of its own remainder and what the others have left.

import type { Lots } from '#domain/market/market-grid.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { Offer } from '#domain/matching/meet-path.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

/** What is open of the position that an exit leaves, entries that still work included. */
export type OpenPart = {
  readonly lots: Lots;
  /** The order only reduces: it never fills more than this, also when it is the only exit. */
  readonly isCap: boolean;
};

/** The open part of an exit's position; null where it is not known. */
export type OpenOf = (order: RestingOrder) => OpenPart | null;

export type ExitBudget = {
  /** What the exits may still fill. */
  leftLots: bigint;
  /** Of it, what the rules keep for stops that come before targets. */
  keptForStops: bigint;
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
  openOf: OpenOf,
): ReadonlyMap<string, ExitBudget> {
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
    const budget = budgetOf(rules, exits, openOf);
    if (budget !== null) budgets.set(group, budget);
  }
  return budgets;
}

/** The exits that an order shares a position with; null for an order that is no exit. */
export function exitGroup({ positionGroup, side }: RestingOrder): string | null {
  return positionGroup === null ? null : `${side} ${positionGroup}`;
}

/** What the budget leaves for the order, zero or more. */
export function allowanceOf(budget: ExitBudget, order: RestingOrder): bigint {
  const { remainingLots, role } = order;
  if (role === null && !budget.isCap) return remainingLots;
  const left = budget.leftLots - (role === 'stop' ? 0n : budget.keptForStops);
  if (left <= 0n) return 0n;
  return left < remainingLots ? left : remainingLots;
}

/** Takes a fill of the order out of the budget. */
export function spend(budget: ExitBudget, order: RestingOrder, lots: bigint): void {
  budget.leftLots -= lots;
  if (order.role !== 'stop') return;
  budget.keptForStops = lots < budget.keptForStops ? budget.keptForStops - lots : 0n;
}

function budgetOf(
  rules: MatchingRules,
  exits: readonly ExitOffer[],
  openOf: OpenOf,
): ExitBudget | null {
  const stops = exits.filter(({ before }) => before.role === 'stop');
  const targets = exits.filter(({ before }) => before.role === 'target');
  const parts = exits.map(({ before }) => openOf(before));
  const isCap = parts.every((part) => part?.isCap === true);
  if (!isCap && (stops.length === 0 || targets.length === 0)) return null;
  const [stopLots, targetLots] = [lotsOf(stops), lotsOf(targets)];
  const larger = stopLots > targetLots ? stopLots : targetLots;
  const open = parts.find((part) => part !== null)?.lots ?? larger;
  // Orders that may do more than reduce are only bound against one another.
  const leftLots = isCap || open > larger ? open : larger;
  const isInside = ({ offer }: ExitOffer): boolean => !offer.isAtStart;
  const stopsInside = stops.filter(isInside);
  const areBothInside = stopsInside.length > 0 && targets.some(isInside);
  const isAmbiguous = areBothInside && stopLots + targetLots > leftLots;
  const keptForStops = isAmbiguous && rules.exitPriority !== 'path' ? lotsOf(stopsInside) : 0n;
  return { leftLots, keptForStops, isCap, isAmbiguous };
}

function lotsOf(exits: readonly ExitOffer[]): bigint {
  return exits.reduce((sum, { before }) => sum + before.remainingLots, 0n);
}
