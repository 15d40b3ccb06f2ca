// An independent client against the skins: ccxt's unified calls know nothing of this venue and
// little of this service, and must work as they would with the real exchanges.

import test, { suite } from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';

import { openVenue } from '#loopback/venue-client.ts';
import type { VenueClient } from '#loopback/venue-client.ts';
import type { Ccxt } from '#loopback/skins/ccxt-client.ts';
import { connectCcxt } from '#loopback/skins/ccxt-client.ts';

const SPOT = { fetchMarkets: { types: ['spot'] }, fetchMargins: false };
/** By default it places and cancels in batches. */
const ONE_BY_ONE = {
  createOrder: 'privatePostTradeOrder',
  cancelOrder: 'privatePostTradeCancelOrder',
};

const OPTIONS = {
  binance: SPOT,
  bybit: { fetchMarkets: { types: ['spot', 'linear'] }, enableUnifiedAccount: true },
  kraken: {},
  kucoin: { fetchMarkets: { types: ['spot'], fetchTickersFees: false }, hf: true, uta: false },
  okx: { ...SPOT, fetchMarkets: { types: ['spot', 'swap'] }, ...ONE_BY_ONE },
};

/** Which markets can be traded on credit is asked with the markets of KuCoin. */
const WITHOUT_MARGIN = {
  privateGetMarginSymbols: async () => ({ data: { items: [] } }),
  privateGetIsolatedSymbols: async () => ({ data: [] }),
};

let lastNumber = Date.now();

async function connect(venue: VenueClient, code: keyof typeof OPTIONS): Promise<Ccxt> {
  const exchange = await connectCcxt(venue, code, OPTIONS[code]);
  // Its own numbers are milliseconds, of which two requests may have the same.
  if (code === 'kraken') exchange.nonce = () => (lastNumber += 1);
  if (code === 'kucoin') Object.assign(exchange, WITHOUT_MARGIN);
  return exchange;
}

suite('ccxt as a client of the Binance skin', () => {
  test('places, fetches and cancels an order by the ids of the venue', async (t) => {
    const venue = await openVenue(t);
    const client = await connect(venue, 'binance');
    assert.deepEqual(Object.keys(await client.loadMarkets()), ['BTC/USDT', 'ETH/USDT', 'BNB/USDT']);
    const name = { newClientOrderId: 'mine-1' };
    const placed = await client.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 59_000, name);
    assert.deepEqual([placed.status, placed.clientOrderId], ['open', 'mine-1']);
    assert.equal((await client.fetchOrder(placed.id, 'BTC/USDT')).status, 'open');
    assert.equal((await client.fetchOpenOrders('BTC/USDT')).length, 1);
    assert.equal((await client.cancelOrder(placed.id, 'BTC/USDT')).status, 'canceled');
    assert.equal((await client.fetchOpenOrders('BTC/USDT')).length, 0);
  });

  test('sees the fill of a market order, its fee, and the balances after it', async (t) => {
    const venue = await openVenue(t);
    const client = await connect(venue, 'binance');
    await client.loadMarkets();
    const order = await client.createOrder('BTC/USDT', 'market', 'buy', 0.01);
    assert.deepEqual([order.status, order.filled, order.cost], ['closed', 0.01, 600.0001]);
    const [trade] = await client.fetchMyTrades('BTC/USDT');
    assert.deepEqual([trade?.order, trade?.price, trade?.amount], [order.id, 60_000.01, 0.01]);
    assert.deepEqual([trade?.fee.currency, trade?.fee.cost], ['BTC', 0.00001]);
    const { total } = await client.fetchBalance();
    assert.deepEqual([total['USDT'], total['BTC']], [99_399.9999, 1.00999]);
  });

  test('refuses a wrong secret in a way that ccxt knows', async (t) => {
    const venue = await openVenue(t);
    const wrong = { ...venue, binance: { ...venue.binance, secret: 'wrong' } };
    const client = await connect(wrong, 'binance');
    await assert.rejects(client.fetchBalance(), { name: 'AuthenticationError' });
  });
});

suite('ccxt as a client of the Bybit skin', () => {
  for (const symbol of ['BTC/USDT', 'BTC/USDT:USDT']) {
    test(`places, fetches and cancels an order in ${symbol}`, async (t) => {
      const venue = await openVenue(t);
      venue.control('engine', { venue: 'bybit', delayMs: 0 });
      const client = await connect(venue, 'bybit');
      await client.loadMarkets();
      const name = { orderLinkId: 'mine-1' };
      const placed = await client.createOrder(symbol, 'limit', 'buy', 0.01, 59_000, name);
      assert.equal(placed.clientOrderId, 'mine-1');
      const acknowledged = { acknowledged: true };
      assert.equal((await client.fetchOrder(placed.id, symbol, acknowledged)).status, 'open');
      assert.equal((await client.fetchOpenOrders(symbol)).length, 1);
      await client.cancelOrder(placed.id, symbol);
      assert.equal((await client.fetchOrder(placed.id, symbol, acknowledged)).status, 'canceled');
      assert.equal((await client.fetchOpenOrders(symbol)).length, 0);
    });
  }

  test('sees fills, fees, balances and the position of a linear market', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 0 });
    const client = await connect(venue, 'bybit');
    await client.loadMarkets();
    await client.createOrder('BTC/USDT', 'market', 'sell', 0.01);
    const [trade] = await client.fetchMyTrades('BTC/USDT');
    assert.deepEqual([trade?.price, trade?.amount, trade?.fee.currency], [59_999.9, 0.01, 'USDT']);
    await client.createOrder('BTC/USDT:USDT', 'market', 'sell', 0.01);
    const [position] = await client.fetchPositions(['BTC/USDT:USDT']);
    assert.deepEqual([position?.side, position?.contracts], ['short', 0.01]);
    const { total } = await client.fetchBalance();
    assert.deepEqual([total['USDT'], total['BTC']], [100_599.06900155, 0.99]);
  });
});

suite('ccxt as a client of the OKX skin', () => {
  test('places, fetches and cancels an order, by the id of the venue or its own', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'okx', delayMs: 0 });
    const client = await connect(venue, 'okx');
    const symbols = ['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'BTC/USDT:USDT', 'ETH/USDT:USDT'];
    assert.deepEqual(Object.keys(await client.loadMarkets()), symbols);
    const name = { clientOrderId: 'mine1' };
    const placed = await client.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 59_000, name);
    assert.equal(placed.clientOrderId, 'mine1');
    const shown = await client.fetchOrder(placed.id, 'BTC/USDT');
    assert.deepEqual([shown.status, shown.clientOrderId], ['open', 'mine1']);
    assert.equal((await client.fetchOpenOrders('BTC/USDT')).length, 1);
    await client.cancelOrder(placed.id, 'BTC/USDT');
    assert.equal((await client.fetchOrder('', 'BTC/USDT', name)).status, 'canceled');
  });

  test('buys at the market, and reads its trades and balances', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'okx', delayMs: 0 });
    const client = await connect(venue, 'okx');
    await client.loadMarkets();
    const bought = await client.createOrder('BTC/USDT', 'market', 'buy', 0.01);
    assert.equal((await client.fetchOrder(bought.id, 'BTC/USDT')).filled, 0.01);
    const [trade] = await client.fetchMyTrades('BTC/USDT');
    assert.deepEqual([trade?.amount, trade?.order], [0.01, bought.id]);
    assert.deepEqual(trade?.fee, { cost: 0.00001, currency: 'BTC' });
    assert.equal((await client.fetchBalance()).total['BTC'], 1.00999);
  });
});

suite('ccxt as a client of swaps at the OKX skin', () => {
  test('sets the leverage, opens an isolated position, and closes it', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'okx', delayMs: 0 });
    const client = await connect(venue, 'okx');
    await client.loadMarkets();
    const symbol = 'BTC/USDT:USDT';
    const isolated = { marginMode: 'isolated' };
    await client.setLeverage(5, symbol, { ...isolated, posSide: 'net' });
    await client.createOrder(symbol, 'market', 'sell', 10, undefined, isolated);
    const [position] = await client.fetchPositions([symbol]);
    assert.deepEqual(
      [position?.side, position?.contracts, position?.leverage, position?.marginMode],
      ['short', 10, 5, 'isolated'],
    );
    // Ten contracts are a tenth of a bitcoin.
    assert.deepEqual([position?.notional, position?.initialMargin], [6_000, 1_200]);
    const [trade] = await client.fetchMyTrades(symbol);
    assert.deepEqual([trade?.amount, trade?.fee.currency], [10, 'USDT']);
    const closing = { ...isolated, reduceOnly: true };
    await client.createOrder(symbol, 'market', 'buy', 25, undefined, closing);
    assert.deepEqual(await client.fetchPositions([]), []);
  });

  test('reads what funding cost', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'okx', delayMs: 0 });
    const client = await connect(venue, 'okx');
    await client.loadMarkets();
    const symbol = 'BTC/USDT:USDT';
    await client.createOrder(symbol, 'market', 'buy', 10, undefined, { marginMode: 'cross' });
    venue.control('funding', { venue: 'okx', market: 'linear:BTCUSDT', rate: '0.001' });
    const [funding] = await client.fetchFundingHistory(symbol);
    assert.equal(funding?.amount, -6);
    const [rate] = await client.fetchFundingRateHistory(symbol, undefined, 1);
    assert.equal(rate?.fundingRate, 0.001);
  });
});

suite('ccxt as a client of the Kraken skin', () => {
  test('places, fetches and cancels an order by the id of the venue', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'kraken', delayMs: 0 });
    const client = await connect(venue, 'kraken');
    assert.deepEqual(Object.keys(await client.loadMarkets()), ['BTC/USDT', 'ETH/USDT', 'BNB/USDT']);
    const name = { clientOrderId: 'd15708c1-dbb6-465d-b77d-47258319cc90' };
    const placed = await client.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 59_000, name);
    const shown = await client.fetchOrder(placed.id, 'BTC/USDT');
    assert.deepEqual([shown.status, shown.clientOrderId], ['open', name.clientOrderId]);
    assert.equal((await client.fetchOpenOrders('BTC/USDT')).length, 1);
    await client.cancelOrder(placed.id, 'BTC/USDT');
    assert.equal((await client.fetchOrder(placed.id, 'BTC/USDT')).status, 'canceled');
    assert.equal((await client.fetchOpenOrders('BTC/USDT')).length, 0);
  });

  test('buys at the market, and reads its trades and balances', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'kraken', delayMs: 0 });
    const client = await connect(venue, 'kraken');
    await client.loadMarkets();
    const bought = await client.createOrder('BTC/USDT', 'market', 'buy', 0.01);
    const order = await client.fetchOrder(bought.id, 'BTC/USDT');
    assert.deepEqual([order.status, order.filled], ['closed', 0.01]);
    const [trade] = await client.fetchMyTrades('BTC/USDT');
    assert.deepEqual([trade?.amount, trade?.order, trade?.fee.currency], [0.01, bought.id, 'USDT']);
    // ccxt lists what Auto Earn has swept as a currency of its own.
    const { total } = await client.fetchBalance();
    assert.deepEqual([total['BTC'], total['BTC.F']], [0, 1.01]);
  });

  test('refuses a wrong secret in a way that ccxt knows', async (t) => {
    const venue = await openVenue(t);
    const wrong = { ...venue, kraken: { ...venue.kraken, secret: 'd3Jvbmc=' } };
    const client = await connect(wrong, 'kraken');
    await assert.rejects(client.fetchBalance(), {
      name: /^(?:AuthenticationError|ExchangeError)$/,
    });
  });
});

suite('ccxt as a client of the KuCoin skin', () => {
  const open = async (t: TestContext): Promise<Ccxt> => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'kucoin', delayMs: 0 });
    return connect(venue, 'kucoin');
  };

  test('places, fetches and cancels an order by the id of the venue', async (t) => {
    const client = await open(t);
    assert.deepEqual(Object.keys(await client.loadMarkets()), ['BTC/USDT', 'ETH/USDT', 'BNB/USDT']);
    const name = { clientOrderId: 'mine-1' };
    const placed = await client.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 59_000, name);
    const shown = await client.fetchOrder(placed.id, 'BTC/USDT');
    assert.deepEqual([shown.status, shown.clientOrderId], ['open', 'mine-1']);
    assert.equal((await client.fetchOpenOrders('BTC/USDT')).length, 1);
    await client.cancelOrder(placed.id, 'BTC/USDT');
    assert.equal((await client.fetchOrder(placed.id, 'BTC/USDT')).status, 'canceled');
    assert.equal((await client.fetchOpenOrders('BTC/USDT')).length, 0);
  });

  test('buys at the market, and reads its trades and balances', async (t) => {
    const client = await open(t);
    await client.loadMarkets();
    const bought = await client.createOrder('BTC/USDT', 'market', 'buy', 0.01);
    const order = await client.fetchOrder(bought.id, 'BTC/USDT');
    assert.deepEqual([order.status, order.filled], ['closed', 0.01]);
    const [trade] = await client.fetchMyTrades('BTC/USDT');
    assert.deepEqual([trade?.amount, trade?.order, trade?.fee.currency], [0.01, bought.id, 'USDT']);
    assert.equal((await client.fetchBalance()).total['BTC'], 1.01);
  });

  test('refuses a wrong secret in a way that ccxt knows', async (t) => {
    const venue = await openVenue(t);
    const wrong = { ...venue, kucoin: { ...venue.kucoin, secret: 'wrong' } };
    const client = await connect(wrong, 'kucoin');
    await assert.rejects(client.fetchBalance(), { name: 'AuthenticationError' });
  });
});
