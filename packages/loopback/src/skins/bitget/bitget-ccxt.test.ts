// ccxt as a client of the Bitget skin: it knows nothing of this venue, and must work as it would
// with the real exchange.

import test, { suite } from 'node:test';
import assert from 'node:assert/strict';

import type { TestContext } from 'node:test';
import { openVenue } from '#loopback/venue-client.ts';
import type { Ccxt } from '#loopback/skins/ccxt-client.ts';
import { connectCcxt } from '#loopback/skins/ccxt-client.ts';

const BTC = 'BTC/USDT';
/** By default it reads all markets, which of them are traded on credit, and the kind of account. */
const SPOT = { fetchMarkets: { types: ['spot'] }, uta: false };
/** It leaves out by itself what the documentation requires. */
const RESTING = { force: 'gtc' };
const WITHOUT_MARGIN = { publicMarginGetV2MarginCurrencies: async () => ({ data: [] }) };

async function connect(t: TestContext): Promise<Ccxt> {
  const venue = await openVenue(t);
  venue.control('engine', { venue: 'bitget', delayMs: 0 });
  const client = await connectCcxt(venue, 'bitget', SPOT);
  Object.assign(client, WITHOUT_MARGIN);
  assert.deepEqual(Object.keys(await client.loadMarkets()), [BTC, 'ETH/USDT', 'BNB/USDT']);
  return client;
}

suite('ccxt as a client of the Bitget skin', () => {
  test('places, fetches and cancels an order by the id of the venue', async (t) => {
    const client = await connect(t);
    const name = { clientOrderId: 'mine-1', ...RESTING };
    const placed = await client.createOrder(BTC, 'limit', 'buy', 0.01, 59_000, name);
    assert.equal(placed.clientOrderId, 'mine-1');
    const shown = await client.fetchOrder(placed.id, BTC);
    assert.deepEqual([shown.status, shown.clientOrderId], ['open', 'mine-1']);
    assert.equal((await client.fetchOpenOrders(BTC)).length, 1);
    await client.cancelOrder(placed.id, BTC);
    assert.equal((await client.fetchOrder(placed.id, BTC)).status, 'canceled');
    assert.equal((await client.fetchOpenOrders(BTC)).length, 0);
  });

  test('sells at the market, buys within a limit, and reads trades and balances', async (t) => {
    const client = await connect(t);
    const sold = await client.createOrder(BTC, 'market', 'sell', 0.01);
    assert.equal((await client.fetchOrder(sold.id, BTC)).filled, 0.01);
    const ioc = { force: 'ioc' };
    const bought = await client.createOrder(BTC, 'limit', 'buy', 0.02, 61_000, ioc);
    const shown = await client.fetchOrder(bought.id, BTC);
    assert.deepEqual([shown.status, shown.filled], ['closed', 0.02]);
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
      client.createOrder(BTC, 'limit', 'buy', amount, price, RESTING);
    await assert.rejects(buy(50, 59_000), { name: 'InsufficientFunds' });
    await assert.rejects(buy(0.000001, 59_000), { name: 'InvalidOrder' });
    Object.assign(client, { secret: 'another' });
    await assert.rejects(client.fetchBalance(), { name: 'AuthenticationError' });
  });
});
