// Pine scripts as backtests over a few bars, and what they log on each.

import assert from 'node:assert/strict';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

export const CLOSES = [100, 103, 101, 106, 104, 109, 107, 112, 95, 99, 102, 98, 110, 108, 111, 90];

export function bars(closes: readonly number[] = CLOSES): readonly Bar[] {
  return closes.map((close, at) => {
    const open = closes[at - 1] ?? close;
    return [open, Math.max(open, close) + 1, Math.min(open, close) - 1, close] as const;
  });
}

export function inputOf(body: string, candles = bars(), version = 6): BacktestInput {
  const source = `//@version=${version}\nstrategy("x", pyramiding = 2, default_qty_value = 0.1)\n${body}\n`;
  const input = planInput(candles, {
    market: VANILLA,
    settings: { rules: 'tradingview', startsCold: true },
  });
  return { ...input, script: { name: 'script', source } };
}

export function reportOf(body: string, candles = bars(), version = 6): BacktestReport {
  const done = runBacktest(inputOf(body, candles, version), () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value;
}

/** What the script logs on each bar. */
export function logged(body: string, candles = bars(), version = 6): readonly string[] {
  return reportOf(body, candles, version).logs.map(({ message }) => message);
}

export function shown(expression: string, before = '', version = 6): string {
  return logged(`${before}\nlog.info(str.tostring(${expression}))`, bars(), version)
    .slice(0, 6)
    .join(' ');
}
