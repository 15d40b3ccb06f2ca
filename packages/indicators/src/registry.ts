// Every indicator by its name: the names are those of the script commands where there is one, else
// TA-Lib's, with the convention behind a colon where it is not the default one. Commands,
// documentation and checks are made from these rows.

import type { Indicator } from '#indicators/indicator.ts';
import { ARITHMETIC_INDICATORS } from '#indicators/catalogue/arithmetic-indicators.ts';
import { AVERAGE_INDICATORS } from '#indicators/catalogue/average-indicators.ts';
import { CONVENTION_INDICATORS } from '#indicators/catalogue/convention-indicators.ts';
import { CYCLE_INDICATORS } from '#indicators/catalogue/cycle-indicators.ts';
import { MOMENTUM_INDICATORS } from '#indicators/catalogue/momentum-indicators.ts';
import { PATTERN_INDICATORS } from '#indicators/catalogue/pattern-indicators.ts';
import { PRICE_INDICATORS } from '#indicators/catalogue/price-indicators.ts';
import { RANGE_INDICATORS } from '#indicators/catalogue/range-indicators.ts';
import { TREND_INDICATORS } from '#indicators/catalogue/trend-indicators.ts';
import { VOLATILITY_INDICATORS } from '#indicators/catalogue/volatility-indicators.ts';
import { VOLUME_INDICATORS } from '#indicators/catalogue/volume-indicators.ts';

export const INDICATOR_REGISTRY: readonly Indicator[] = [
  ...AVERAGE_INDICATORS,
  ...MOMENTUM_INDICATORS,
  ...RANGE_INDICATORS,
  ...TREND_INDICATORS,
  ...VOLATILITY_INDICATORS,
  ...VOLUME_INDICATORS,
  ...CYCLE_INDICATORS,
  ...PRICE_INDICATORS,
  ...ARITHMETIC_INDICATORS,
  ...PATTERN_INDICATORS,
  ...CONVENTION_INDICATORS,
];

const BY_NAME = new Map(INDICATOR_REGISTRY.map((indicator) => [indicator.name, indicator]));

/** The indicator of that name, or undefined. Names are case-sensitive. */
export function findIndicator(name: string): Indicator | undefined {
  return BY_NAME.get(name);
}
