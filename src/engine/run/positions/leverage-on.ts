// Leverage of a position that a run opens.

import type { Decimal } from '#lib/decimal.ts';
import { ONE } from '#lib/decimal.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';

/** The leverage of a new position on the market: none on spot. */
export function leverageOn(run: Run, { market }: RunMarket): Decimal {
  return market.contract === null ? ONE : run.settings.leverage;
}
