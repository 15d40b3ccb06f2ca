// The rate at which positions of a futures market pay one another.

import type { Decimal } from '#lib/decimal.ts';

/** What longs pay shorts at an instant, as a share of the value. */
export type FundingRate = { readonly atMs: number; readonly rate: Decimal };
