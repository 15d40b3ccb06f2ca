// The contract of exchanges, retained by the dialect of Coinbase over the loopback venue, and what
// is true of this venue beyond it.

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
  code: 'coinbase',
  spot: 'BTCUSDT',
  futures: null,
  closed: 'ETHUSDT',
  latestMs: 15_000,
  engineMs: 50,
  feesIn: 'quote',
});
after(() => loopback.close());

exchangeContract('Coinbase over the loopback venue', () => loopback.makeHarness());

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

suite('Coinbase over the loopback venue', () => {
  test('an order has our name as a UUID, and is found by it in each state', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    assert.equal((await placed(harness, spot, wish)).state, 'acknowledged');
    assert.match(ordersAtVenue(spot)[0]?.name ?? '', /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    const byName = { ...nameOf(wish), venueOrderId: null, placedAtMs: harness.nowMs() };
    const find = async (): Promise<string> => {
      const found = await exchange.fetchOrder(spot.account, spot.marketTag, byName);
      return found.kind === 'found' ? found.order.state : found.kind;
    };
    assert.equal(await find(), 'open');
    const ended = await exchange.cancelOrder(spot.account, spot.marketTag, byName);
    assert(ended.ok && ended.value.state === 'cancelled');
    assert.equal(await find(), 'cancelled');
  });

  test('a name used again brings the first order, open or ended, and no second', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    const first = await placed(harness, spot, wish);
    const again = async (): Promise<string> => (await placed(harness, spot, wish)).venueOrderId;
    assert.equal(await again(), first.venueOrderId);
    await exchange.cancelOrder(spot.account, spot.marketTag, nameOf(wish));
    assert.equal(await again(), first.venueOrderId);
    assert.equal((await lookUp(harness, spot, wish))?.state, 'cancelled');
    assert.equal(ordersAtVenue(spot).length, 1);
  });

  test('a name that is of another order proves nothing of this one', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    await placed(harness, spot, wish);
    const other = { ...wish, side: 'sell' as const, price: decimal('70000') };
    await assert.rejects(exchange.placeOrder(spot.account, other), { name: 'OutcomeUnknown' });
    assert.equal(ordersAtVenue(spot).length, 1);
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
    await placed(harness, spot, wish);
    const order = await lookUp(harness, spot, wish);
    assert.deepEqual([order?.state, order?.type, order?.price], ['filled', 'market', decimal('0')]);
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
    assert.match(result.rejection.detail, /POST_ONLY/);
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
        // The frame of an end does not say how much of the order was wanted.
        if (item.reported !== undefined) swept.resolve();
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
    const heard = news.flatMap((item) => (item.kind === 'order' ? [item.order] : []));
    assert.deepEqual(
      heard.map(({ clientOrderId, amount, filledAmount }) => [clientOrderId, amount, filledAmount]),
      [
        [wish.clientOrderId, decimal('0.002'), decimal('0')],
        [wish.clientOrderId, decimal('0.002'), decimal('0.0005')],
      ],
    );
    const reported = news.flatMap((item) => (item.kind === 'connected' ? [item.reported] : []));
    assert.equal(reported.at(-1), wish.clientOrderId);
    const fills = await allFills(harness, spot, 10);
    assert.deepEqual(
      fills.map(({ amount, feeCurrency }) => [amount, feeCurrency]),
      [[decimal('0.0005'), 'USDT']],
    );
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

  test('an order is found behind those that were placed after it, on any page', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    const name = { ...nameOf(wish), venueOrderId: null, placedAtMs: harness.nowMs() };
    await placed(harness, spot, wish);
    // As many as a page takes.
    const others = Array.from({ length: 110 }, async () =>
      exchange.placeOrder(spot.account, { ...wish, clientOrderId: harness.newClientOrderId() }),
    );
    assert((await Promise.all(others)).every(({ ok }) => ok));
    const found = await exchange.fetchOrder(spot.account, spot.marketTag, name);
    assert(found.kind === 'found' && found.order.clientOrderId === wish.clientOrderId);
    assert.equal((await exchange.fetchOpenOrders(spot.account)).length, 111);
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

  test('balances are those of all pages of wallets', async () => {
    const { exchange, spot } = await loopback.makeHarness();
    const assets = Array.from({ length: 300 }, (_, index) => [
      `M${String(index).padStart(4, '0')}`,
      '1',
    ]);
    const balances = Object.fromEntries(assets) as Record<string, string>;
    loopback.control('account', { id: spot.account.accountId, balances });
    const found = (await exchange.fetchBalances(spot.account)).balances;
    assert.equal(found.filter(({ currency }) => /^M\d{4}$/.test(currency)).length, 300);
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
    const rights = async (): Promise<readonly boolean[]> => {
      const { canTrade, canWithdraw } = await exchange.checkCredentials(spot.account);
      return [canTrade, canWithdraw];
    };
    assert.deepEqual(await rights(), [true, false]);
    loopback.control('key', { key, canTrade: false, canWithdraw: true });
    assert.deepEqual(await rights(), [false, true]);
  });
});
