// The contract of exchanges, retained by the dialect of KuCoin over the loopback venue, and what is
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
  code: 'kucoin',
  spot: 'BTCUSDT',
  futures: null,
  closed: 'ETHUSDT',
  // Later ones are refused for their time stamp.
  latestMs: 4_000,
  engineMs: 50,
  feesIn: 'quote',
  postOnlyEnds: 'cancelled',
});
after(() => loopback.close());

exchangeContract('KuCoin over the loopback venue', () => loopback.makeHarness());

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

function pathsOf(operation: string): readonly string[] {
  type Requests = { readonly requests: readonly { operation: string; path: string }[] };
  const { requests } = loopback.control('requests', {}) as Requests;
  return requests.filter((each) => each.operation === operation).map(({ path }) => path);
}

suite('KuCoin over the loopback venue', () => {
  test('an order is found by our name in each state', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    assert.equal((await placed(harness, spot, wish)).state, 'acknowledged');
    assert.equal(ordersAtVenue(spot)[0]?.name, wish.clientOrderId);
    const byName = { ...nameOf(wish), venueOrderId: null };
    const find = async (): Promise<string> => {
      const found = await exchange.fetchOrder(spot.account, spot.marketTag, byName);
      return found.kind === 'found' ? found.order.state : found.kind;
    };
    assert.equal(await find(), 'open');
    await exchange.cancelOrder(spot.account, spot.marketTag, byName);
    assert.equal(await find(), 'cancelled');
    assert.equal(pathsOf('cancel').at(-1), `/api/v1/hf/orders/client-order/${wish.clientOrderId}`);
  });

  test('a request that arrives later than five seconds is refused for its time stamp', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('fault', { kind: 'late', operations: ['place'], times: 1, delayMs: 8_000 });
    await assert.rejects(exchange.placeOrder(spot.account, wish), { name: 'OutcomeUnknown' });
    loopback.control('advance', { ms: 8_000 });
    // The gateway let it pass in time, so it is carried out as late as the horizon allows.
    assert.equal(ordersAtVenue(spot).length, 1);
    assert(exchange.promises.requestHorizonMs > 8_000);
    assert.equal((await lookUp(harness, spot, wish))?.state, 'open');
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
    assert.deepEqual([ended?.state, ended?.filledAmount], ['cancelled', 0n]);
  });

  test('what an order got before its cancellation is in its end and its fills', async (t) => {
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
        (news.length > 1 ? swept : connected).resolve();
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
      [ended.value.state, ended.value.filledAmount, ended.value.averageFillPrice],
      ['cancelled', decimal('0.0005'), decimal('57000')],
    );
    await swept.promise;
    watching.abort();
    await watch;
    // A fill is not said in full: the account is to be read.
    assert.deepEqual(
      news.flatMap((item) => (item.kind === 'order' ? [item.order.state] : [item.kind])),
      ['connected', 'open', ...Array.from({ length: news.length - 2 }, () => 'connected')],
    );
    const [fill, ...others] = await allFills(harness, spot, 10);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [fill?.amount, fill?.feeCurrency, fill?.isMaker],
      [decimal('0.0005'), 'USDT', true],
    );
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

  test('open orders are those of every market that has any', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    assert.deepEqual(await exchange.fetchOpenOrders(spot.account), []);
    const other = { ...spot, marketTag: spot.marketTag.replace('BTC', 'BNB') };
    const first = await restingBuy(harness, spot);
    const second = await restingBuy(harness, other);
    await placed(harness, spot, first);
    await placed(harness, other, second);
    const open = await exchange.fetchOpenOrders(spot.account);
    assert.deepEqual(
      new Set(open.map(({ clientOrderId }) => clientOrderId)),
      new Set([first.clientOrderId, second.clientOrderId]),
    );
  });

  test('an order that is not listed is forgotten, and not absent, after two days', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    const name = { ...nameOf(wish), placedAtMs: harness.nowMs() };
    const find = async (): Promise<string> =>
      (await exchange.fetchOrder(spot.account, spot.marketTag, name)).kind;
    assert.equal(await find(), 'absent');
    loopback.control('advance', { ms: 49 * HOUR_MS });
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
