// The contract of exchanges, retained by the dialect of Kraken over the loopback venue, and what is
// true of this venue beyond it.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
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
  code: 'kraken',
  spot: 'BTCUSDT',
  futures: null,
  closed: 'ETHUSDT',
  // Later ones are void by their deadline.
  latestMs: 4_000,
  engineMs: 50,
  feesIn: 'quote',
});
after(() => loopback.close());

exchangeContract('Kraken over the loopback venue', () => loopback.makeHarness());

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

function candleRequests(): number {
  type Requests = { readonly requests: readonly { readonly operation: string }[] };
  const { requests } = loopback.control('requests', {}) as Requests;
  return requests.filter(({ operation }) => operation === 'candles').length;
}

suite('Kraken over the loopback venue', () => {
  test('an order has our name as a UUID, and is found by it in each state', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    assert.equal((await placed(harness, spot, wish)).state, 'acknowledged');
    assert.match(ordersAtVenue(spot)[0]?.name ?? '', /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    const byName = { ...nameOf(wish), venueOrderId: null };
    const find = async (): Promise<string> => {
      const found = await exchange.fetchOrder(spot.account, spot.marketTag, byName);
      return found.kind === 'found' ? found.order.state : found.kind;
    };
    assert.equal(await find(), 'open');
    await exchange.cancelOrder(spot.account, spot.marketTag, byName);
    assert.equal(await find(), 'cancelled');
  });

  test('an order that waits for the engine longer than its deadline is not placed', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('fault', { kind: 'late', operations: ['place'], times: 1, delayMs: 8_000 });
    await assert.rejects(exchange.placeOrder(spot.account, wish), { name: 'OutcomeUnknown' });
    loopback.control('advance', { ms: 8_000 });
    assert.deepEqual(ordersAtVenue(spot), []);
    assert.equal(await lookUp(harness, spot, wish), null);
  });

  test('many requests of a key at once are all accepted, because their numbers rise', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const reads = Array.from({ length: 20 }, async () => exchange.fetchBalances(spot.account));
    const wishes = await Promise.all(
      Array.from({ length: 5 }, async () => restingBuy(harness, spot)),
    );
    const orders = wishes.map(async (wish) => exchange.placeOrder(spot.account, wish));
    await Promise.all(reads);
    assert((await Promise.all(orders)).every(({ ok }) => ok));
    assert.equal(ordersAtVenue(spot).length, 5);
  });

  test('a post-only order that would take is cancelled after it was acknowledged', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const { price } = await exchange.fetchPrice(spot.marketTag);
    const terms = { ...PLAIN_TERMS, isPostOnly: true };
    const wish = await newOrder(harness, spot, { side: 'buy', price, terms });
    const above = { ...wish, price: (price + decimal('1000')) as typeof price };
    assert.equal((await placed(harness, spot, above)).state, 'acknowledged');
    const ended = await lookUp(harness, spot, wish);
    assert.equal(ended?.state, 'rejected');
    assert.match(ended.reason ?? '', /Post only order/);
  });

  test('what an order got before its cancellation is in its end, fills and news', async (t) => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const news: AccountNews[] = [];
    const watching = new AbortController();
    t.after(() => watching.abort());
    const connected = Promise.withResolvers<void>();
    const swept = Promise.withResolvers<void>();
    const watch = exchange.watchAccount(
      spot.account,
      (item) => {
        news.push(item);
        if (item.kind !== 'connected') return;
        // The end of an order does not say what the order was: the account is to be read.
        if (news.some(({ kind }) => kind === 'fill')) swept.resolve();
        connected.resolve();
      },
      watching.signal,
    );
    await connected.promise;
    const wish = await newOrder(harness, spot, {
      side: 'buy',
      price: decimal('57000'),
      amount: decimal('0.002'),
    });
    await placed(harness, spot, wish);
    const trade = { market: SPOT_MARKET, side: 'sell', price: '1', quantity: '0.0005' };
    loopback.control('trade', trade);
    const ended = await exchange.cancelOrder(spot.account, spot.marketTag, nameOf(wish));
    assert(ended.ok);
    assert.deepEqual(
      [ended.value.state, ended.value.filledAmount],
      ['cancelled', decimal('0.0005')],
    );
    await swept.promise;
    watching.abort();
    await watch;
    const fills = await allFills(harness, spot, 10);
    const heard = news.flatMap((item) => (item.kind === 'fill' ? [item.fill] : []));
    assert.deepEqual(
      news.flatMap((item) => (item.kind === 'order' ? [item.order.clientOrderId] : [])),
      [wish.clientOrderId],
    );
    assert.equal(fills.length, 1);
    assert.deepEqual(heard, fills);
    assert.equal(fills[0]?.feeCurrency, 'USDT');
  });

  test('a name is refused while its order is open, and the order is found', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    const first = await placed(harness, spot, wish);
    const again = await exchange.placeOrder(spot.account, wish);
    assert(again.ok && again.value.state === 'open');
    assert.equal(again.value.venueOrderId, first.venueOrderId);
    assert.equal(ordersAtVenue(spot).length, 1);
  });

  test('an order that is not listed is forgotten, and not absent, after a day', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    const name = { ...nameOf(wish), placedAtMs: harness.nowMs() };
    const find = async (): Promise<string> =>
      (await exchange.fetchOrder(spot.account, spot.marketTag, name)).kind;
    assert.equal(await find(), 'absent');
    loopback.control('advance', { ms: 25 * HOUR_MS });
    assert.equal(await find(), 'forgotten');
  });

  test('fills of a month ago and of now are listed once, in their order', async () => {
    const harness = await loopback.makeHarness();
    const { spot } = harness;
    const buy = async (): Promise<void> => {
      const amount = decimal('0.001');
      const wish = { side: 'buy', type: 'market', price: decimal('0'), amount } as const;
      await placed(harness, spot, await newOrder(harness, spot, wish));
    };
    await buy();
    loopback.control('advance', { ms: 31 * 24 * HOUR_MS });
    await buy();
    const fills = await allFills(harness, spot, 1);
    assert.equal(fills.length, 2);
    const [first, second] = fills.map(({ filledAtMs }) => filledAtMs);
    assert((second ?? 0) - (first ?? 0) >= 31 * 24 * HOUR_MS);
  });

  test('minutes are those of the last twelve hours, and older ones are missing', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const startMs = Math.floor(harness.nowMs() / MINUTE_MS) * MINUTE_MS;
    const minutes = [1, 2, 700, 3_000].map((back) => startMs - back * MINUTE_MS);
    const rows = minutes.map((at) => [String(at), '60000', '60001', '59999', '60000.5', '2.5']);
    loopback.control('candles', { market: SPOT_MARKET, candles: rows });
    const before = candleRequests();
    const fetched = await exchange.fetchCandles(
      spot.marketTag,
      startMs - 3_100 * MINUTE_MS,
      startMs,
    );
    const times = new Set(fetched.map(({ openTimeMs }) => openTimeMs));
    assert.deepEqual(
      minutes.map((at) => times.has(at)),
      [true, true, true, false],
    );
    // What is never listed is not requested.
    assert(candleRequests() - before <= 2);
    const [oldest] = fetched;
    assert.deepEqual([oldest?.close, oldest?.volume], [600_005n, 25_000_000n]);
  });

  test('a revoked key is unauthorized for its account, and others trade on', async () => {
    const harness = await loopback.makeHarness();
    const other = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('key', { key: loopback.keyOf(spot.account.accountId), isRevoked: true });
    await assert.rejects(exchange.placeOrder(spot.account, wish), { code: 'unauthorized' });
    await placed(other, other.spot, await restingBuy(other, other.spot));
    assert.equal(ordersAtVenue(spot).length, 0);
  });

  test('the rights of a key are those that the venue gave it', async () => {
    const { exchange, spot } = await loopback.makeHarness();
    const key = loopback.keyOf(spot.account.accountId);
    loopback.control('key', { key, canTrade: false, canWithdraw: true });
    const report = await exchange.checkCredentials(spot.account);
    assert.deepEqual(
      [report.canTrade, report.canWithdraw, report.isAddressBound],
      [false, true, false],
    );
    loopback.control('key', { key, canTrade: true, addresses: ['127.0.0.1'] });
    const bound = await exchange.checkCredentials(spot.account);
    assert.deepEqual([bound.canTrade, bound.isAddressBound], [true, true]);
  });
});
