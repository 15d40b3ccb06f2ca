import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { compilePine } from '#pine/program/compile-pine.ts';
import { loadPine } from '#pine/program/load-pine.ts';
import { now } from '#pine/runtime/pine-now.ts';
import { STEPS, fillMeter, meter } from '#lua/runtime/meter.ts';

const HEAD = '//@version=6\nstrategy("Shared")\n';

function bars(count: number): readonly Bar[] {
  let seed = 11;
  let last = 100;
  return Array.from({ length: count }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const close = Math.max(50, last + (seed % 11) - 5);
    const bar = [last, Math.max(last, close) + 2, Math.min(last, close) - 2, close] as const;
    last = close;
    return bar;
  });
}

function inputOf(source: string): BacktestInput {
  const input = planInput(bars(200), {
    market: VANILLA,
    settings: { rules: 'tradingview', startsCold: true },
  });
  return { ...input, script: { name: 'script', source } };
}

/** What a run comes to, or why it ended. */
function outcome(input: BacktestInput, inputs: BacktestInput['inputs']): unknown {
  const ran = runBacktest({ ...input, inputs }, () => true);
  return ran.ok ? [ran.value.orders, ran.value.logs] : ran.rejection;
}

function columnsOf(body: string): readonly object[] {
  const compiled = compilePine(HEAD + body);
  assert(compiled.ok, compiled.ok ? '' : JSON.stringify(compiled.rejection));
  return compiled.value.sharedColumns;
}

suite('columns that runs of a Pine script share', () => {
  const SOURCE = `${HEAD}
length = input.int(5, "Length")
other = input.int(20, "Other")
source = input.source(close, "Source")
middle = (high + low) / 2
fast = ta.ema(source, length)
slow = ta.sma(middle, other)
smooth = ta.rma(fast - slow, length)
[line, signal, bars] = ta.macd(close, length, other, 9)
strength = ta.rsi(fast, length)
before = smooth[1]
log.info(str.tostring(fast) + " " + str.tostring(smooth) + " " + str.tostring(bars) + " " + str.tostring(strength) + " " + str.tostring(before))
if ta.crossover(fast, slow)
    strategy.entry("L", strategy.long, qty = 1)
if ta.crossunder(fast, slow)
    strategy.close("L")
`;

  test('leave a run equal to one that computes them itself', () => {
    const shared = inputOf(SOURCE);
    const settings = [
      {},
      { Length: '8' },
      { Length: '8', Other: '30' },
      { Other: '30' },
      { Source: 'high' },
      { Length: '5', Other: '20' },
    ];
    for (const inputs of [...settings, ...settings.toReversed()]) {
      const alone = outcome(inputOf(SOURCE), inputs);
      assert.deepEqual(outcome(shared, inputs), alone, JSON.stringify(inputs));
    }
  });

  test('follow from the inputs that their statements read, by whatever way', () => {
    const compiled = compilePine(SOURCE);
    assert(compiled.ok);
    const { sharedColumns } = compiled.value;
    assert.deepEqual(
      sharedColumns.map(({ inputs, columnCount }) => [
        [...inputs].toSorted((a, b) => a - b),
        columnCount,
      ]),
      [
        [[0, 2], 1],
        [[1], 1],
        [[0, 1, 2], 1],
        [[0, 1], 3],
        [[0, 2], 1],
      ],
    );
  });

  for (const [title, body] of [
    ['that is assigned again', 'a = ta.sma(close, 5)\na := 3\n'],
    ['of a variable that retains its value', 'var a = 0.0\na := a + 1\nb = ta.sma(a, 5)\n'],
    ['of chance', 'a = ta.sma(math.random(0, 1), 5)\n'],
    ['of the position', 'a = ta.sma(strategy.position_size, 5)\n'],
    ['of a condition', 'a = ta.barssince(close > open)\nb = close > open ? ta.sma(close, 5) : 0\n'],
    ['that looks back at nothing', 'a = close * 2\nb = math.max(a, open)\n'],
    [
      'of a price that the script names otherwise',
      'var close = 1.0\nclose += 1\na = ta.sma(close, 5)\n',
    ],
    [
      'in a block',
      'if barstate.isfirst\n    a = ta.sma(close, 5)\n    log.info(str.tostring(a))\n',
    ],
    ['of a function', 'f(x) => ta.sma(x, 5)\na = f(close)\n'],
  ] as const)
    test(`are not those ${title}`, () => assert.deepEqual(columnsOf(body), []));

  test('charge for each bar what computing it charged', () => {
    const body = 'a = ta.sma(close, 3)\nb = ta.percentrank(a, 4)\nc = ta.wma(b, 2)\n';
    const compiled = compilePine(HEAD + body);
    assert(compiled.ok);
    const loaded = loadPine(compiled.value, 'script');
    const columns = compiled.value.sharedColumns.map(({ columnCount }) => ({
      filledCount: 0,
      columns: Array.from({ length: columnCount }, () => new Float64Array(10)),
      charges: new Float64Array(10),
      state: loaded.module.fresh(),
    }));
    const charged = (shared: typeof columns | null): readonly number[] => {
      const state = loaded.module.fresh();
      return Array.from({ length: 10 }, (_, bar) => {
        Object.assign(now, { bar, close: 100 + ((bar * 7) % 5) });
        meter[STEPS] = 1_000_000;
        loaded.module.share(shared);
        loaded.module.main(state, []);
        return 1_000_000 - (meter[STEPS] ?? 0);
      });
    };
    const alone = charged(null);
    assert(new Set(alone).size > 1, 'bars differ');
    assert.deepEqual(charged(columns), alone);
    assert.deepEqual(
      columns.map(({ filledCount }) => filledCount),
      [10, 10, 10],
    );
    assert.deepEqual(charged(columns), alone);
    fillMeter();
  });

  test('end a run by the mistake that computing them finds, each time', () => {
    const source = `${HEAD}length = input.int(0, "Length")\na = ta.sma(close, length)\nplot(a)\n`;
    const shared = inputOf(source);
    const first = outcome(shared, {});
    assert.match(JSON.stringify(first), /a length of 1 to/);
    assert.deepEqual(outcome(shared, {}), first);
  });
});
