// The contract of exchanges, retained by the dialect of Gate for unified accounts.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { placed, restingBuy } from '#ports/exchange/exchange-harness.contract.ts';
import { openLoopback } from './loopback-harness.ts';

const loopback = await openLoopback({
  code: 'gate',
  mode: 'unified',
  spot: 'BTCUSDT',
  futures: null,
  closed: 'ETHUSDT',
  latestMs: 5_000,
  engineMs: 0,
});
after(() => loopback.close());

exchangeContract('unified accounts of Gate over the loopback venue', () => loopback.makeHarness());

suite('unified accounts of Gate over the loopback venue', () => {
  test('an order is of the unified account, whose balance it holds', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    await placed(harness, spot, await restingBuy(harness, spot));
    const [open] = await exchange.fetchOpenOrders(spot.account);
    assert.equal(open?.state, 'open');
    const { balances } = await exchange.fetchBalances(spot.account);
    const dollars = balances.find(({ currency }) => currency === 'USDT');
    assert(dollars !== undefined && dollars.locked > 0n);
    assert.equal(dollars.total, dollars.available + dollars.locked);
  });
});
