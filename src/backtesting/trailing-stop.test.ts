// Trailing stops in a backtest, reckoned by hand: a tick is 1 USDT, a lot 0.001 BTC.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { flat, ordersAt, reportOf, VANILLA } from '#backtesting/feed.fixture.ts';
import type { OrderRequest, TrailRequest } from '#engine/run-api/order-api.ts';

function trailing(trail: Partial<TrailRequest>): Partial<OrderRequest> {
  const none = { offset: null, activationPrice: null, activationDistance: null };
  return { type: 'trailing_stop_market', trail: { ...none, ...trail } };
}

function fills({ orders }: BacktestReport): string[] {
  return orders.map(({ state, averagePrice }) => `${state} ${formatDecimal(averagePrice)}`);
}

const RISE_AND_FALL: Bar[] = [
  ...flat(20_000, 2),
  [20_000, 20_090, 19_950, 20_080],
  [20_080, 20_120, 20_070, 20_110],
  [20_110, 20_110, 20_050, 20_060],
  ...flat(20_060, 2),
];

suite('a trailing stop', () => {
  test('follows from its price on, and sells so far below the highest', () => {
    const stop = { ...trailing({ offset: 50, activationPrice: 20_100 }), action: 'sell' } as const;
    const report = reportOf(ordersAt({ 0: [{}], 1: [stop] }), RISE_AND_FALL);
    // Active at 20,100; 20,120 is the highest; 19,950 came before it was active.
    assert.deepEqual(fills(report), ['filled 20000', 'filled 20070']);
  });

  test('without a price follows from the first that it sees', () => {
    const stop = { ...trailing({ offset: 50 }), action: 'sell' } as const;
    const report = reportOf(ordersAt({ 0: [{}], 1: [stop] }), RISE_AND_FALL);
    assert.deepEqual(fills(report), ['filled 20000', 'filled 19950']);
  });

  test('at a distance from its entry waits for the entry, and is active above its average', () => {
    const stop = trailing({ offset: 50, activationDistance: 100 });
    const enter = { action: 'go_long', type: 'limit', price: 19_960 } as const;
    const report = reportOf(
      ordersAt({ 1: [enter, { ...stop, action: 'exit_long' }] }),
      [...RISE_AND_FALL.slice(0, 3), ...RISE_AND_FALL.slice(3)],
      { market: VANILLA },
    );
    // Entered at 19,960 in the third minute; from 20,060 on, where the fourth opens beyond it.
    assert.deepEqual(fills(report), ['filled 19960', 'filled 20070']);
  });

  test('at a distance without a position counts from the last price', () => {
    const enter = {
      ...trailing({ offset: 30, activationDistance: 40 }),
      action: 'go_long',
    } as const;
    const report = reportOf(ordersAt({ 1: [enter] }), RISE_AND_FALL, { market: VANILLA });
    // A buy: active at 19,960, lowest 19,950, bought at 19,980 on the way up.
    assert.deepEqual(fills(report), ['filled 19980']);
    assert.equal(report.assumptions.ambiguousFills, 0);
  });

  test('without an offset sells where it becomes active, under each rule set', () => {
    const stop = { ...trailing({ offset: 0, activationPrice: 20_100 }), action: 'sell' } as const;
    for (const rules of ['touch', 'tradingview'] as const) {
      const report = reportOf(ordersAt({ 0: [{}], 1: [stop] }), RISE_AND_FALL, {
        settings: { rules },
      });
      assert.deepEqual(fills(report), ['filled 20000', 'filled 20100'], rules);
    }
  });

  test('of an open position has seen the close that requested it, as on TradingView', () => {
    const stop = { ...trailing({ offset: 50, activationPrice: 20_050 }), action: 'sell' } as const;
    const bars: Bar[] = [
      ...flat(20_000, 2),
      [20_000, 20_080, 20_000, 20_080],
      [20_070, 20_075, 20_000, 20_000],
    ];
    const soldUnder = (rules: 'touch' | 'tradingview') =>
      fills(reportOf(ordersAt({ 0: [{}], 2: [stop] }), bars, { settings: { rules } }))[1];
    assert.equal(soldUnder('touch'), 'filled 20025', 'follows from the high of the next candle');
    assert.equal(soldUnder('tradingview'), 'filled 20030', 'the close was the highest');
  });

  const REFUSED: readonly (readonly [Partial<OrderRequest>, RegExp])[] = [
    [trailing({ offset: -1 }), /trail offset "-1" is below zero/],
    [trailing({ offset: 5, activationPrice: -1 }), /activation price "-1" is not above zero/],
    [trailing({ offset: 5, activationPrice: 1, activationDistance: 1 }), /not at both/],
    [{ ...trailing({ offset: 5 }), type: 'stop_market' }, /"stop_market" order does not trail/],
    [trailing({ offset: Number.NaN }), /is below zero/],
    [trailing({ offset: Infinity }), /numbers that can be/],
  ];
  for (const [request, reason] of REFUSED)
    test(`is refused: ${reason.source}`, () => {
      const report = reportOf(ordersAt({ 0: [request] }), flat(20_000, 3));
      assert.equal(report.orders.length, 0);
      assert.match(report.logs.map(({ message }) => message).join('\n'), reason);
    });
});
