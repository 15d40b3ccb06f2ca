// ccxt as a client of the Coinbase skin: it knows nothing of this venue, and must work as it would
// with the real exchange.

import test, { suite } from 'node:test';
import assert from 'node:assert/strict';

import type { TestContext } from 'node:test';
import { openVenue } from '#loopback/venue-client.ts';
import type { Ccxt } from '#loopback/skins/ccxt-client.ts';
import { connectCcxt } from '#loopback/skins/ccxt-client.ts';

const BTC = 'BTC/USDT';
/** By default it reads those of another interface. */
const V3_WALLETS = 'v3PrivateGetBrokerageAccounts';

async function connect(t: TestContext): Promise<Ccxt> {
  const venue = await openVenue(t);
  venue.control('engine', { venue: 'coinbase', delayMs: 0 });
  const client = await connectCcxt(venue, 'coinbase', { fetchBalance: V3_WALLETS });
  assert.deepEqual(Object.keys(await client.loadMarkets()), [BTC, 'ETH/USDT', 'BNB/USDT']);
  return client;
}

suite('ccxt as a client of the Coinbase skin', () => {
  test('places, fetches and cancels an order by the id of the venue', async (t) => {
    const client = await connect(t);
    const placed = await client.createOrder(BTC, 'limit', 'buy', 0.01, 59_000);
    const shown = await client.fetchOrder(placed.id, BTC);
    assert.deepEqual([shown.status, shown.clientOrderId], ['open', placed.clientOrderId]);
    assert.equal((await client.fetchOpenOrders(BTC)).length, 1);
    await client.cancelOrder(placed.id, BTC);
    assert.equal((await client.fetchOrder(placed.id, BTC)).status, 'canceled');
    assert.equal((await client.fetchOpenOrders(BTC)).length, 0);
  });

  test('sells at the market, buys within a limit, and reads trades and balances', async (t) => {
    const client = await connect(t);
    const sold = await client.createOrder(BTC, 'market', 'sell', 0.01);
    assert.equal((await client.fetchOrder(sold.id, BTC)).filled, 0.01);
    const ioc = { timeInForce: 'IOC' };
    const bought = await client.createOrder(BTC, 'limit', 'buy', 0.02, 61_000, ioc);
    const order = await client.fetchOrder(bought.id, BTC);
    assert.deepEqual([order.status, order.filled], ['closed', 0.02]);
    const trades = await client.fetchMyTrades(BTC);
    assert.deepEqual(
      trades.map(({ amount, order: id, fee }) => [amount, id, fee.currency]),
      [
        [0.01, sold.id, 'USDT'],
        [0.02, bought.id, 'USDT'],
      ],
    );
    assert.equal((await client.fetchBalance()).total['BTC'], 1.01);
  });

  test('buys at the market by value', async (t) => {
    const client = await connect(t);
    const bought = await client.createOrder(BTC, 'market', 'buy', 600, undefined, { cost: 600 });
    const order = await client.fetchOrder(bought.id, BTC);
    assert(order.cost > 599 && order.cost <= 600, `${order.cost}`);
  });

  test('refuses a wrong secret in a way that ccxt knows', async (t) => {
    const venue = await openVenue(t);
    const { secret } = venue.control('account', { venue: 'coinbase', id: 'b' }) as {
      readonly secret: string;
    };
    const wrong = { ...venue, coinbase: { ...venue.coinbase, secret } };
    const client = await connectCcxt(wrong, 'coinbase', { fetchBalance: V3_WALLETS });
    await assert.rejects(client.fetchBalance(), { name: 'AuthenticationError' });
  });
});
