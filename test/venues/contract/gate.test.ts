// The contract of exchanges, retained by the dialect of Gate over the loopback venue, and what is
// true of this venue beyond it.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import type { ContractAccount } from '#ports/exchange/exchange-harness.contract.ts';
import {
  allFills,
  lookUp,
  nameOf,
  newOrder,
  placed,
  restingBuy,
} from '#ports/exchange/exchange-harness.contract.ts';
import type { AccountNews } from '#venue-port/exchange/exchange.ts';
import { openLoopback } from './loopback-harness.ts';

const loopback = await openLoopback({
  code: 'gate',
  spot: 'BTCUSDT',
  futures: null,
  closed: 'ETHUSDT',
  latestMs: 5_000,
  engineMs: 0,
});
after(() => loopback.close());

exchangeContract('Gate over the loopback venue', () => loopback.makeHarness());

const SPOT_MARKET = 'spot:BTCUSDT';
const HOUR_MS = 3_600_000;

type Truth = {
  readonly accounts: readonly {
    readonly orders: readonly { readonly name: string; readonly venueOrderId: string }[];
  }[];
};

/** Every order that the venue has of the account, whether it shows it or not. */
function ordersAtVenue({ account }: ContractAccount): Truth['accounts'][number]['orders'] {
  const truth = loopback.control('truth', { account: account.accountId }) as Truth;
  return truth.accounts[0]?.orders ?? [];
}

suite('Gate over the loopback venue', () => {
  test('an order has our name in fewer letters, and is found by it in each state', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    assert.equal((await placed(harness, spot, wish)).state, 'open');
    const body = wish.clientOrderId.slice('ord'.length);
    assert.equal(ordersAtVenue(spot)[0]?.name, `t-tm${body}`);
    const byName = { ...nameOf(wish), venueOrderId: null, placedAtMs: harness.nowMs() };
    const find = async (): Promise<string> => {
      const found = await exchange.fetchOrder(spot.account, spot.marketTag, byName);
      return found.kind === 'found' ? found.order.state : found.kind;
    };
    assert.equal(await find(), 'open');
    const ended = await exchange.cancelOrder(spot.account, spot.marketTag, byName);
    assert(ended.ok && ended.value.state === 'cancelled');
    assert.equal(await find(), 'cancelled');
    const again = await exchange.cancelOrder(spot.account, spot.marketTag, byName);
    assert(!again.ok && again.rejection === 'order_not_working');
  });

  test('a market buy is a limit that ends at once, and is shown as a market order', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await newOrder(harness, spot, {
      side: 'buy',
      type: 'market',
      price: decimal('0'),
      amount: decimal('0.002'),
    });
    const order = await placed(harness, spot, wish);
    assert.deepEqual([order.state, order.type, order.price], ['filled', 'market', decimal('0')]);
    // Nobody sells within two percent any more.
    loopback.control('market', { market: SPOT_MARKET, levels: 1, levelQuantity: '0.001' });
    const partly = { ...wish, clientOrderId: harness.newClientOrderId() };
    await exchange.placeOrder(spot.account, partly);
    loopback.control('market', { market: SPOT_MARKET, levels: 20, levelQuantity: '1000' });
    const rest = await lookUp(harness, spot, partly);
    assert.deepEqual([rest?.state, rest?.filledAmount], ['cancelled', decimal('0.001')]);
  });

  test('a post-only order that would take is refused with its reason', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const { price } = await exchange.fetchPrice(spot.marketTag);
    const terms = { ...PLAIN_TERMS, isPostOnly: true };
    const wish = await newOrder(harness, spot, { side: 'buy', price, terms });
    const above = { ...wish, price: (price + decimal('1000')) as typeof price };
    const result = await exchange.placeOrder(spot.account, above);
    assert(!result.ok && result.rejection.code === 'order_rejected');
    assert.match(result.rejection.detail, /POC_FILL_IMMEDIATELY/);
  });

  test('an order that is not listed is forgotten, and not absent, after a day', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    for (const venueOrderId of [null, '17'] as const) {
      const name = { ...nameOf(wish), venueOrderId, placedAtMs: harness.nowMs() };
      const find = async (): Promise<string> =>
        (await exchange.fetchOrder(spot.account, spot.marketTag, name)).kind;
      assert.equal(await find(), 'absent');
      loopback.control('advance', { ms: 25 * HOUR_MS });
      assert.equal(await find(), 'forgotten');
    }
  });

  test('an order is found behind those that ended before it, on any page', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    const name = { ...nameOf(wish), venueOrderId: null, placedAtMs: harness.nowMs() };
    await placed(harness, spot, wish);
    await exchange.cancelOrder(spot.account, spot.marketTag, name);
    // As many as a page takes.
    const others = Array.from({ length: 110 }, () => ({
      ...wish,
      clientOrderId: harness.newClientOrderId(),
    }));
    await Promise.all(others.map((order) => exchange.placeOrder(spot.account, order)));
    assert.equal((await exchange.fetchOpenOrders(spot.account)).length, 110);
    await Promise.all(
      others.map((order) => exchange.cancelOrder(spot.account, spot.marketTag, nameOf(order))),
    );
    const found = await exchange.fetchOrder(spot.account, spot.marketTag, name);
    assert(found.kind === 'found' && found.order.clientOrderId === wish.clientOrderId);
  });

  test('fills of an order are those of all months since it was placed', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await newOrder(harness, spot, {
      side: 'buy',
      price: decimal('57000'),
      amount: decimal('0.002'),
    });
    const { venueOrderId } = await placed(harness, spot, wish);
    const name = { ...nameOf(wish), venueOrderId, placedAtMs: harness.nowMs() };
    const trade = { market: SPOT_MARKET, side: 'sell', price: '1', quantity: '0.0005' };
    loopback.control('trade', trade);
    loopback.control('advance', { ms: 45 * 24 * HOUR_MS });
    loopback.control('trade', trade);
    const fills = await exchange.fetchOrderFills(spot.account, spot.marketTag, name);
    assert.deepEqual(
      fills.map(({ amount, feeCurrency }) => [amount, feeCurrency]),
      [
        [decimal('0.0005'), 'BTC'],
        [decimal('0.0005'), 'BTC'],
      ],
    );
    assert.deepEqual(await allFills(harness, spot, 1), fills);
  });

  test('what happens to an order is in the stream, to its end', async (t) => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const news: AccountNews[] = [];
    const watching = new AbortController();
    t.after(() => watching.abort());
    const connected = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const watch = exchange.watchAccount(
      spot.account,
      (item) => {
        news.push(item);
        if (item.kind === 'connected') connected.resolve();
        if (item.kind === 'order' && item.order.state !== 'open') ended.resolve();
      },
      watching.signal,
    );
    await connected.promise;
    const wish = await newOrder(harness, spot, {
      side: 'buy',
      price: decimal('57500'),
      amount: decimal('0.002'),
    });
    await placed(harness, spot, wish);
    const trade = { market: SPOT_MARKET, side: 'sell', price: '1', quantity: '0.0005' };
    loopback.control('trade', trade);
    await exchange.cancelOrder(spot.account, spot.marketTag, nameOf(wish));
    await ended.promise;
    watching.abort();
    await watch;
    const heard = news.flatMap((item) => (item.kind === 'order' ? [item.order] : []));
    assert.deepEqual(
      heard.map(({ clientOrderId, state, filledAmount }) => [clientOrderId, state, filledAmount]),
      [
        [wish.clientOrderId, 'open', decimal('0')],
        [wish.clientOrderId, 'open', decimal('0.0005')],
        [wish.clientOrderId, 'cancelled', decimal('0.0005')],
      ],
    );
  });

  test('the rights of a key are those that the venue gave it', async () => {
    const { exchange, spot } = await loopback.makeHarness();
    const key = loopback.keyOf(spot.account.accountId);
    const rights = async (): Promise<readonly boolean[]> => {
      const { canTrade, canWithdraw, isAddressBound } = await exchange.checkCredentials(
        spot.account,
      );
      return [canTrade, canWithdraw, isAddressBound];
    };
    assert.deepEqual(await rights(), [true, false, false]);
    loopback.control('key', { key, canTrade: false, canWithdraw: true, addresses: ['127.0.0.1'] });
    assert.deepEqual(await rights(), [false, true, true]);
  });
});
