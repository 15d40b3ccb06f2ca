// Legs of a bracket: each is a part of what is held, with its stop and its target in a group of
// their own, so that a fill of one takes the other's lots and no more.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { amountOf, HUNDRED } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import { exitSide } from '#domain/position/position.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import type { BracketConfig, BracketTarget } from '#strategies/bracket/bracket-config.ts';

export type Leg = {
  readonly lots: number;
  /** Null: it has a stop alone. */
  readonly target: BracketTarget | null;
};

export type LegPlan = {
  readonly legs: readonly Leg[];
  /** Why lots stay without an exit; null where none do. */
  readonly problem: string | null;
};

/**
 * So many lots by the shares of the targets, rounded down at the first. A part that is too small to
 * have an exit of its own goes with the other.
 */
export function planLegs(
  config: BracketConfig,
  market: Market,
  { grid }: TradingTerms,
  lots: number,
): LegPlan {
  const problemOf = ({ lots: some, target }: Leg): string | null =>
    exitProblem(config, market, amountOf(grid, BigInt(some) as Lots), target);
  const { targets } = config;
  const [first = null, second = null] = targets;
  const nearer = first === null ? 0 : Number((BigInt(lots) * first.percent) / HUNDRED);
  const split: readonly Leg[] = [
    { lots: nearer, target: first },
    { lots: lots - nearer, target: second },
  ];
  const isSplit = second !== null && split.every((leg) => leg.lots > 0 && problemOf(leg) === null);
  if (isSplit) return { legs: split, problem: null };
  const whole: readonly Leg[] = [first, second]
    .filter((target, index) => target !== null || (index === 0 && targets.length === 0))
    .map((target) => ({ lots, target }));
  const fitting = whole.find((leg) => problemOf(leg) === null);
  if (fitting !== undefined) return { legs: [fitting], problem: null };
  const [only = { lots, target: null }] = whole;
  return { legs: [], problem: problemOf(only) };
}

/** Why the market takes no exit of so much; the stop is judged first. */
export function exitProblem(
  { direction, stopPrice }: BracketConfig,
  market: Market,
  amount: Decimal,
  target: BracketTarget | null,
): string | null {
  const side = exitSide(direction);
  const isExempt = market.contract !== null;
  const judge = (what: string, draft: { price: Decimal; referencePrice: Decimal }) => {
    const type = draft.price === ZERO ? 'market' : 'limit';
    const checked = checkOrder(market, { side, type, ...draft, amount, isExempt });
    if (checked.ok) return null;
    return `${what} of ${formatDecimal(amount)} is refused: ${describeRejection(checked.rejection)}`;
  };
  const ofStop =
    stopPrice === null ? null : judge('a stop', { price: ZERO, referencePrice: stopPrice });
  if (ofStop !== null || target === null) return ofStop;
  const { price } = target;
  return judge('a target', { price, referencePrice: price });
}

/** The distance that a stop that follows keeps; from its entry to where it begins. */
export function trailDistance(stopPrice: Decimal, enterPrice: Decimal): Decimal {
  const distance = enterPrice - stopPrice;
  return divideRounded(distance < 0n ? -distance : distance, 1n, 'floor') as Decimal;
}
