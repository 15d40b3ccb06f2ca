// The scripts whose backtests are measured, with inputs, and one whose orders rest to the end.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputValue } from '#backtesting/backtest.ts';

export type Program = {
  readonly name: string;
  /** Without its extension, in `bench/script/`. */
  readonly file: string;
  readonly inputs: Readonly<Record<string, InputValue>>;
};

export const PROGRAMS: readonly Program[] = [
  { name: 'sma-cross 20/50', file: 'sma-cross', inputs: { Fast: 20, Slow: 50 } },
  { name: 'sma-cross 50/200', file: 'sma-cross', inputs: { Fast: 50, Slow: 200 } },
  { name: 'sma-cross 10/30', file: 'sma-cross', inputs: {} },
  { name: 'three-indicators', file: 'three-indicators', inputs: {} },
  { name: 'plain-lua', file: 'plain-lua', inputs: {} },
];

export const RESTING_COUNTS: readonly number[] = [0, 10, 100, 190];
/** What the service gathers before a window. */
export const HISTORY_ROWS = 500;
export const YEAR_ROWS = 525_600;
export const MONTH_ROWS = 43_200;

export function sourceOf(file: string): string {
  return readFileSync(join(import.meta.dirname, '..', 'script', `${file}.lua`), 'utf8');
}

/** Orders far from the price, so that they rest to the end, beside crossings that only count. */
export function restingScript(count: number): string {
  const crossings = sourceOf('sma-cross')
    .replaceAll('DoLong()', 'crossed = 1')
    .replaceAll('DoShort()', 'crossed = 2');
  return `if placed == nil then
  placed = true
  local price = CurrentPrice().close
  for i = 1, ${count} do
    PlaceBuyOrder(price * (0.1 + i * 0.001), 100 / price, { type = NoTimeOutOrderType })
  end
end
${crossings}`;
}
