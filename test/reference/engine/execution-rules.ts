// The table of rule sets in docs/backtests.md, a field for each row that the reference carries out.

import type { Fraction } from './fraction.ts';
import { fraction, fractionOf, PERCENT, plus, roundedNearest, times } from './fraction.ts';
import type { ReferenceMarket } from './reference-market.ts';

export const RULE_NAMES = ['realistic', 'tradingview', 'touch'] as const;
export type RuleName = (typeof RULE_NAMES)[number];

export type ExecutionRules = {
  readonly name: RuleName;
  /** Whether a limit fills only when the price has passed it by a step. */
  readonly wantsPassing: boolean;
  /** How much worse than the price in view an order is filled that takes so much of a volume. */
  readonly slippageOf: (price: Fraction, share: Fraction) => Fraction;
  /** Whether a limit loses slippage that takes where it arrives or is triggered. */
  readonly limitsSlip: boolean;
  /** Whether a slipped price may lie beyond the candle's extremes. */
  readonly slipsBeyond: boolean;
  /** The share of a minute's volume that is filled at most; null: no limit. */
  readonly participation: Fraction | null;
  /** Whether stops come before targets of one candle, wherever they lie on the path. */
  readonly stopsFirst: boolean;
  /**
   * Whether of opposite stops that enter and arrive the buy is first; and of those that an open has
   * passed buys, then entries, then exits, and then all else.
   */
  readonly passedStopsFirst: boolean;
  /** Whether triggers of stops are rounded away from the market, not to the nearest step. */
  readonly triggersOutward: boolean;
  /** Whether all exits rest beside an entry that has not filled, and begin where it fills. */
  readonly exitsRestWithEntry: boolean;
  readonly trailsSeeClose: boolean;
};

/** What may be chosen; null: as the rule set says. Shares, not percentages. */
export type ChosenExecution = {
  readonly slippageShare: Fraction | null;
  readonly slippageTicks: number | null;
  readonly participation: Fraction | null;
};

const IMPACT = times(fractionOf('0.5'), PERCENT);
const TENTH = fraction(1n, 10n);

export function executionRules(
  name: RuleName,
  { priceStep }: ReferenceMarket,
  chosen: ChosenExecution,
): ExecutionRules {
  const isRealistic = name === 'realistic';
  const ticks = times(fraction(BigInt(chosen.slippageTicks ?? 0)), priceStep);
  const slippageOf = (price: Fraction, share: Fraction): Fraction => {
    if (chosen.slippageShare !== null)
      return plus(roundedNearest(times(price, chosen.slippageShare), priceStep), ticks);
    if (chosen.slippageTicks !== null || !isRealistic) return ticks;
    return plus(priceStep, roundedNearest(times(times(price, IMPACT), share), priceStep));
  };
  return {
    name,
    wantsPassing: isRealistic,
    slippageOf,
    limitsSlip: isRealistic && chosen.slippageTicks === null,
    slipsBeyond: name === 'tradingview',
    participation: chosen.participation ?? (isRealistic ? TENTH : null),
    stopsFirst: name !== 'tradingview',
    passedStopsFirst: name === 'tradingview',
    triggersOutward: name === 'tradingview',
    exitsRestWithEntry: name === 'tradingview',
    trailsSeeClose: name === 'tradingview',
  };
}
