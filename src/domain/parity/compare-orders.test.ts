import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { ParityReport } from '#domain/parity/compare-orders.ts';
import { compareOrders, PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import { comparedOrder } from '#domain/parity/compared-order.fixture.ts';
import { feeRoundingOf, gainOfMarket, valueOfMarket } from '#domain/parity/gain-of-market.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';
import { pairOrders } from '#domain/parity/pair-orders.ts';

/** The market opens its minutes at 100, 101, 102 and so on. */
function compare(live: readonly ComparedOrder[], backtest: readonly ComparedOrder[]) {
  return compareOrders(pairOrders(live, backtest, 5 * MINUTE_MS), {
    closingPrice: decimal('110'),
    openOf: (startMs) => decimal(String(100 + startMs / MINUTE_MS)),
    gainOf: gainOfMarket(spotMarket()),
    valueOf: valueOfMarket(spotMarket()),
    feeRounding: feeRoundingOf(spotMarket()),
  });
}

/** The causes that are not zero, in text. */
function causes({ effects }: Pick<ParityReport, 'effects'>): { readonly [cause: string]: string } {
  const found = PARITY_CAUSES.filter((cause) => effects[cause] !== 0n);
  return Object.fromEntries(found.map((cause) => [cause, formatDecimal(effects[cause])]));
}

suite('a bot beside a backtest', () => {
  test('no difference where both did the same', () => {
    const report = compare([comparedOrder(1)], [comparedOrder(1)]);
    assert.deepEqual(causes(report), {});
    assert.equal(report.equalCount, 1);
    // Bought at 100, valued at 110, less the fee.
    assert.equal(formatDecimal(report.liveProfit), '9.9');
  });

  test('a fill at another price of its minute, of a buy and of a sale', () => {
    const bought = compare([comparedOrder(1, { average: '100.5' })], [comparedOrder(1)]);
    assert.deepEqual(causes(bought), { price: '-0.5005' });
    const sale = { side: 'sell' } as const;
    const sold = compare(
      [comparedOrder(1, { average: '100.5', amount: '2' }, sale)],
      [comparedOrder(1, { amount: '2' }, sale)],
    );
    assert.deepEqual(causes(sold), { price: '0.999' });
    assert.equal(sold.equalCount, 0);
  });

  test('a fill three minutes late, and half a unit worse than the market then', () => {
    const late = comparedOrder(1, { average: '103.5' }, { filledAtMs: 4 * MINUTE_MS });
    const report = compare([late], [comparedOrder(1)]);
    assert.deepEqual(causes(report), { delay: '-3.003', price: '-0.5005' });
    assert.equal(report.pairs[0]?.delayMs, 3 * MINUTE_MS);
  });

  test('a late fill at the same price is no equal one', () => {
    const prices = { average: '100', price: '100' };
    const late = comparedOrder(1, prices, { type: 'limit', filledAtMs: 2 * MINUTE_MS });
    const report = compare([late], [comparedOrder(1, prices, { type: 'limit' })]);
    assert.deepEqual(causes(report), { delay: '-1.001', price: '1.001' });
    assert.equal(report.equalCount, 0);
  });

  test('a part of the amount', () => {
    const part = comparedOrder(1, { filled: '0.4', fees: '0.04' }, { reason: 'it expired' });
    assert.deepEqual(causes(compare([part], [comparedOrder(1)])), { size: '-5.94' });
  });

  test('another fee', () => {
    const report = compare([comparedOrder(1, { fees: '0.25' })], [comparedOrder(1)]);
    assert.deepEqual(causes(report), { fee: '-0.15' });
  });

  test('an order that only the backtest filled, refused or not placed at all', () => {
    const refused = comparedOrder(
      1,
      { filled: '0', average: '0', fees: '0' },
      { filledAtMs: null },
    );
    for (const live of [[refused], []]) {
      const report = compare(live, [comparedOrder(1)]);
      assert.deepEqual(causes(report), { missed: '-9.9' });
      assert.equal(report.pairs[0]?.live?.orderId, live[0]?.orderId);
    }
  });

  test('an order that only the bot placed', () => {
    assert.deepEqual(causes(compare([comparedOrder(1)], [])), { extra: '9.9' });
  });

  test('orders of different decisions are no pair', () => {
    const report = compare([comparedOrder(9)], [comparedOrder(1)]);
    assert.deepEqual(causes(report), { missed: '-9.9', extra: '9.9' });
    assert.equal(report.pairs.length, 2);
  });

  test('of two orders of a minute each has the one of its price', () => {
    const limit = { type: 'limit' } as const;
    const at = (price: string) => comparedOrder(1, { price, average: price }, limit);
    const report = compare([at('99'), at('98')], [at('98'), at('99')]);
    assert.deepEqual(causes(report), {});
    assert.equal(report.equalCount, 2);
  });

  test('orders that filled nowhere are not listed', () => {
    const open = comparedOrder(1, { filled: '0', average: '0', fees: '0' }, { filledAtMs: null });
    assert.deepEqual(compare([open], [open]).pairs, []);
  });
});

test('an amount of an inverse contract gains in its base', () => {
  const gainOf = gainOfMarket(futuresMarket('inverse', '100'));
  // 10 contracts of 100 USD: 0.1 BTC at 10,000 and 0.05 BTC at 20,000.
  const gained = gainOf(decimal('10'), decimal('10000'), decimal('20000'));
  assert.equal(formatDecimal(gained), '0.05');
});

test('an amount of a linear contract gains by its content', () => {
  const gainOf = gainOfMarket(futuresMarket('vanilla', '0.01'));
  const gained = gainOf(decimal('3'), decimal('10000.005'), decimal('10010.005'));
  assert.equal(formatDecimal(gained), '0.3');
});
