// ccxt as a client of the Hyperliquid skin: it knows nothing of this venue, and must work as it
// would with the real exchange.

import test, { suite } from 'node:test';
import assert from 'node:assert/strict';

import type { TestContext } from 'node:test';
import type { VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';
import type { Ccxt } from '#loopback/skins/ccxt-client.ts';
import { connectCcxt } from '#loopback/skins/ccxt-client.ts';

const BTC = 'BTC/USDC:USDC';
/** Nobody but the two of an order is part of it. */
const OPTIONS = { fetchMarkets: { types: ['swap'] }, refSet: true, builderFee: false };

async function connect(t: TestContext, secret?: string): Promise<[Ccxt, VenueClient]> {
  const venue = await openVenue(t);
  const { key } = venue.hyperliquid;
  const client = await connectCcxt(venue, 'hyperliquid', OPTIONS);
  const privateKey = `0x${secret ?? venue.hyperliquid.secret}`;
  Object.assign(client, { walletAddress: key, privateKey });
  assert.deepEqual(Object.keys(await client.loadMarkets()), [BTC, 'ETH/USDC:USDC']);
  return [client, venue];
}

suite('ccxt as a client of the Hyperliquid skin', () => {
  test('places, fetches and cancels an order by the id of the venue', async (t) => {
    const [client] = await connect(t);
    const clientOrderId = `0x${'ab'.repeat(16)}`;
    const placed = await client.createOrder(BTC, 'limit', 'buy', 0.01, 59_000, { clientOrderId });
    const shown = await client.fetchOrder(placed.id, BTC);
    assert.deepEqual([shown.status, shown.clientOrderId], ['open', clientOrderId]);
    assert.equal((await client.fetchOpenOrders(BTC)).length, 1);
    await client.cancelOrder(placed.id, BTC);
    assert.equal((await client.fetchOrder(placed.id, BTC)).status, 'canceled');
    assert.equal((await client.fetchOpenOrders(BTC)).length, 0);
  });

  test('opens and closes a position, and reads trades, money and what was paid', async (t) => {
    const [client, venue] = await connect(t);
    await client.setLeverage(5, BTC, { marginMode: 'isolated' });
    const bought = await client.createOrder(BTC, 'market', 'buy', 0.02, 60_000);
    const [trade] = await client.fetchMyTrades(BTC);
    assert.deepEqual([trade?.amount, trade?.order, trade?.fee.currency], [0.02, bought.id, 'USDC']);
    const [position] = await client.fetchPositions([BTC]);
    assert.deepEqual(
      [position?.side, position?.contracts, position?.leverage, position?.marginMode],
      ['long', 0.02, 5, 'isolated'],
    );
    venue.control('funding', { venue: 'hyperliquid', market: 'linear:BTCUSDC' });
    const [payment] = await client.fetchFundingHistory(BTC, 0);
    assert(payment !== undefined && payment.amount < 0);
    const [rate] = await client.fetchFundingRateHistory(BTC, undefined, 10);
    assert.equal(rate?.fundingRate, 0.0001);
    const reducing = { reduceOnly: true };
    const sold = await client.createOrder(BTC, 'market', 'sell', 0.05, 60_000, reducing);
    assert.equal((await client.fetchOrder(sold.id, BTC)).filled, 0.02);
    assert.deepEqual(await client.fetchPositions([BTC]), []);
    const { total } = await client.fetchBalance();
    assert(Number(total['USDC']) > 99_900 && Number(total['USDC']) < 100_000);
  });

  test('holds a stop by itself, and one that comes with an entry', async (t) => {
    const [client, venue] = await connect(t);
    const stop = { stopLoss: { triggerPrice: 59_000, type: 'market' } };
    await client.createOrder(BTC, 'market', 'buy', 0.02, 60_000, stop);
    const other = { stopLossPrice: 58_000, reduceOnly: true };
    await client.createOrder(BTC, 'market', 'sell', 0.01, 58_000, other);
    const open = await client.fetchOpenOrders(BTC);
    assert.deepEqual(
      open.map(({ triggerPrice, amount, reduceOnly }) => [triggerPrice, amount, reduceOnly]),
      [
        [59_000, 0.02, true],
        [58_000, 0.01, true],
      ],
    );
    venue.control('price', { venue: 'hyperliquid', market: 'linear:BTCUSDC', price: '58900' });
    assert.deepEqual(await client.fetchPositions([BTC]), []);
    const [ended] = open;
    assert.equal((await client.fetchOrder(ended?.id ?? '', BTC)).status, 'closed');
  });

  test('shows the best bid and ask', async (t) => {
    const [client, venue] = await connect(t);
    venue.control('price', { venue: 'hyperliquid', market: 'linear:BTCUSDC', price: '61234' });
    const { bids, asks } = await client.fetchOrderBook(BTC);
    assert.deepEqual([bids[0]?.[0], asks[0]?.[0]], [61_233, 61_235]);
  });

  test('refuses a wallet of nobody', async (t) => {
    const [client] = await connect(t, '0123'.repeat(16));
    await assert.rejects(
      client.createOrder(BTC, 'limit', 'buy', 0.01, 59_000),
      /User or API Wallet 0x\w+ does not exist/,
    );
  });
});
