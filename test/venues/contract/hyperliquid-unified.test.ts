// The contract of exchanges, retained by the dialect of Hyperliquid for unified accounts.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { newOrder, placed } from '#ports/exchange/exchange-harness.contract.ts';
import { openLoopback } from './loopback-harness.ts';

const loopback = await openLoopback({
  code: 'hyperliquid',
  mode: 'unifiedAccount',
  spot: null,
  futures: 'BTCUSDC',
  closed: 'ETHUSDC',
  latestMs: 4_000,
  engineMs: 0,
});
after(() => loopback.close());

exchangeContract('unified accounts of Hyperliquid over the loopback venue', () =>
  loopback.makeHarness(),
);

suite('unified accounts of Hyperliquid over the loopback venue', () => {
  test('the balance is that of spot, of which positions hold their margin', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot: holder } = harness;
    const [before] = (await exchange.fetchBalances(holder.account)).balances;
    assert.deepEqual([before?.total, before?.locked], [decimal('100000'), ZERO]);
    const wish = { side: 'buy', type: 'market', price: ZERO, amount: decimal('0.1') } as const;
    await placed(harness, holder, await newOrder(harness, holder, wish));
    const [position] = await exchange.fetchPositions(holder.account);
    const [balance] = (await exchange.fetchBalances(holder.account)).balances;
    assert(balance !== undefined && position !== undefined);
    assert.deepEqual(
      [balance.marginUsed, balance.unrealizedProfit],
      [position.margin, position.unrealizedProfit],
    );
    assert(balance.locked > 0n && balance.total < decimal('100000'));
  });
});
