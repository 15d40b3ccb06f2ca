// Begin of a backtest: in the first update in which every series that its script asks for has a
// value, and with the window where that is requested or where no history suffices.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, START_MS } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { MINUTE_MS } from '#lib/time.ts';

const BARS: readonly Bar[] = Array.from({ length: 900 }, (_, row) => {
  const price = 1_000 + ((row * 13) % 29);
  return [price, price + 4, price - 3, price + ((row * 7) % 3) - 1];
});

type Change = Partial<Pick<BacktestInput, 'asksForHistory' | 'intervalMinutes'>> & {
  readonly startsCold?: true;
  readonly warmUpRows?: number;
  readonly bars?: readonly Bar[];
};

function inputOf(source: string, change: Change = {}): BacktestInput {
  const { startsCold, warmUpRows = 0, bars = BARS, intervalMinutes = 1, ...rest } = change;
  const settings = startsCold === undefined ? {} : { startsCold };
  const input = planInput(bars, { warmUpRows, intervalMinutes, settings });
  return { ...input, ...rest, script: { name: 'script', source } };
}

function reportOf(source: string, change: Change = {}): BacktestReport {
  const ran = runBacktest(inputOf(source, change), () => true);
  assert.ok(ran.ok, ran.ok ? '' : ran.rejection.message);
  return ran.value;
}

/** The row of the first update, what it needed and whether that was enough. */
function warmUpOf({ warmUp }: BacktestReport): readonly (number | boolean)[] {
  assert.ok(warmUp !== undefined);
  const row = (warmUp.firstUpdateMs - START_MS) / MINUTE_MS - 1;
  return [row, warmUp.neededBars, warmUp.givenBars, warmUp.isSufficient];
}

const SMA = 'if SMA(ClosePrices(), 100) > 0 then end';

suite('a backtest begins', () => {
  const cases = [
    ['with its window where nothing is requested', 'local x = 1', {}, [0, 0, 0, true]],
    [
      'with its window where the history before it suffices',
      SMA,
      { warmUpRows: 150 },
      [150, 99, 150, true],
    ],
    ['with its window where it just suffices', SMA, { warmUpRows: 99 }, [99, 99, 99, true]],
    ['later where the market begins too late', SMA, { warmUpRows: 20 }, [99, 99, 99, true]],
    [
      'later by chained look-backs',
      'local r = EMA(RSI(ClosePrices(), 14)[3], 9)',
      {},
      [24, 24, 24, true],
    ],
    [
      'later by bars of another interval',
      'local r = SMA(ClosePrices(60), 3)',
      {},
      [120, 120, 120, true],
    ],
    [
      'after the last closed bar',
      'local r = SMA(ClosePrices(60, true), 3)',
      {},
      [179, 179, 179, true],
    ],
    [
      'in bars of its interval',
      'local r = SMA(ClosePrices(), 4)',
      { intervalMinutes: 15 },
      [45, 3, 3, true],
    ],
    [
      'after the first trade',
      SMA,
      { bars: [...Array.from({ length: 50 }, () => null), ...BARS] },
      [149, 149, 149, true],
    ],
    [
      'with its window when requested',
      SMA,
      { startsCold: true, warmUpRows: 20 },
      [20, 99, 20, false],
    ],
    [
      'with its window where no history suffices',
      'local s = SMA(ClosePrices(), 5000)',
      { warmUpRows: 20 },
      [20, 4999, 20, false],
    ],
  ] as const;
  for (const [what, source, change, expected] of cases) {
    test(what, () => {
      assert.deepEqual(warmUpOf(reportOf(source, change)), expected);
    });
  }

  test('later for what is requested only then, if it had no value', () => {
    const late = (at: number): string =>
      `n = (n or 0) + 1 if n > ${at} then local r = SMA(ClosePrices(), 100) end`;
    assert.deepEqual(warmUpOf(reportOf(late(40))), [99, 99, 99, true]);
    assert.deepEqual(warmUpOf(reportOf(late(400))), [0, 99, 0, true]);
  });

  test('as late as series that lead to longer ones need', () => {
    const source = `if RSI(ClosePrices(), 10) >= 0 then local r = SMA(ClosePrices(), 200) end`;
    assert.deepEqual(warmUpOf(reportOf(source)), [199, 199, 199, true]);
  });

  test('by what the inputs chosen for it need', () => {
    const source = `local r = SMA(ClosePrices(), Input('Length', 10))`;
    const ran = runBacktest({ ...inputOf(source), inputs: { Length: 300 } }, () => true);
    assert.ok(ran.ok);
    assert.deepEqual(warmUpOf(ran.value), [299, 299, 299, true]);
  });

  test('the same whether or not it asks for history, where that suffices', () => {
    const change = { warmUpRows: 150 };
    const asking = { ...change, asksForHistory: true } as const;
    assert.deepEqual(reportOf(SMA, asking), reportOf(SMA, change));
  });
});

test('a backtest that asks for history says how much it lacks', () => {
  const ran = runBacktest(inputOf(SMA, { warmUpRows: 20, asksForHistory: true }), () => true);
  assert.ok(!ran.ok);
  const { kind, missingMinutes } = ran.rejection;
  assert.deepEqual([kind, missingMinutes], ['short_history', 79]);
});

suite('in the first update', () => {
  const calls = [
    'SMA(ClosePrices(), 30)',
    'MACD(ClosePrices(), 12, 26, 9).hist',
    'ADX(HighPrices(), LowPrices(), ClosePrices(), 14)',
    'ATR(HighPrices(5), LowPrices(5), ClosePrices(5), 14)',
    'RSI(ClosePrices(15, true), 14)[3]',
    'BBANDS(RSI(ClosePrices(3), 14), 20, 2, 2).upper',
    'SMA(ClosePrices(5), 10) - SMA(ClosePrices(30), 4)',
    'EMA(HeikinOpenPrices(5), 5)',
    'SMA(HLCPrices(10, true), 5)',
  ] as const;
  for (const call of calls) {
    test(`${call} has a value, and not in the one before`, () => {
      const source = `n = n or Count(${call}) Finalize(function() CustomReport('n', n) end)`;
      const firstCount = (report: BacktestReport): number => Number(report.custom[0]?.value);
      const warm = reportOf(source);
      assert.equal(firstCount(warm), 1);
      const [row] = warmUpOf(warm);
      const before = reportOf(source, { startsCold: true, warmUpRows: Number(row) - 1 });
      assert.equal(firstCount(before), 0);
    });
  }
});
