// Orders of OCA groups in a backtest, reckoned by hand: a tick is 1 USDT, a lot 0.001 BTC.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import {
  flat,
  ordersAt,
  planInput,
  reportOf,
  runPlan,
  VANILLA,
} from '#backtesting/feed.fixture.ts';
import { assertMoneyAddsUp } from '#backtesting/ledger-identity.fixture.ts';
import type { OrderRequest } from '#engine/run-api/order-api.ts';

const cancel = { name: 'g', kind: 'cancel' } as const;
const reduce = { name: 'g', kind: 'reduce' } as const;
const market = VANILLA;

function outcomes({ orders }: BacktestReport): string[] {
  return orders.map(
    ({ state, filledAmount, message }) =>
      `${state} ${formatDecimal(filledAmount)}${message === '' ? '' : `: ${message}`}`,
  );
}

const above: Partial<OrderRequest> = {
  action: 'go_long',
  type: 'stop_market',
  triggerPrice: 20_100,
};
const below: Partial<OrderRequest> = {
  action: 'go_short',
  type: 'stop_market',
  triggerPrice: 19_900,
};
const BOTH: Bar[] = [...flat(20_000, 2), [20_000, 20_200, 19_850, 20_000], ...flat(20_000, 2)];
const GONE = 'another order of its group was filled';

suite('a bracket of two entries', () => {
  test('the first that the path meets cancels the other, in the same candle', () => {
    const requested = ordersAt({
      0: [
        { ...above, oca: cancel },
        { ...below, oca: cancel },
      ],
    });
    const report = reportOf(requested, BOTH, { market });
    // The low is nearer to the open.
    assert.deepEqual(outcomes(report), [`cancelled 0: ${GONE}`, 'filled 0.1']);
    assert.equal(report.assumptions.ambiguousFills, 1);
  });

  test('without a group both fill', () => {
    const report = reportOf(ordersAt({ 0: [above, below] }), BOTH, { market });
    assert.deepEqual(outcomes(report), ['filled 0.1', 'filled 0.1']);
  });

  test('reducing, the smaller is taken off the larger, which goes on with the rest', () => {
    const requested = ordersAt({
      0: [
        { ...above, amount: 0.3, oca: reduce },
        { ...below, oca: reduce },
      ],
    });
    const report = reportOf(requested, BOTH, { market });
    assert.deepEqual(outcomes(report), ['filled 0.2', 'filled 0.1']);
  });

  test('what has not arrived yet is cancelled or reduced as well', () => {
    const now = { action: 'go_long', type: 'market' } as const;
    const cancelled = ordersAt({
      0: [
        { ...now, oca: cancel },
        { ...now, oca: cancel },
      ],
    });
    assert.deepEqual(outcomes(reportOf(cancelled, BOTH, { market })), [
      'filled 0.1',
      `cancelled 0: ${GONE}`,
    ]);
    const reduced = ordersAt({
      0: [
        { ...now, oca: reduce },
        { ...now, amount: 0.15, oca: reduce },
      ],
    });
    assert.deepEqual(outcomes(reportOf(reduced, BOTH, { market })), ['filled 0.1', 'filled 0.05']);
  });
});

suite('a group', () => {
  test('gives back what the others held', () => {
    const requested = ordersAt({
      0: [
        { type: 'limit', price: 20_000, amount: 0.2, oca: reduce },
        { type: 'limit', price: 19_000, amount: 0.25, oca: reduce },
      ],
    });
    const input = planInput(BOTH);
    const { feed, failure } = runPlan(requested, input);
    assert.equal(failure, null);
    assertMoneyAddsUp(feed, input);
    const [left] = feed.venue.state.orders;
    assert.equal(left?.resting.remainingLots, 50n);
    // 0.05 at 19,000 and the worst fee of 0.2 %.
    assert.equal(left.hold.heldUnits, 95_190_000_000n);
  });

  test('is not placed on the single-order fast path', () => {
    const input = planInput(BOTH);
    const requested = ordersAt({ 0: [{ type: 'limit', price: 20_000, oca: cancel }] });
    const { feed } = runPlan(requested, input);
    assert.equal(feed.venue.fast, null);
  });
});

suite('a stop and a target of a whole spot holding', () => {
  const exit = (type: 'stop_market' | 'take_profit_market', triggerPrice: number) =>
    ({ action: 'sell', type, triggerPrice, amount: 0.1 }) as const;
  const exits = (oca: OrderRequest['oca']) =>
    ordersAt({
      0: [
        { ...exit('stop_market', 19_000), oca },
        { ...exit('take_profit_market', 21_000), oca },
      ],
    });
  const holding = { wallet: [['BTC', '0.1']] } as const;
  const met = (price: number): Bar[] => [...flat(20_000, 2), ...flat(price, 2)];

  for (const rules of ['realistic', 'touch', 'tradingview'] as const) {
    test(`rest together in a group under ${rules}, and one of them fills`, () => {
      const setup = { ...holding, settings: { rules } };
      for (const oca of [cancel, reduce]) {
        assert.deepEqual(outcomes(reportOf(exits(oca), met(18_900), setup)), [
          'filled 0.1',
          `cancelled 0: ${GONE}`,
        ]);
        assert.deepEqual(outcomes(reportOf(exits(oca), met(21_100), setup)), [
          `cancelled 0: ${GONE}`,
          'filled 0.1',
        ]);
      }
    });
  }

  test('without a group the second is refused', () => {
    assert.deepEqual(outcomes(reportOf(exits(null), met(18_900), holding)), [
      'filled 0.1',
      'failed 0: insufficient funds: 0.1 BTC more would be needed',
    ]);
  });
});
