// Entries of all the equity by rules that charge fees and reserve money: they open, as large as is
// paid for.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestOrder, BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, SPOT, VANILLA } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { formatDecimal } from '#lib/decimal.ts';

const BARS: readonly Bar[] = Array.from({ length: 12 }, (_, row) => {
  const open = 10_000 + 10 * row;
  return [open, open + 15, open - 15, open + 10];
});
const CAPITAL = 10_000;
/** Of the first equity: a turn reserves for what it closes too, and they lose a little. */
const SHARE_LEAST = 0.94;

type Rules = 'realistic' | 'touch' | 'tradingview';

function run(body: string, market: typeof SPOT, rules: Rules, percent = 100): BacktestReport {
  const declared = `default_qty_type = strategy.percent_of_equity, default_qty_value = ${percent}`;
  const source = `//@version=5\nstrategy("x", ${declared}, initial_capital = ${CAPITAL})\n${body}\n`;
  const input = planInput(BARS, { market, settings: { rules, startsCold: true } });
  const done = runBacktest({ ...input, script: { name: 'x', source } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value;
}

function valueOf({ filledAmount, averagePrice }: BacktestOrder): number {
  return Number(formatDecimal(filledAmount)) * Number(formatDecimal(averagePrice));
}

/** Of a turn, what is closed too. */
function entriesOf({ orders }: BacktestReport): readonly number[] {
  return orders
    .filter(({ note, state }) => ['L', 'M', 'S'].includes(note) && state !== 'open')
    .map(valueOf);
}

const IN_AND_OUT = `if bar_index % 4 == 1
    strategy.entry("L", strategy.long)
if bar_index % 4 == 3
    strategy.close("L")`;
const TURNS = `if bar_index % 4 == 1
    strategy.entry("L", strategy.long)
if bar_index % 4 == 3
    strategy.entry("S", strategy.short)`;
const LIMITED = `if bar_index == 1
    strategy.entry("L", strategy.long, limit = close + 5)`;

suite('An entry of all the equity', () => {
  const kinds = [
    ['realistic', 'spot', SPOT],
    ['realistic', 'futures', VANILLA],
    ['touch', 'spot', SPOT],
    ['touch', 'futures', VANILLA],
    // The wallet of spot has no credit.
    ['tradingview', 'spot', SPOT],
  ] as const;
  for (const [rules, kind, market] of kinds)
    test(`opens with nearly all of it, ${rules}, ${kind}`, () => {
      const bodies = [IN_AND_OUT, LIMITED, ...(kind === 'spot' ? [] : [TURNS])];
      for (const body of bodies) {
        const entries = entriesOf(run(body, market, rules));
        assert.ok(entries.length >= 1, body);
        for (const value of entries) assert.ok(value >= CAPITAL * SHARE_LEAST, `${value}: ${body}`);
      }
    });

  test('is the whole of it on contracts by the rules of the emulator', () => {
    for (const value of entriesOf(run(IN_AND_OUT, VANILLA, 'tradingview')))
      assert.ok(value > CAPITAL * 0.999, String(value));
  });

  test('is refused where it is beyond the equity, and says so', () => {
    const report = run(IN_AND_OUT, SPOT, 'realistic', 200);
    assert.ok(entriesOf(report).every((value) => value === 0));
    assert.ok(report.logs.some(({ message }) => message.includes('insufficient funds')));
  });

  test('leaves nothing for another one', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long)
if bar_index == 3
    strategy.order("M", strategy.long)`;
    const values = entriesOf(run(body, SPOT, 'realistic'));
    assert.equal(values.filter((value) => value > 0).length, 1);
  });
});
