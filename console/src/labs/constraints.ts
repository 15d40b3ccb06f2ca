// Constraints on the results of a lab: what breaks one is never the best.

import type { LabResult } from '@tidemill/client';
import { LABS } from '../words/labs.ts';

/** As typed; empty: any. */
export type Constraints = { readonly trades: string; readonly drawdown: string };

export const NO_CONSTRAINTS: Constraints = { trades: '', drawdown: '' };

/** What a result breaks, in words; null: nothing. */
export function brokenBy(
  { positions_closed: count, max_drawdown_percent: drawdown }: LabResult,
  { trades, drawdown: most }: Constraints,
): string | null {
  const least = Number(trades);
  if (trades !== '' && (count ?? 0) < least) return LABS.fewerThanTrades(trades);
  if (most !== '' && Number(drawdown ?? Infinity) >= Number(most)) return LABS.aDrawdownOfOr(most);
  return null;
}
