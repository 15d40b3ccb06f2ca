// How much of each position its exits may fill within one candle, together. Exits of one position
// carry the same group; a stop and a target of it that both meet the candle share what is open:
// each fills the smaller of its own remainder and what the others have left.

import type { Lots } from '#domain/market/market-grid.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { Offer } from '#domain/matching/meet-path.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

/** What is open of the position that an exit leaves. */
export type OpenPart = {
  readonly lots: Lots;
  /** The order only reduces: it never fills more than this, also when it is the only exit. */
  readonly isCap: boolean;
  /**
   * The position by name and what is held of it, above zero when long, so that fills of its other
   * orders within the candle count; null where only `lots` is known.
   */
  readonly position: { readonly positionId: string; readonly heldLots: bigint } | null;
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
export function reducibleLots(
  { openOf, filledLots }: Holdings,
  order: RestingOrder,
): bigint | null {
  const part = openOf(order);
  if (part?.isCap !== true || part.position === null) return null;
  const { position } = part;
  const held = position.heldLots + (filledLots.get(position.positionId) ?? 0n);
  const open = order.side === 'sell' ? held : -held;
  return open > 0n ? open : 0n;
}

/** Counts a fill towards its position. */
export function holdFill(
  { openOf, filledLots }: Holdings,
  order: RestingOrder,
  lots: bigint,
): void {
  const position = openOf(order)?.position ?? null;
  if (position === null) return;
  const before = filledLots.get(position.positionId) ?? 0n;
  filledLots.set(position.positionId, order.side === 'buy' ? before + lots : before - lots);
}

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

/**
 * What the budget leaves for the order, zero or more. What fills at the candle's first price comes
 * before all that lies inside of it, so nothing is kept from it.
 */
export function allowanceOf(
  budget: ExitBudget,
  order: RestingOrder,
  isAtStart: boolean,
  reducible: bigint | null,
): bigint {
  const { remainingLots, role } = order;
  if (role === null && !budget.isCap) return remainingLots;
  const open = budget.isCap && reducible !== null ? reducible : budget.leftLots;
  const left = open - (role === 'stop' || isAtStart ? 0n : budget.keptForStops);
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
