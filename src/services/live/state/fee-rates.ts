// The prices by which fees are valued that were paid in a currency of neither side of their market.

import type { Decimal } from '#lib/decimal.ts';

/** By fill id: the price of its fee's currency in the settlement currency of its market. */
export type FeeRates = ReadonlyMap<string, Decimal>;

export const NO_FEE_RATES: FeeRates = new Map();
