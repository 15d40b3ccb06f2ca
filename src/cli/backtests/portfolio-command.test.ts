// Texts of several runs as one, and of the difference of two.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import { differenceText, portfolioInWords } from '#cli/backtests/portfolio-command.ts';

test('a portfolio shows what all come to, and what each adds', () => {
  const member = (index: number, profit: number) => ({
    startMs: 0,
    endMs: 2 * DAY_MS,
    startEquity: 100 * (index + 1),
    profit,
    returnPercent: profit / (index + 1),
    maxDrawdownPercent: 18.18,
    profitSharePercent: profit * 5,
    riskSharePercent: 50,
    correlations: [null, 0.25],
    member: { kind: 'bot', id: `bot_${index}` } as const,
    marketTag: 'SIM_BTC_USDT',
  });
  const all = {
    startMs: 0,
    endMs: 2 * DAY_MS,
    startEquity: 300,
    endEquity: 320,
    maxDrawdownPercent: 3.2,
    returns: {} as never,
    equity: [],
  };
  const members = [member(0, -10), member(1, 30)];
  const terminal = { isColoured: false, columns: 120 } as never;
  const text = portfolioInWords({ terminal }, { ...all, members, profitCurrency: 'USDT' });
  assert.match(text, /Began with\s+300 USDT/);
  assert.match(text, /Ended with\s+320 USDT/);
  assert.match(text, /bot_0\s+SIM_BTC_USDT\s+-10\.00\s+-10\.00\s+18\.18\s+-50\.0/);
});

test('a difference says in words how much may be luck', () => {
  const found = {
    luckPercent: 31.2,
    lowPercent: -0.1,
    highPercent: 0.2,
    samples: 4_000,
    blockDays: 4,
  };
  const said = (luckPercent: number) =>
    differenceText({ days: 60, meanPercent: 0.05, test: { ...found, luckPercent } });
  assert.match(said(31.2), /could be luck in 31 of 100/);
  assert.match(said(0.4), /could be luck in less than 1 of 100/);
  assert.match(differenceText({ days: 3, meanPercent: 0.05, test: null }), /Too few days/);
});
