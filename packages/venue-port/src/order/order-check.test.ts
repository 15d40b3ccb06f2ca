// Refusals of a market, and their sentences.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { OrderDraft } from '#venue-port/order/order-check.ts';
import { checkOrder, roundOrder } from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';

function limit(price: string, amount: string): OrderDraft {
  const numbers = { price: decimal(price), amount: decimal(amount) };
  return { side: 'buy', type: 'limit', ...numbers, referencePrice: null, isExempt: false };
}

function atMarket(amount: string, referencePrice: string | null): OrderDraft {
  return {
    side: 'sell',
    type: 'market',
    price: decimal('0'),
    amount: decimal(amount),
    referencePrice: referencePrice === null ? null : decimal(referencePrice),
    isExempt: false,
  };
}

/** `ticks x lots`, or the sentence of the rejection. */
function verdict(market: Market, draft: OrderDraft): string {
  const result = checkOrder(market, draft);
  if (!result.ok) return describeRejection(result.rejection);
  return `${result.value.ticks ?? 'market'} x ${result.value.lots}`;
}

const plain = spotMarket();
const bounded = spotMarket({ minOrderAmount: '0.01', maxOrderAmount: '9.0005' });
const valued = spotMarket({ minOrderValue: '5', maxOrderValue: '1000' });
const odd = spotMarket({ amountStep: '0.03', minOrderAmount: '0.1', maxOrderAmount: '1' });
const narrow = spotMarket({ minOrderValue: '100', maxOrderAmount: '0.5' });
const stepless = spotMarket({ priceStep: '0', amountStep: '0' });
const digits = spotMarket({}, { priceSignificantDigits: 5 });
const inverse = futuresMarket('inverse', '100', { amountStep: '1', minOrderValue: '250' });
const vanilla = futuresMarket('vanilla', '0.001', { amountStep: '1', minOrderValue: '5' });
const quanto = futuresMarket('quanto', '0.000001', { amountStep: '1', minOrderValue: '0.5' });

const cases: readonly (readonly [string, Market, OrderDraft, string])[] = [
  ['on all steps', plain, limit('100.12', '0.015'), '10012 x 15'],
  ['a market order has no price', plain, atMarket('0.015', '100.123'), 'market x 15'],
  [
    'price step',
    plain,
    limit('100.123', '1'),
    'price 100.123 is not a multiple of the price step 0.01; ' +
      'the nearest valid prices are 100.12 and 100.13',
  ],
  [
    'price step, below the first one',
    plain,
    limit('0.001', '1'),
    'price 0.001 is not a multiple of the price step 0.01; the nearest valid price is 0.01',
  ],
  ['a price of five digits', digits, limit('1234.5', '1'), '123450 x 1000'],
  ['a whole price of six', digits, limit('123456', '1'), '12345600 x 1000'],
  [
    'price step, where digits are counted',
    digits,
    limit('12345.6', '1'),
    'price 12345.6 is not a multiple of the price step 1; ' +
      'the nearest valid prices are 12345 and 12346',
  ],
  [
    'price above zero',
    plain,
    limit('0', '1'),
    'price 0 is not above zero; the nearest valid price is 0.01',
  ],
  [
    'price above zero, negative',
    plain,
    limit('-100', '1'),
    'price -100 is not above zero; the nearest valid price is 0.01',
  ],
  [
    'amount step',
    plain,
    limit('100', '0.0015'),
    'amount 0.0015 is not a multiple of the amount step 0.001; ' +
      'the nearest valid amounts are 0.001 and 0.002',
  ],
  [
    'amount step, next to the highest',
    odd,
    limit('100', '0.98'),
    'amount 0.98 is not a multiple of the amount step 0.03; ' +
      'the nearest valid amounts are 0.96 and 0.99',
  ],
  [
    'amount step, above the highest on the step',
    odd,
    limit('100', '1'),
    'amount 1 is not a multiple of the amount step 0.03; the nearest valid amount is 0.99',
  ],
  [
    'amount above zero',
    bounded,
    limit('100', '0'),
    'amount 0 is not above zero; the nearest valid amount is 0.01',
  ],
  [
    'amount above zero, negative',
    plain,
    limit('100', '-1'),
    'amount -1 is not above zero; the nearest valid amount is 0.001',
  ],
  ['minimum amount itself', bounded, limit('100', '0.01'), '10000 x 10'],
  [
    'minimum amount',
    bounded,
    limit('100', '0.0095'),
    'amount 0.0095 is below the minimum amount 0.01; the nearest valid amount is 0.01',
  ],
  [
    'minimum amount that is off the step',
    odd,
    limit('100', '0.09'),
    'amount 0.09 is below the minimum amount 0.1; the nearest valid amount is 0.12',
  ],
  [
    'maximum amount that is off the step',
    bounded,
    limit('100', '10'),
    'amount 10 is above the maximum amount 9.0005; the nearest valid amount is 9',
  ],
  ['minimum value itself', valued, limit('100', '0.05'), '10000 x 50'],
  [
    'minimum value',
    valued,
    limit('99.99', '0.05'),
    'value 4.9995 USDT of amount 0.05 is below the minimum value 5 USDT; ' +
      'the nearest valid amount is 0.051',
  ],
  ['maximum value itself', valued, limit('100', '10'), '10000 x 10000'],
  [
    'maximum value',
    valued,
    limit('300', '10'),
    'value 3000 USDT of amount 10 is above the maximum value 1000 USDT; ' +
      'the nearest valid amount is 3.333',
  ],
  [
    'value at the reference price',
    valued,
    atMarket('0.001', '40'),
    'value 0.04 USDT of amount 0.001 is below the minimum value 5 USDT; ' +
      'the nearest valid amount is 0.125',
  ],
  ['no value without a price', valued, atMarket('0.001', null), 'market x 1'],
  [
    'limits that leave no amount',
    narrow,
    limit('100', '0.4'),
    'value 40 USDT of amount 0.4 is below the minimum value 100 USDT; ' +
      'no amount is valid at this price',
  ],
  ['no steps: one unit of the last decimal', stepless, limit('100.12', '0.015'), '10012 x 15'],
  ['inverse: the contract is the value', inverse, limit('100.5', '3'), '10050 x 3'],
  [
    'inverse minimum value',
    inverse,
    limit('100.5', '2'),
    'value 200 USDT of amount 2 is below the minimum value 250 USDT; ' +
      'the nearest valid amount is 3',
  ],
  [
    'vanilla minimum value',
    vanilla,
    limit('100', '49'),
    'value 4.9 USDT of amount 49 is below the minimum value 5 USDT; ' +
      'the nearest valid amount is 50',
  ],
  [
    'quanto minimum value, in the margin currency',
    quanto,
    limit('100000', '4'),
    'value 0.4 ETH of amount 4 is below the minimum value 0.5 ETH; ' +
      'the nearest valid amount is 5',
  ],
  [
    'market open',
    spotMarket({}, { isOpen: false }),
    limit('0', '0'),
    'market "m1" is not open for trading',
  ],
];

for (const [name, market, draft, expected] of cases)
  test(`an order is checked: ${name}: ${expected}`, () => {
    assert.equal(verdict(market, draft), expected);
  });

test('the first broken rule is the one reported', () => {
  const all = spotMarket({ minOrderAmount: '1', minOrderValue: '10' });
  const rule = (draft: OrderDraft) => {
    const result = checkOrder(all, draft);
    return result.ok ? null : result.rejection.rule;
  };
  assert.equal(rule(limit('0.001', '0.0001')), 'price_step');
  assert.equal(rule(limit('0.01', '0.0001')), 'min_amount');
  assert.equal(rule(limit('0.01', '1.0001')), 'amount_step');
  assert.equal(rule(limit('0.01', '1.001')), 'min_value');
});

test('rounding moves amounts down and prices to the passive side, and never enlarges', () => {
  const rounded = (draft: OrderDraft) => {
    const { price, amount } = roundOrder(plain, draft);
    return `${formatDecimal(price)} x ${formatDecimal(amount)}`;
  };
  assert.equal(rounded(limit('100.129', '0.0159')), '100.12 x 0.015');
  assert.equal(rounded({ ...limit('100.121', '0.0159'), side: 'sell' }), '100.13 x 0.015');
  assert.equal(rounded(limit('100.12', '0.015')), '100.12 x 0.015');
  assert.equal(rounded(limit('0.009', '0.0009')), '0 x 0');
  const { price } = roundOrder(digits, limit('12345.67', '1'));
  assert.equal(formatDecimal(price), '12345');
  assert.equal(
    verdict(plain, roundOrder(plain, limit('100', '0.0009'))).slice(0, 30),
    'amount 0 is not above zero; th',
  );
});

test('an exempt order may be worth less than the minimum, where no entries are taken', () => {
  const market = spotMarket({ minOrderValue: '100', minOrderAmount: '0.002' }, { isOpen: false });
  const draft = { ...atMarket('0.002', '10000'), isExempt: true };
  assert.equal(checkOrder(market, draft).ok, true);
  assert.equal(checkOrder({ ...market, isOpen: true }, { ...draft, isExempt: false }).ok, false);
  const small = checkOrder(market, { ...atMarket('0.001', '10000'), isExempt: true });
  assert.equal(small.ok ? null : small.rejection.rule, 'min_amount');
});
