// Worth of holdings by examples: direct, inverse and indirect prices, and what has none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Market } from '#venue-port/market/market.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { marketsToPrice, pricedCurrencies, valueHoldings } from '#domain/equity/value-balances.ts';
import { decimal } from '#lib/decimal.ts';

function market(base: string, quote: string, changes: Partial<Market> = {}): Market {
  return spotMarket({}, { marketTag: `${base}_${quote}`, base, quote, ...changes });
}

const MARKETS = [
  market('BTC', 'USDT'),
  market('ETH', 'USDT'),
  market('ETH', 'BTC'),
  market('XMR', 'BTC'),
  market('USDT', 'EUR'),
  market('DOT', 'ETH'),
  market('DOT', 'BTC'),
  market('OLD', 'USDT', { isOpen: false }),
];

const PRICES = new Map([
  ['BTC_USDT', decimal('50000')],
  ['ETH_USDT', decimal('2500')],
  ['XMR_BTC', decimal('0.004')],
  ['USDT_EUR', decimal('0.8')],
  ['DOT_BTC', decimal('0.0001')],
]);

const held = (currency: string, amount: string) => ({ currency, amount: decimal(amount) });

for (const [holding, tags, value] of [
  [held('USDT', '10.5'), [], '10.5'],
  [held('BTC', '0.5'), ['BTC_USDT'], '25000'],
  [held('BTC', '-0.5'), ['BTC_USDT'], '-25000'],
  [held('EUR', '8'), ['USDT_EUR'], '10'],
  [held('XMR', '2'), ['XMR_BTC', 'BTC_USDT'], '400'],
  // BTC has as many markets as ETH and comes first.
  [held('DOT', '10'), ['DOT_BTC', 'BTC_USDT'], '50'],
  [held('ETH', '0'), [], '0'],
] as const) {
  test(`${holding.amount} of ${holding.currency} is worth ${value}`, () => {
    const currencies = pricedCurrencies(MARKETS);
    assert.deepEqual(marketsToPrice(currencies, [holding], 'USDT'), tags);
    const valued = valueHoldings(currencies, [holding], 'USDT', PRICES);
    assert.deepEqual(valued, { value: decimal(value), unpriced: [] });
  });
}

test('what no open market joins is named, and not in the value', () => {
  const currencies = pricedCurrencies(MARKETS);
  const holdings = [held('OLD', '1'), held('USDT', '3'), held('ABC', '1'), held('GONE', '0')];
  assert.deepEqual(marketsToPrice(currencies, holdings, 'USDT'), []);
  const valued = valueHoldings(currencies, holdings, 'USDT', new Map());
  assert.deepEqual(valued, { value: decimal('3'), unpriced: ['ABC', 'OLD'] });
});

test('spot prices go before those of futures', () => {
  const future = market('BTC', 'USDT', { marketType: 'futures', marketTag: 'A_FUTURE' });
  const currencies = pricedCurrencies([future, market('BTC', 'USDT')]);
  assert.deepEqual(marketsToPrice(currencies, [held('BTC', '1')], 'USDT'), ['BTC_USDT']);
  const alone = pricedCurrencies([future]);
  assert.deepEqual(marketsToPrice(alone, [held('BTC', '1')], 'USDT'), ['A_FUTURE']);
});

test('the usual currency is that which most open markets settle in', () => {
  assert.equal(pricedCurrencies(MARKETS).usual, 'BTC');
  assert.equal(
    pricedCurrencies([
      ...MARKETS,
      market('SOL', 'USDT'),
      market('SOL', 'EUR'),
      market('ADA', 'USDT'),
    ]).usual,
    'USDT',
  );
  assert.equal(pricedCurrencies([market('A', 'B'), market('A', 'C')]).usual, 'B');
  assert.equal(pricedCurrencies([]).usual, null);
});

test('a price of zero makes nothing of a debt or a holding', () => {
  const currencies = pricedCurrencies(MARKETS);
  const prices = new Map([['USDT_EUR', decimal('0')]]);
  const valued = valueHoldings(currencies, [held('EUR', '8')], 'USDT', prices);
  assert.equal(valued.value, decimal('0'));
});
