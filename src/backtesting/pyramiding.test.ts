// Backtests with a limit of entries in one direction, as Pine's `pyramiding`.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import type { BacktestReport, BacktestSettings } from '#backtesting/backtest.ts';
import { RULE_SETS } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { Bar, Plan } from '#backtesting/feed.fixture.ts';
import {
  flat,
  ordersAt,
  planInput,
  reportOf,
  runPlan,
  SPOT,
  VANILLA,
} from '#backtesting/feed.fixture.ts';

const bars = flat(20_000, 12);

function run(
  plan: Plan,
  pyramiding: number,
  market = VANILLA,
  over: readonly Bar[] = bars,
  settings: Partial<BacktestSettings> = {},
): BacktestReport {
  return reportOf(plan, over, { market, settings: { pyramiding, ...settings } });
}

/** The orders that were not refused. */
const placed = (report: BacktestReport): readonly string[] =>
  report.orders.map(({ side, state }) => `${side} ${state}`);

const long = { action: 'go_long', amount: 0.01 } as const;
const short = { action: 'go_short', amount: 0.01 } as const;
const exit = { action: 'exit_long', amount: 0.01 } as const;

suite('a limit of entries', () => {
  for (const rules of RULE_SETS)
    for (const [pyramiding, entries] of [
      [0, 1],
      [1, 1],
      [2, 2],
      [3, 3],
    ] as const)
      test(`${rules}, pyramiding ${pyramiding}: ${entries} of four entries`, () => {
        for (const market of [SPOT, VANILLA]) {
          const action = market === SPOT ? 'buy' : 'go_long';
          const each = [{ action, amount: 0.01 }] as const;
          const plan = ordersAt({ 0: [...each], 2: [...each], 4: [...each], 6: [...each] });
          const report = run(plan, pyramiding, market, bars, { rules });
          assert.equal(report.orders.length, entries);
          assert.equal(report.positions.length, 1);
        }
      });

  test('is none unless chosen', () => {
    const report = reportOf(ordersAt({ 0: [long, long], 2: [long, long] }), bars, {
      market: VANILLA,
    });
    assert.equal(report.orders.length, 4);
  });

  test('counts market orders that were requested and have not filled', () => {
    assert.deepEqual(placed(run(ordersAt({ 0: [long, long, long] }), 2)), [
      'buy filled',
      'buy filled',
    ]);
  });

  test('counts the fills of one order as one entry', () => {
    const thin = bars.map((bar): Bar => bar && [bar[0], bar[1], bar[2], bar[3], 50]);
    const plan = ordersAt({ 0: [long], 1: [long], 5: [long] });
    const report = run(plan, 2, VANILLA, thin, { rules: 'realistic' });
    assert.equal(report.assumptions.partialFills, 2);
    assert.equal(report.orders.length, 2);
  });

  test('lets orders with a price exceed it together, and judges each when it is requested', () => {
    const dip: Bar[] = [...flat(20_000, 2), [20_000, 20_000, 19_000, 20_000], ...flat(20_000, 3)];
    const limit = (price: number) => ({ ...long, type: 'limit', price }) as const;
    const plan = ordersAt({ 0: [limit(19_500), limit(19_400)], 4: [limit(19_900), long] });
    assert.deepEqual(placed(run(plan, 1, VANILLA, dip)), ['buy filled', 'buy filled']);
  });

  test('frees the place of the oldest entry that an exit closes, or of all', () => {
    const plan = ordersAt({
      0: [long],
      1: [long],
      2: [{ ...exit, amount: 0.005 }],
      3: [long],
      4: [{ ...exit, amount: 0.005 }],
      5: [long, long],
      7: [{ ...exit, amount: 0.02 }],
      8: [long, long, long],
    });
    assert.deepEqual(placed(run(plan, 2)), [
      'buy filled',
      'buy filled',
      'sell filled',
      'sell filled',
      'buy filled',
      'sell filled',
      'buy filled',
      'buy filled',
    ]);
  });

  test('gives the place of a market exit to an entry after it in the same update', () => {
    const plan = ordersAt({ 0: [long], 2: [long, exit, long, long] });
    assert.deepEqual(placed(run(plan, 1)), ['buy filled', 'sell filled', 'buy filled']);
  });

  test('counts each direction by itself, and a reversal as an entry', () => {
    const reversal = { ...short, amount: 0.02 };
    const plan = ordersAt({ 0: [long], 2: [reversal, short, long], 4: [short] });
    assert.deepEqual(placed(run(plan, 1)), [
      'buy filled',
      'sell filled',
      'buy filled',
      'sell filled',
    ]);
  });

  test('counts all positions of a market', () => {
    const plan = ordersAt({
      0: [{ ...long, positionId: 'a' }],
      2: [
        { ...long, positionId: 'b' },
        { ...short, positionId: 'c' },
      ],
    });
    assert.deepEqual(placed(run(plan, 1)), ['buy filled', 'sell filled']);
  });

  test('counts no entry of a position that was liquidated', () => {
    const crash: Bar[] = [...flat(20_000, 2), [20_000, 20_000, 100, 100], ...flat(100, 4)];
    const { report } = runPlan(
      ordersAt({ 0: [{ ...long, amount: 0.1 }], 4: [long] }),
      planInput(crash, {
        market: VANILLA,
        settings: { rules: 'realistic', pyramiding: 1, leverage: decimal('10') },
      }),
    );
    assert.equal(report.positions[0]?.isClosed, true);
    assert.deepEqual(placed(report), ['buy filled', 'buy filled']);
  });

  test('says in the log what it refused, and is named by the report', () => {
    const input = planInput(bars, { market: VANILLA, settings: { pyramiding: 1 } });
    const { report, feed } = runPlan(ordersAt({ 0: [long, long] }), input);
    assert.deepEqual(
      feed.run.log.lines.map(({ severity, message }) => `${severity}: ${message}`).slice(0, 1),
      [
        'error: go_long 0.01 was refused: pyramiding allows no more entries in this direction than 1',
      ],
    );
    assert.equal(feed.run.orders.rejectedCount, 1);
    assert.equal(report.orders.length, 1);
    const done = runBacktest({ ...input, script: { name: 'empty', source: '' } }, () => true);
    assert.ok(done.ok);
    assert.deepEqual(done.value.settingsUsed, [{ name: 'pyramiding', value: '1' }]);
  });
});
