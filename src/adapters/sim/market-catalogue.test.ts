// The table of markets says nothing impossible.

import test from 'node:test';
import assert from 'node:assert/strict';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';

const markets = MARKET_CATALOGUE.map((row) => row.market);
const futures = markets.filter((market) => market.marketType === 'futures');

test('there are enough spot and futures markets, of all three contract types', () => {
  assert(markets.length - futures.length >= 12);
  assert(futures.length >= 8);
  const types = new Set(futures.map((market) => market.contract?.type));
  assert.deepEqual(types, new Set(['vanilla', 'inverse', 'quanto']));
});

test('tags are unique and sorted', () => {
  const tags = markets.map((market) => market.marketTag);
  assert.deepEqual(tags, [...new Set(tags)].sort());
});

test('the margin currency follows from the contract type', () => {
  for (const { base, quote, contract } of futures) {
    const expected = { vanilla: quote, inverse: base, quanto: 'BTC' };
    assert(contract !== null);
    assert.equal(contract.marginCurrency, expected[contract.type]);
  }
});

test('exactly one market is closed', () => {
  const closed = markets.filter((market) => !market.isOpen).map((market) => market.marketTag);
  assert.deepEqual(closed, ['SIM_EOS_USDT']);
});
