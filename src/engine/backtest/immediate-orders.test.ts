// Market orders that fill at the close of the candle that asks for them, as Pine's
// `strategy.close(immediately = true)`: alone, where the other orders wait for the next open.
// Reckoned by hand: a tick is 1 USDT, a lot 0.001 BTC, a taker pays 0.2 %.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestReport } from '#engine/backtest/backtest.ts';
import { RULE_SETS } from '#engine/backtest/backtest.ts';
import { NO_EXECUTION_SETTINGS } from '#engine/backtest/execution-settings.ts';
import type { Bar } from '#engine/backtest/feed.sample.ts';
import {
  flat,
  ordersAt,
  planInput,
  reportOf,
  runPlan,
  SPOT,
  START_MS,
  VANILLA,
} from '#engine/backtest/feed.sample.ts';

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
