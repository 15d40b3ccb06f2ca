// Beginning of a run: with the window whatever its series lack, or as late as they need.

import type { FeedSetup } from '#backtesting/make-feed.ts';
import { updateCountOf } from '#backtesting/make-feed.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';

export type RunBegin =
  | { readonly kind: 'cold' }
  | { readonly kind: 'warm'; readonly row: number; readonly attempt: number };

/** A script may ask for ever longer series; then the last beginning stays. */
const ATTEMPTS_MAX = 8;

/** Begin of a run's first attempt. */
export function firstBegin({ settings }: BacktestInput): RunBegin {
  return settings.startsCold === true ? { kind: 'cold' } : { kind: 'warm', row: 0, attempt: 1 };
}

/** Whether a series without a value ends the attempt. */
export function waitsForSeries(begin: RunBegin): boolean {
  return begin.kind === 'warm' && begin.attempt < ATTEMPTS_MAX;
}

/** First row in which the script runs. */
export function beginRowOf(begin: RunBegin): number {
  return begin.kind === 'warm' ? begin.row : 0;
}

/** Where the series are ready, or with the window where that comes too late. */
export function laterBegin(
  { input }: Pick<FeedSetup, 'input'>,
  begin: RunBegin,
  row: number,
): RunBegin {
  if (begin.kind === 'cold' || updateCountOf({ input, beginRow: row }) <= 0)
    return { kind: 'cold' };
  return { kind: 'warm', row, attempt: begin.attempt + 1 };
}
