// Backtests in which a stop and targets leave parts of one position: together they fill what is
// open of it, under every rule set and on every kind of market.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { RULE_SETS } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { flat, ordersAt, reportOf, SPOT, VANILLA } from '#backtesting/feed.fixture.ts';

suite('exits for parts of a position', () => {
  const wide: Bar[] = [...flat(20_000, 3), [20_000, 20_600, 19_000, 20_000], ...flat(20_000, 2)];
  const stop = (amount: number) =>
    ({ action: 'exit_long', type: 'stop_market', triggerPrice: 19_500, amount }) as const;
  const target = (price: number, amount: number) =>
    ({ action: 'exit_long', type: 'limit', price, amount }) as const;
  const filled = ({ orders }: BacktestReport) =>
    orders.map(({ state, filledAmount }) => `${state} ${formatDecimal(filledAmount)}`);

  for (const rules of RULE_SETS)
    for (const market of [SPOT, VANILLA])
      test(`${rules}, ${market === SPOT ? 'spot' : 'futures'}: a stop and a target for a half each both fill`, () => {
        const enter = market === SPOT ? 'buy' : 'go_long';
        const leave = market === SPOT ? 'sell' : 'exit_long';
        const report = reportOf(
          ordersAt({
            0: [{ action: enter }],
            1: [
              { ...stop(0.05), action: leave },
              { ...target(20_500, 0.05), action: leave },
            ],
          }),
          wide,
          { settings: { rules, slippagePercent: decimal('0') }, market },
        );
        assert.deepEqual(filled(report), ['filled 0.1', 'filled 0.05', 'filled 0.05']);
        assert.deepEqual(
          report.positions.map(({ isClosed }) => isClosed),
          [true],
        );
        assert.equal(report.assumptions.ambiguousFills, 0);
      });

  test('a stop for all of it sells what a target has left, now or later', () => {
    const later: Bar[] = [
      ...flat(20_000, 3),
      [20_000, 20_300, 20_000, 20_000],
      [20_000, 20_600, 19_000, 20_000],
      ...flat(20_000, 2),
    ];
    const report = reportOf(
      ordersAt({
        0: [{ action: 'go_long' }],
        1: [stop(0.1), target(20_200, 0.04), target(20_500, 0.03), target(20_550, 0.06)],
      }),
      later,
      { settings: { rules: 'tradingview' }, market: VANILLA },
    );
    assert.deepEqual(filled(report), [
      'filled 0.1',
      'cancelled 0',
      'filled 0.04',
      'filled 0.03',
      'cancelled 0.03',
    ]);
    assert.deepEqual(
      report.positions.map(({ isClosed, direction }) => [isClosed, direction]),
      [[true, 'long']],
    );
  });

  const [goLong, goShort] = [{ action: 'go_long' } as const, { action: 'go_short' } as const];
  const settings = { rules: 'touch' } as const;

  test('a stop that the open has passed fills nothing before its entry', () => {
    const enter = { ...goLong, type: 'limit', price: 19_000 } as const;
    const report = reportOf(ordersAt({ 0: [stop(0.1), enter] }), flat(19_400, 4), {
      settings,
      market: VANILLA,
    });
    assert.deepEqual(filled(report), ['open 0', 'open 0']);
    assert.equal(report.positions.length, 0);
  });

  test('a stop that lies before its entry on the way fills nothing in that candle', () => {
    const enter = { ...goLong, type: 'stop_market', triggerPrice: 20_200 } as const;
    const dipFirst: Bar[] = [
      ...flat(20_000, 1),
      [20_000, 20_700, 19_400, 20_500],
      ...flat(20_500, 2),
    ];
    const report = reportOf(ordersAt({ 0: [enter, stop(0.1)] }), dipFirst, {
      settings,
      market: VANILLA,
    });
    assert.deepEqual(filled(report), ['filled 0.1', 'open 0']);
    assert.deepEqual(
      report.positions.map(({ direction, isClosed }) => [direction, isClosed]),
      [['long', false]],
    );
  });

  test('a target that arrives where the price has passed it fills what is open', () => {
    const more = { ...goLong, type: 'limit', price: 18_000 } as const;
    const report = reportOf(
      ordersAt({ 0: [goLong], 1: [more, target(19_000, 0.2)] }),
      flat(20_000, 5),
      { settings, market: VANILLA },
    );
    assert.deepEqual(filled(report), ['filled 0.1', 'open 0', 'cancelled 0.1']);
    assert.deepEqual(
      report.positions.map(({ direction, isClosed }) => [direction, isClosed]),
      [['long', true]],
    );
  });

  test('a target that the open has passed fills, whatever else lies inside the candle', () => {
    const gap: Bar[] = [...flat(20_000, 3), [20_300, 20_600, 19_000, 20_000], ...flat(20_000, 2)];
    const exits = [stop(0.1), target(20_200, 0.05), target(20_500, 0.05)];
    const report = reportOf(ordersAt({ 0: [goLong], 1: exits }), gap, {
      settings,
      market: VANILLA,
    });
    assert.deepEqual(filled(report), [
      'filled 0.1',
      'cancelled 0.05',
      'filled 0.05',
      'cancelled 0',
    ]);
  });

  test('a stop that fills at the open leaves all that is retained for the stop inside', () => {
    const inside: Bar[] = [...flat(20_000, 3), [19_400, 20_600, 18_000, 19_400]];
    const later = { ...stop(0.08), triggerPrice: 19_000 } as const;
    const exits = [stop(0.02), later, target(20_500, 0.02)];
    const report = reportOf(ordersAt({ 0: [goLong], 1: exits }), inside, {
      settings,
      market: VANILLA,
    });
    assert.deepEqual(filled(report), ['filled 0.1', 'filled 0.02', 'filled 0.08', 'cancelled 0']);
  });

  test('an order that turns a position ends its exits, and leaves those of the new one', () => {
    const report = reportOf(
      ordersAt({
        0: [goShort],
        1: [{ action: 'exit_short', type: 'stop_market', triggerPrice: 21_000, amount: 0.1 }],
        2: [{ ...goLong, amount: 0.2 }, stop(0.1)],
      }),
      flat(20_000, 5),
      { settings, market: VANILLA },
    );
    assert.deepEqual(filled(report), ['filled 0.1', 'cancelled 0', 'filled 0.2', 'open 0']);
  });

  test('what only reduces fills nothing once a plain order has closed the position', () => {
    const price = 20_000;
    const silent: Bar = [price, price, price, price, 0];
    const report = reportOf(
      ordersAt({ 0: [goShort], 1: [{ action: 'buy' }, { action: 'exit_short' }] }),
      [...flat(price, 2), silent, ...flat(price, 3)],
      { settings: { rules: 'realistic' }, market: VANILLA },
    );
    assert.deepEqual(filled(report), ['filled 0.1', 'filled 0.1', 'cancelled 0']);
    assert.deepEqual(
      report.positions.map(({ isClosed }) => isClosed),
      [true],
    );
  });
});
