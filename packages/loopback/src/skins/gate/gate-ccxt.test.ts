// ccxt as a client of the Gate skin: it knows nothing of this venue, and must work as it would with
// the real exchange.

import test, { suite } from 'node:test';
import assert from 'node:assert/strict';

import type { TestContext } from 'node:test';
import { openVenue } from '#loopback/venue-client.ts';
import type { Ccxt } from '#loopback/skins/ccxt-client.ts';
import { connectCcxt } from '#loopback/skins/ccxt-client.ts';

const BTC = 'BTC/USDT';
/** By default it reads all markets, and which of them are traded on credit. */
const SPOT = { fetchMarkets: { types: ['spot'] }, unifiedAccount: false };
const WITHOUT_MARGIN = { publicMarginGetCurrencyPairs: async () => [] };

async function connect(t: TestContext, options: object = {}): Promise<Ccxt> {
  const venue = await openVenue(t);
  const client = await connectCcxt(venue, 'gate', { ...SPOT, ...options });
  Object.assign(client, WITHOUT_MARGIN);
  assert.deepEqual(Object.keys(await client.loadMarkets()), [BTC, 'ETH/USDT', 'BNB/USDT']);
  return client;
}

suite('ccxt as a client of the Gate skin', () => {
  test('places, fetches and cancels an order by the id of the venue', async (t) => {
    const client = await connect(t);
    const name = { text: 't-mine' };
    const placed = await client.createOrder(BTC, 'limit', 'buy', 0.01, 59_000, name);
    assert.deepEqual([placed.status, placed.clientOrderId], ['open', 't-mine']);
    const shown = await client.fetchOrder(placed.id, BTC);
    assert.deepEqual([shown.status, shown.clientOrderId], ['open', 't-mine']);
    assert.equal((await client.fetchOpenOrders(BTC)).length, 1);
    assert.equal((await client.cancelOrder(placed.id, BTC)).status, 'canceled');
    assert.equal((await client.fetchOrder(placed.id, BTC)).status, 'canceled');
    assert.equal((await client.fetchOpenOrders(BTC)).length, 0);
  });

  test('sells at the market, buys within a limit, and reads trades and balances', async (t) => {
    const client = await connect(t);
    const sold = await client.createOrder(BTC, 'market', 'sell', 0.01);
    assert.equal((await client.fetchOrder(sold.id, BTC)).filled, 0.01);
    const ioc = { timeInForce: 'IOC' };
    const bought = await client.createOrder(BTC, 'limit', 'buy', 0.02, 61_000, ioc);
    assert.deepEqual([bought.status, bought.filled], ['closed', 0.02]);
    const trades = await client.fetchMyTrades(BTC);
    assert.deepEqual(
      trades.map(({ amount, order: id, fee }) => [amount, id, fee.currency]),
      [
        [0.01, sold.id, 'USDT'],
        [0.02, bought.id, 'BTC'],
      ],
    );
    const { total } = await client.fetchBalance();
    assert.equal(total['BTC'], 1 - 0.01 + 0.02 - (trades[1]?.fee.cost ?? 0));
  });

  test('buys at the market by value', async (t) => {
    const client = await connect(t);
    const bought = await client.createOrder(BTC, 'market', 'buy', 600, undefined, { cost: 600 });
    const order = await client.fetchOrder(bought.id, BTC);
    assert(order.filled > 0.009 && order.filled <= 0.01, `${order.filled}`);
  });

  test('refuses a wrong secret, too little money, and an order that is too small', async (t) => {
    const client = await connect(t);
    const buy = async (amount: number, price: number) =>
      client.createOrder(BTC, 'limit', 'buy', amount, price);
    await assert.rejects(buy(50, 59_000), { name: 'InsufficientFunds' });
    await assert.rejects(buy(0.000001, 59_000), { name: /^(?:InvalidOrder|BadRequest)$/ });
    Object.assign(client, { secret: 'another' });
    await assert.rejects(client.fetchBalance(), { name: 'AuthenticationError' });
  });
});
