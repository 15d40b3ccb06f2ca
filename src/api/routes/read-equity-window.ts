// Reads over which window, and how closely, the worth of an account is requested.

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { ListEquityQuery } from '#services/equity/list-equity.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { readInstant } from '#api/routes/read-instant.ts';

export type EquityWindow = Pick<ListEquityQuery, 'fromMs' | 'toMs' | 'intervalMinutes'>;

/** Window of a query, with defaults for what it leaves out; refuses what no window can be. */
export function readEquityWindow(query: {
  readonly from?: string;
  readonly to?: string;
  readonly interval?: number;
}): Result<EquityWindow, Refusal> {
  const [from, to] = [readInstant('from', query.from), readInstant('to', query.to)];
  if (!from.ok) return from;
  if (!to.ok) return to;
  const intervalMinutes = query.interval ?? null;
  return accepted({ fromMs: from.value, toMs: to.value, intervalMinutes });
}
