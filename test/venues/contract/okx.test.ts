// The contract of exchanges, retained by the dialect of OKX over the loopback venue, and what is
// true of this venue beyond it.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import type {
  ContractAccount,
  ContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import {
  allFills,
  lookUp,
  nameOf,
  newOrder,
  placed,
  refusalOf,
  restingBuy,
} from '#ports/exchange/exchange-harness.contract.ts';
import type { AccountNews } from '#venue-port/exchange/exchange.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import { openLoopback } from './loopback-harness.ts';

const loopback = await openLoopback({
  code: 'okx',
  spot: 'BTCUSDT',
  futures: 'BTCUSDT',
  closed: 'ETHUSDT',
  latestMs: 10_000,
  engineMs: 50,
});
after(() => loopback.close());

exchangeContract('OKX over the loopback venue', () => loopback.makeHarness());

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

suite('OKX over the loopback venue', () => {
  test('an order is acknowledged, not shown until it is carried out, and then open', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('engine', { delayMs: 5_000 });
    try {
      assert.equal((await placed(harness, spot, wish)).state, 'acknowledged');
      assert.equal(await lookUp(harness, spot, wish), null);
      assert.deepEqual(await exchange.fetchOpenOrders(spot.account), []);
      loopback.control('advance', { ms: 5_000 });
      assert.equal((await lookUp(harness, spot, wish))?.state, 'open');
    } finally {
      loopback.control('engine', { delayMs: 10 });
    }
  });

  test('a post-only order that would take is cancelled after it was acknowledged', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const { price } = await exchange.fetchPrice(spot.marketTag);
    const terms = { ...PLAIN_TERMS, isPostOnly: true };
    const wish = await newOrder(harness, spot, { side: 'buy', price, terms });
    const twice = { ...wish, price: (price * 2n) as typeof price };
    assert.equal((await placed(harness, spot, twice)).state, 'acknowledged');
    const ended = await lookUp(harness, spot, wish);
    assert.equal(ended?.state, 'rejected');
    assert.match(ended.reason ?? '', /31: The post-only order/);
  });

  test('what an order got before its cancellation is in its end, fills and news', async (t) => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const news: AccountNews[] = [];
    const watching = new AbortController();
    t.after(() => watching.abort());
    const connected = Promise.withResolvers<void>();
    const delivered = Promise.withResolvers<void>();
    const watch = exchange.watchAccount(
      spot.account,
      (item) => {
        news.push(item);
        if (item.kind === 'connected') connected.resolve();
        if (item.kind === 'order' && item.order.state === 'cancelled') delivered.resolve();
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
    await delivered.promise;
    watching.abort();
    await watch;
    const fills = await allFills(harness, spot, 10);
    const heard = news.flatMap((item) => (item.kind === 'fill' ? [item.fill] : []));
    assert.equal(fills.length, 1);
    // Only lists number fills among the bills.
    const numbers = fills.map(({ sequence }) => ({ sequence }));
    assert.deepEqual(
      heard.map((fill, index) => ({ ...fill, ...numbers[index] })),
      fills,
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

  test('a market buy that the balance does not cover is refused, not made smaller', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await newOrder(harness, spot, {
      side: 'buy',
      type: 'market',
      price: decimal('0'),
      amount: decimal('50'),
    });
    const refused = await exchange.placeOrder(spot.account, wish);
    assert(!refused.ok);
    assert.equal(refused.rejection.code, 'insufficient_funds');
    assert.equal(ordersAtVenue(spot).length, 0);
  });

  test('an order that ended without a fill is forgotten, and not absent, after hours', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    await placed(harness, spot, wish);
    const name = { ...nameOf(wish), placedAtMs: harness.nowMs() };
    await exchange.cancelOrder(spot.account, spot.marketTag, name);
    const find = async (): Promise<string> =>
      (await exchange.fetchOrder(spot.account, spot.marketTag, name)).kind;
    assert.equal(await find(), 'found');
    loopback.control('advance', { ms: 3 * HOUR_MS });
    assert.equal(await find(), 'forgotten');
  });

  test('fills of a week ago and of now are listed once, in their order', async () => {
    const harness = await loopback.makeHarness();
    const { spot } = harness;
    const buy = async (): Promise<void> => {
      const amount = decimal('0.001');
      const wish = { side: 'buy', type: 'market', price: decimal('0'), amount } as const;
      await placed(harness, spot, await newOrder(harness, spot, wish));
    };
    await buy();
    loopback.control('advance', { ms: 7 * 24 * HOUR_MS });
    await buy();
    const fills = await allFills(harness, spot, 1);
    assert.equal(fills.length, 2);
    const [first, second] = fills.map(({ filledAtMs }) => filledAtMs);
    assert((second ?? 0) - (first ?? 0) >= 7 * 24 * HOUR_MS);
    assert(fills.every(({ feeCurrency, fee }) => feeCurrency === 'BTC' && fee > 0n));
  });

  test('minutes are those of the venue, the recent ones and the older ones', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const startMs = Math.floor(harness.nowMs() / MINUTE_MS) * MINUTE_MS;
    const minutes = [1, 2, 3_000, 3_001].map((back) => startMs - back * MINUTE_MS);
    const rows = minutes.map((at) => [String(at), '60000', '60001', '59999', '60000.5', '2.5']);
    loopback.control('candles', { market: SPOT_MARKET, candles: rows });
    const fetched = await exchange.fetchCandles(
      spot.marketTag,
      startMs - 3_100 * MINUTE_MS,
      startMs,
    );
    const times = new Set(fetched.map(({ openTimeMs }) => openTimeMs));
    assert(minutes.every((at) => times.has(at)));
    const [oldest] = fetched;
    assert.deepEqual(
      [oldest?.openTimeMs, oldest?.close, oldest?.volume],
      [startMs - 3_001 * MINUTE_MS, 600_005n, 25_000_000n],
    );
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

const SWAP_MARKET = 'linear:BTCUSDT';

async function futuresHarness(): Promise<ContractHarness & { readonly futures: ContractAccount }> {
  const harness = await loopback.makeHarness();
  assert(harness.futures !== null);
  return { ...harness, futures: harness.futures };
}

function withMargin(marginMode: 'cross' | 'isolated', leverage = '4'): OrderTerms {
  return { ...PLAIN_TERMS, margin: { leverage: decimal(leverage), marginMode } };
}

suite('swaps of OKX over the loopback venue', () => {
  test('amounts are of contracts, and a hundred of them are a bitcoin', async () => {
    const harness = await futuresHarness();
    const { exchange, futures } = harness;
    const amount = decimal('100');
    await placed(harness, futures, await newOrder(harness, futures, { side: 'buy', amount }));
    const [position] = await exchange.fetchPositions(futures.account);
    assert.equal(position?.amount, amount);
    // A tenth of the price of one bitcoin.
    assert(position.margin > decimal('5900') && position.margin < decimal('6100'));
    loopback.control('price', { market: SWAP_MARKET, price: '61000.0' });
    const [later] = await exchange.fetchPositions(futures.account);
    assert(later !== undefined && later.unrealizedProfit > decimal('990'));
  });

  test('an order in another margin mode than its position is refused, and opens none', async () => {
    const harness = await futuresHarness();
    const { exchange, futures } = harness;
    const open = { side: 'buy', terms: withMargin('isolated') } as const;
    await placed(harness, futures, await newOrder(harness, futures, open));
    const other = await newOrder(harness, futures, { side: 'sell', terms: withMargin('cross') });
    const refusal = refusalOf(await exchange.placeOrder(futures.account, other));
    assert.equal(refusal?.code, 'order_rejected');
    assert.match(refusal.detail, /open position in the other one/);
    assert.equal((await exchange.fetchPositions(futures.account)).length, 1);
  });

  for (const isReduceOnly of [true, false])
    test(`an isolated position is closed in its own mode (reduce-only: ${isReduceOnly})`, async () => {
      const harness = await futuresHarness();
      const { exchange, futures } = harness;
      const open = { side: 'buy', terms: withMargin('isolated') } as const;
      await placed(harness, futures, await newOrder(harness, futures, open));
      const terms = { ...PLAIN_TERMS, isReduceOnly };
      await placed(harness, futures, await newOrder(harness, futures, { side: 'sell', terms }));
      assert.deepEqual(await exchange.fetchPositions(futures.account), []);
    });

  test('a leverage cannot be changed while orders wait, and the order says so', async () => {
    const harness = await futuresHarness();
    const { exchange, futures } = harness;
    const wish = { ...(await restingBuy(harness, futures)), terms: withMargin('cross', '3') };
    await placed(harness, futures, wish);
    const again = await restingBuy(harness, futures);
    await placed(harness, futures, { ...again, terms: withMargin('cross', '3') });
    const other = { ...(await restingBuy(harness, futures)), terms: withMargin('cross', '5') };
    const refusal = refusalOf(await exchange.placeOrder(futures.account, other));
    assert.equal(refusal?.code, 'order_rejected');
    assert.match(refusal.detail, /59107/);
  });

  test('the venue makes a reducing order smaller than its position, and fills that', async () => {
    const harness = await futuresHarness();
    const { futures } = harness;
    const open = await newOrder(harness, futures, { side: 'buy' });
    await placed(harness, futures, open);
    const terms = { ...PLAIN_TERMS, isReduceOnly: true };
    const wish = await newOrder(harness, futures, { side: 'sell', terms });
    const amount = (open.amount * 2n) as typeof open.amount;
    await placed(harness, futures, { ...wish, amount });
    const ended = await lookUp(harness, futures, wish);
    assert.deepEqual(
      [ended?.state, ended?.amount, ended?.filledAmount],
      ['filled', open.amount, open.amount],
    );
  });

  test('in hedge mode no order is taken, and the check of the key says so', async () => {
    const harness = await futuresHarness();
    const { exchange, futures } = harness;
    const { exchange: venue } = loopback.skin();
    for (const key of venue.markets.keys())
      if (key.startsWith('linear:'))
        accountOf(venue, futures.account.accountId).positionModes.set(key, 'hedge');
    const wish = await newOrder(harness, futures, { side: 'buy' });
    const refusal = refusalOf(await exchange.placeOrder(futures.account, wish));
    assert.equal(refusal?.code, 'order_rejected');
    assert.match(refusal.detail, /posSide/);
    assert.equal((await exchange.checkCredentials(futures.account)).positionMode, 'hedge');
    assert.equal(ordersAtVenue(futures).length, 0);
  });

  test('fills of swaps and of spot are listed apart', async () => {
    const harness = await futuresHarness();
    const { exchange, futures } = harness;
    await placed(harness, futures, await newOrder(harness, futures, { side: 'buy' }));
    const asSpot = { ...futures.account, marketType: 'spot' } as const;
    const { fills } = await exchange.fetchFills(asSpot, [], null, 100);
    assert.deepEqual(fills, []);
    const own = await allFills(harness, futures, 100);
    assert.deepEqual(
      own.map(({ marketTag, feeCurrency }) => [marketTag, feeCurrency]),
      [['OKX_BTC_USDT_PERP', 'USDT']],
    );
  });

  for (const [kind, trouble, exists] of [
    ['trouble_before', 'timeout', false],
    ['trouble_after', 'internal', true],
    ['truncated', 'internal', true],
  ] as const)
    test(`placing a swap under ${kind} (${trouble}): unknown, until it is looked up`, async () => {
      const harness = await futuresHarness();
      const { exchange, futures } = harness;
      const wish = await restingBuy(harness, futures);
      loopback.control('fault', { kind, trouble, operations: ['place'], times: 1 });
      await assert.rejects(exchange.placeOrder(futures.account, wish), OutcomeUnknown);
      assert.equal(ordersAtVenue(futures).length, exists ? 1 : 0);
      assert.equal((await lookUp(harness, futures, wish))?.state ?? null, exists ? 'open' : null);
    });
});
