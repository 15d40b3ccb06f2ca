// Amounts are in base currency on spot and where a contract is one of base; otherwise contracts.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { amountCurrency } from '#domain/market/amount-currency.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';

for (const [name, market, currency] of [
  ['spot', spotMarket(), 'BTC'],
  ['vanilla, one of base', futuresMarket('vanilla', '1'), 'BTC'],
  ['vanilla, a thousandth of base', futuresMarket('vanilla', '0.001'), null],
  ['inverse', futuresMarket('inverse', '100'), null],
  ['quanto', futuresMarket('quanto', '0.000001'), null],
  ['quanto, one of its margin', futuresMarket('quanto', '1'), null],
] as const) {
  test(`${name}: ${currency ?? 'contracts'}`, () => {
    assert.equal(amountCurrency(market), currency);
  });
}
