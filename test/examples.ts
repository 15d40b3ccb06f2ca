// The example scripts: all of them compile, pass the check, and run over days of a market. How many
// minutes is the caller's choice: fewer every day than with `npm run test:thorough`.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decimal, ONE, ZERO } from '#lib/decimal.ts';
import { seededGenerator, nextDouble } from '#lua/library/random.ts';
import { sliceColumns } from '#domain/candle/candle-columns.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { checkScript } from '#commands/check/check-script.ts';

const FOLDER = fileURLToPath(new URL('../examples/scripts', import.meta.url));
const SOURCES = new Map(
  readdirSync(FOLDER)
    .filter((name) => /\.(lua|pine)$/.test(name))
    .map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')]),
);

/** At least so many are shown. */
const EXAMPLES_MIN = 40;

const LIBRARIES = [...SOURCES]
  .filter(([name]) => name.endsWith('-command.lua'))
  .map(([name, source]) => ({ name, source }));

const ROWS = 20_000;
const WARM_UP_ROWS = 3_000;
const FIRST_OPEN_MS = Date.UTC(2025, 0, 1);

/** Twenty thousand minutes that wander around 60,000. */
function wanderingCandles(): BacktestInput['markets'][number]['candles'] {
  const chance = seededGenerator(5);
  const column = (): Float64Array => new Float64Array(ROWS);
  const columns = { open: column(), high: column(), low: column(), close: column() };
  const volume = column();
  let ticks = 6_000_000;
  for (let row = 0; row < ROWS; row += 1) {
    columns.open[row] = ticks;
    // Calm and wild hours follow each other, and now and then a minute is loud.
    const wildness = 4_000 + 20_000 * Math.sin(row / 500) ** 8;
    const swing = 300 * Math.sin(row / 300);
    ticks = Math.round(ticks + (nextDouble(chance) - 0.5) * wildness + swing);
    const reach = nextDouble(chance) * wildness * 0.5;
    columns.close[row] = ticks;
    columns.high[row] = Math.round(Math.max(columns.open[row] ?? 0, ticks) + reach);
    columns.low[row] = Math.round(Math.min(columns.open[row] ?? 0, ticks) - reach);
    volume[row] = Math.round(1_000_000 * (row % 97 === 0 ? 30 : 0.2 + nextDouble(chance)));
  }
  const isMissing = new Uint8Array(ROWS);
  return { firstOpenMs: FIRST_OPEN_MS, rowCount: ROWS, ...columns, volume, isMissing };
}

const CANDLES = wanderingCandles();
const NUMBERS = { amountStep: '0.00001' };

function inputFor(name: string, source: string, rows = ROWS): BacktestInput {
  const isFutures = /GoLong|GoShort|SetLeverage|LeverageTrading|strategy\.short/.test(source);
  const market = isFutures ? futuresMarket('vanilla', '1', NUMBERS) : spotMarket(NUMBERS);
  const traded = {
    market,
    tiers: isFutures ? singleTier(decimal('0.01'), decimal('20')) : null,
    liquidationFeePercent: ZERO,
    funding: [],
    candles: CANDLES,
  };
  return {
    script: { name, source },
    libraries: LIBRARIES,
    markets: [traded],
    intervalMinutes: 1,
    startMs: FIRST_OPEN_MS + WARM_UP_ROWS * 60_000,
    endMs: FIRST_OPEN_MS + rows * 60_000,
    accountId: 'acc_1',
    wallet: [
      { currency: 'USDT', amount: decimal('100000') },
      ...(isFutures ? [] : [{ currency: 'BTC', amount: ONE }]),
    ],
    fees: null,
    inputs: {},
    settings: {
      rules: 'realistic',
      slippagePercent: null,
      participationPercent: null,
      leverage: ONE,
      marginMode: 'cross',
      positionMode: 'one_way',
      seed: 1,
      isAudited: false,
      tradeAmountQuote: decimal('100'),
    },
  };
}

/** Minutes at history's beginning, the first of them before the market's first trade. */
const FIRST_ROWS = 300;
const UNTRADED_ROWS = 5;

/** The same run where nothing lies before its window. */
function atBeginning(input: BacktestInput): BacktestInput {
  const isMissing = new Uint8Array(FIRST_ROWS).fill(1, 0, UNTRADED_ROWS);
  const candles = { ...sliceColumns(CANDLES, 0, FIRST_ROWS), isMissing };
  return {
    ...input,
    markets: input.markets.map((market) => ({ ...market, candles })),
    startMs: FIRST_OPEN_MS,
    endMs: FIRST_OPEN_MS + FIRST_ROWS * 60_000,
  };
}

/** Those that snippets name. */
const DATA_SERIES = [
  {
    name: 'mood',
    atMs: Float64Array.of(FIRST_OPEN_MS, FIRST_OPEN_MS + 60_000),
    values: Float64Array.of(0.5, 0.7),
  },
];

/**
 * Examples that wait for what does not happen here: signals, months of history, two markets, calm
 * that returns to one price.
 */
const IDLE = new Set([
  'webhook-follower.lua',
  'remote-signals.lua',
  'daily-trend-cached.lua',
  'multi-interval-trend.lua',
  'pair-ratio.lua',
  'volatility-squeeze.lua',
]);

/** Those that trade first in the second week. */
const LATE = new Set(['session-hours.lua']);

const DOCS = fileURLToPath(new URL('../docs', import.meta.url));
const SNIPPETS = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => {
    const text = readFileSync(path.join(DOCS, name), 'utf8');
    const blocks = [...text.matchAll(/```lua\n([\s\S]*?)```/g)];
    return blocks.map(([, source = ''], index) => ({
      name: `${name}, block ${index + 1}`,
      source,
    }));
  });

/**
 * The tests, of which those that trade run up to this row, and are of each `nth` example;
 * those of the first minutes are of twice as many.
 */
export function testExamples(rows: number, nth: number): void {
  void suite('scripts in the documentation', () => {
    for (const { name, source } of SNIPPETS) {
      void test(`${name} is valid and runs from the first minute on`, () => {
        assert.deepEqual(checkScript(source, LIBRARIES).errors, []);
        const input = { ...atBeginning(inputFor(name, source)), dataSeries: DATA_SERIES };
        const ran = runBacktest(input, () => true);
        assert.deepEqual(ran.ok ? null : ran.rejection, null);
      });
    }
  });

  void suite('example scripts', () => {
    void test('are enough to learn from', () => {
      assert.ok(SOURCES.size >= EXAMPLES_MIN, `${SOURCES.size} scripts`);
    });

    for (const [index, [name, source]] of [...SOURCES].entries()) {
      void test(`${name} says what it does, in ASCII, and is valid`, () => {
        const isPine = name.endsWith('.pine');
        const lead = isPine
          ? /^\/\/@version=6\n(?:\/\/ \S[^\n]*\n)+strategy\(/
          : /^-- \S[^\n]*\.\n(?:--[^\n]*\n)+/;
        assert.match(source, lead);
        // oxlint-disable-next-line no-control-regex -- ASCII is what is requested
        assert.match(source, /^[\n\x20-\x7e]*$/);
        const others = LIBRARIES.filter((library) => library.source !== source);
        const { isValid, errors } = checkScript(source, others);
        assert.deepEqual(errors, []);
        assert.ok(isValid);
      });

      if (name.endsWith('-command.lua') || index % Math.ceil(nth / 2) !== 0) continue;
      void test(`${name} runs from the first minute of a market's history on`, () => {
        const ran = runBacktest(atBeginning(inputFor(name, source)), () => true);
        assert.deepEqual(ran.ok ? null : ran.rejection, null);
      });

      if (index % nth !== 0) continue;
      void test(`${name} runs, and trades`, () => {
        const ran = runBacktest(inputFor(name, source, LATE.has(name) ? ROWS : rows), () => true);
        assert.deepEqual(ran.ok ? null : ran.rejection, null);
        assert.ok(ran.ok);
        const { orders, assumptions } = ran.value;
        assert.ok(orders.length > 0 || IDLE.has(name), 'it places orders');
        assert.ok(assumptions.rejectedOrders < 50, `${assumptions.rejectedOrders} were rejected`);
      });
    }
  });
}
