// Market orders that fill at the close of the candle that asks for them, as Pine's
// `strategy.close(immediately = true)`: alone, where the other orders wait for the next open.
// Reckoned by hand: a tick is 1 USDT, a lot 0.001 BTC, a taker pays 0.2 %.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { RULE_SETS } from '#backtesting/backtest.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';
import type { Bar, Plan } from '#backtesting/feed.fixture.ts';
import {
  flat,
  ordersAt,
  planInput,
  reportOf,
  runPlan,
  SPOT,
  START_MS,
  VANILLA,
  wish,
} from '#backtesting/feed.fixture.ts';

const bars: Bar[] = [
  ...flat(20_000, 1),
  [20_000, 20_600, 19_900, 20_000],
  [20_000, 20_700, 20_000, 20_500],
  ...flat(21_000, 3),
];

function shown({ orders }: BacktestReport): readonly string[] {
  return orders.map(
    ({ state, averagePrice, filledAmount }) =>
      `${state} ${formatDecimal(filledAmount)} at ${formatDecimal(averagePrice)}`,
  );
}

suite('an immediate market order', () => {
  for (const rules of RULE_SETS)
    for (const market of [SPOT, VANILLA])
      test(`${rules}, ${market === SPOT ? 'spot' : 'futures'}: fills at its candle's close, the others at the next open`, () => {
        const [enter, leave] =
          market === SPOT ? (['buy', 'sell'] as const) : (['go_long', 'exit_long'] as const);
        const report = reportOf(
          ordersAt({
            0: [{ action: enter }],
            2: [
              { action: enter, amount: 0.05 },
              { action: leave, isImmediate: true },
            ],
          }),
          bars,
          { settings: { rules, slippagePercent: decimal('0') }, market },
        );
        assert.deepEqual(shown(report), [
          'filled 0.1 at 20000',
          'filled 0.05 at 21000',
          'filled 0.1 at 20500',
        ]);
        assert.equal(report.orders[2]?.endedAtMs, START_MS + 3 * MINUTE_MS - 1);
        assert.equal(report.positions[0]?.isClosed, true);
      });

  test('slips under the rules that slip, within its candle', () => {
    const report = reportOf(ordersAt({ 2: [{ isImmediate: true }] }), bars, {
      settings: { rules: 'realistic', slippagePercent: decimal('0.1') },
    });
    assert.deepEqual(shown(report), ['filled 0.1 at 20520']);
  });

  test('takes its share of the volume; what is left of it waits for the next minute', () => {
    const thin = bars.map((bar): Bar => bar && [bar[0], bar[1], bar[2], bar[3], 600]);
    const report = reportOf(ordersAt({ 2: [{ isImmediate: true }] }), thin, {
      settings: { rules: 'realistic', slippagePercent: decimal('0') },
    });
    assert.equal(report.assumptions.partialFills, 1);
    assert.deepEqual(shown(report), ['filled 0.1 at 20700']);
  });

  test('shares the volume of its candle with what filled in it before', () => {
    // A tenth of 600 lots is 0.06, and all of it goes to what was requested before.
    const thin = bars.map((bar): Bar => bar && [bar[0], bar[1], bar[2], bar[3], 600]);
    for (const others of [1, 2]) {
      const limits = Array.from({ length: others }, () => {
        return { type: 'limit' as const, price: 20_650, amount: 0.06, action: 'sell' as const };
      });
      const report = reportOf(
        ordersAt({ 0: limits, 2: [{ isImmediate: true, amount: 0.06 }] }),
        thin,
        {
          settings: { rules: 'realistic', slippagePercent: decimal('0') },
          wallet: [
            ['USDT', '10000'],
            ['BTC', '1'],
          ],
        },
      );
      assert.equal(shown(report).at(-1), 'filled 0.06 at 21000', `${others}`);
    }
  });

  test('counts in the equity from the next minute on, whatever else the update does', () => {
    const equityOf = (act: (api: Parameters<Plan>[0]) => void): readonly number[] => {
      const plan: Plan = (api, row) => {
        if (row === 0) api.orders.place(wish({ type: 'limit', price: 100 }));
        if (row !== 2) return;
        act(api);
        api.orders.place(wish({ isImmediate: true }));
      };
      return reportOf(plan, bars).equity.map(({ value }) => value);
    };
    // Bought at 20,500 for a fee of 4.1, and worth 50 more at 21,000.
    const expected = [10_000, 10_000, 10_000, 10_045.9, 10_045.9, 10_045.9];
    assert.deepEqual(
      equityOf(() => undefined),
      expected,
    );
    assert.deepEqual(
      equityOf((api) => {
        api.orders.cancel('o1');
      }),
      expected,
    );
    assert.deepEqual(
      equityOf((api) => api.report.figures(null)),
      expected,
    );
  });

  test('counts in the last point of the equity when it fills at the last close', () => {
    const { equity } = reportOf(ordersAt({ 2: [{ isImmediate: true }] }), bars.slice(0, 3));
    assert.equal(equity.at(-1)?.value, 9_995.9);
  });

  test('waits for the next open where its minute is missing', () => {
    const gapped = [...bars.slice(0, 2), null, ...flat(21_000, 3)];
    const report = reportOf(ordersAt({ 2: [{ isImmediate: true }, {}] }), gapped, {});
    assert.deepEqual(shown(report), ['filled 0.1 at 21000', 'filled 0.1 at 21000']);
    assert.deepEqual(
      report.orders.map(({ orderId }) => orderId),
      ['o1', 'o2'],
    );
  });

  test('reaches the close of a bar of the chart under tradingview, also of a magnified one', () => {
    for (const magnifiesBars of [false, true]) {
      const report = reportOf(ordersAt({ 2: [{ isImmediate: true }] }), bars, {
        settings: { rules: 'tradingview', execution: { ...NO_EXECUTION_SETTINGS, magnifiesBars } },
        intervalMinutes: 3,
      });
      assert.deepEqual(shown(report), ['filled 0.1 at 20500']);
    }
  });

  test('closes nothing that is not open yet', () => {
    const report = reportOf(
      ordersAt({ 2: [{ action: 'go_long' }, { action: 'exit_long', isImmediate: true }] }),
      bars,
      { market: VANILLA },
    );
    assert.deepEqual(shown(report), ['filled 0.1 at 21000', 'failed 0 at 0']);
  });

  test('is refused of any other type, with the reason in the log', () => {
    const { report, feed } = runPlan(
      ordersAt({ 2: [{ type: 'limit', price: 20_000, isImmediate: true }] }),
      planInput(bars),
    );
    assert.deepEqual(shown(report), []);
    assert.match(
      feed.run.log.lines.map(({ message }) => message).join('\n'),
      /a "limit" order is not filled immediately, only a market order is/,
    );
  });
});
