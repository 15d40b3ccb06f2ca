// The typical reasons for which a list of trades from elsewhere differs from a run of the same Pine
// strategy, each planted into a list that is equal without it: the first difference names it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import type { TradeList } from '#domain/trade-list/listed-trade.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { columnsOf, planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { compareWithReport } from '#services/backtests/compare-with-report.ts';
import { tradesOfReport } from '#services/backtests/trades-of-report.ts';

const CHART_MINUTES = 15;

/** Minutes of six days that wander, always the same. */
function madeMinutes(): Bar[] {
  let seed = 7;
  const chance = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  let price = 20_000;
  return Array.from({ length: 6 * 1_440 }, (_, row): Bar => {
    const open = price;
    const close = open + Math.round(Math.sin(row / 150) * 3) + chance(61) - 30;
    price = close;
    return [open, Math.max(open, close) + chance(9), Math.min(open, close) - chance(9), close];
  });
}

const MINUTES = madeMinutes();

const STRATEGY = `
fast = ta.ema(close, 3)
slow = ta.ema(close, 8)
if ta.crossover(fast, slow)
    strategy.entry("Up", strategy.long)
if ta.crossunder(fast, slow)
    strategy.entry("Down", strategy.short)`;

const BRACKET = `
if bar_index % 6 == 0 and strategy.position_size == 0
    strategy.entry("Up", strategy.long)
strategy.exit("Out", "Up", profit = 45, loss = 40)`;

type Setting = {
  readonly body?: string;
  readonly declared?: string;
  readonly size?: number;
  readonly minutes?: Bar[];
  readonly chartMinutes?: number;
};

function inputOf(setting: Setting): BacktestInput {
  const { body = STRATEGY, declared = '', minutes = MINUTES } = setting;
  const { chartMinutes = CHART_MINUTES, size = 0.1 } = setting;
  const head = `strategy("x", initial_capital = 10000, default_qty_value = ${size}${declared})`;
  const source = `//@version=6\n${head}\n${body}\n`;
  const input = planInput(minutes, {
    market: VANILLA,
    intervalMinutes: chartMinutes,
    settings: { rules: 'tradingview', startsCold: true },
  });
  const [trade] = input.markets;
  assert(trade !== undefined);
  const markets = [{ ...trade, candles: columnsOf(minutes) }];
  return { ...input, markets, script: { name: 'script', source } };
}

function ran(input: BacktestInput): BacktestReport {
  const done = runBacktest(input, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value;
}

function listOf(setting: Setting): TradeList {
  const { marketTag } = VANILLA;
  const all = tradesOfReport(ran(inputOf(setting)), { marketTag, isLinear: true });
  // Exports have the times of bars.
  const size = (setting.chartMinutes ?? CHART_MINUTES) * MINUTE_MS;
  const onBar = (atMs: number): number => Math.floor(atMs / size) * size;
  const trades = all.map((trade, at) => ({
    ...trade,
    line: at + 2,
    entryMs: onBar(trade.entryMs),
    exitMs: trade.exitMs === null ? null : onBar(trade.exitMs),
  }));
  assert(trades.length >= 10, `${trades.length} trades`);
  return { trades, decimals: { price: 0, quantity: 3, profit: 6 } };
}

function causeOf(list: TradeList, setting: Setting): string {
  const input = inputOf(setting);
  const { comparison, causeOf: explain } = compareWithReport(list, input, ran(input));
  const first = comparison.pairs[comparison.firstDifferent];
  if (first === undefined) return 'equal';
  const { code, detail } = explain(first);
  return `${code}: ${detail}`;
}

function moved(list: TradeList, minutes: number): TradeList {
  const later = (atMs: number): number => atMs + minutes * MINUTE_MS;
  const trades = list.trades.map((trade) => ({
    ...trade,
    entryMs: later(trade.entryMs),
    exitMs: trade.exitMs === null ? null : later(trade.exitMs),
  }));
  return { ...list, trades };
}

/** The minutes of one bar of the chart that the history does not have. */
function withoutBar(at: number): Bar[] {
  const from = at * CHART_MINUTES;
  return MINUTES.map((bar, row) => (row >= from && row < from + CHART_MINUTES ? null : bar));
}

suite('a cause that is planted is named', () => {
  for (const body of [STRATEGY, BRACKET])
    test('nothing planted: equal', () => {
      assert.equal(causeOf(listOf({ body }), { body }), 'equal');
    });

  const first = listOf({}).trades[6];
  assert(first !== undefined);
  const barOfEntry = Math.round((first.entryMs - inputOf({}).startMs) / MINUTE_MS / CHART_MINUTES);

  const SESSION = STRATEGY.replaceAll('if ', 'if not na(time(timeframe.period, "0800-1600")) and ');
  const PLANTED: readonly (readonly [string, TradeList, Setting, RegExp])[] = [
    [
      'a commission',
      listOf({ declared: ', commission_value = 0.1' }),
      {},
      /^commission: .*0\.1000 % a fill.* 0\.0000 %/,
    ],
    ['a time zone', moved(listOf({}), 8 * 60), {}, /^time_zone: .*--time-zone \+08:00/],
    ['a session', listOf({ body: SESSION }), {}, /^session: /],
    ['a session of the run', listOf({}), { body: SESSION }, /^session: /],
    [
      'a session in another time zone',
      listOf({ body: SESSION }),
      { body: SESSION.replaceAll('"0800-1600"', '"0800-1600", "America/New_York"') },
      /^session: /,
    ],
    [
      'a bar that is missing',
      listOf({}),
      { minutes: withoutBar(barOfEntry) },
      /^history_differs: /,
    ],
    [
      'the bar before the entry that is missing',
      listOf({}),
      { minutes: withoutBar(barOfEntry - 1) },
      /^history_differs: /,
    ],
    ['a longer chart', listOf({ chartMinutes: 60 }), {}, /^chart_interval: .*--interval 60/],
    ['a shorter chart', listOf({}), { chartMinutes: 60 }, /^chart_interval: .*--interval 15/],
    [
      'a bar magnifier',
      listOf({ body: BRACKET, declared: ', use_bar_magnifier = true' }),
      { body: BRACKET },
      /^intrabar_order: .*--bar-magnifier/,
    ],
    [
      'a margin that the equity does not cover',
      listOf({ size: 0.6, declared: ', margin_long = 10, margin_short = 10' }),
      { size: 0.6 },
      /^margin: /,
    ],
    [
      'slippage',
      listOf({ declared: ', slippage = 5' }),
      {},
      /^slippage: .*5 price steps in the list/,
    ],
    ['another size', listOf({ size: 0.2 }), {}, /^size_setting: /],
    ['fills at the close', listOf({ declared: ', process_orders_on_close = true' }), {}, /close/],
  ];
  for (const [name, list, setting, expected] of PLANTED)
    test(name, () => {
      assert.match(causeOf(list, setting), expected);
    });
});
