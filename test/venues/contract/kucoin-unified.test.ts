// The contract of exchanges, retained by the dialect of KuCoin for accounts in the unified mode,
// and what is true of it beyond.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
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
  mode: 'UNIFIED',
  spot: 'BTCUSDT',
  futures: null,
  closed: 'ETHUSDT',
  latestMs: 4_000,
  engineMs: 50,
  feesIn: 'quote',
  postOnlyEnds: 'cancelled',
});
after(() => loopback.close());

exchangeContract('unified accounts of KuCoin over the loopback venue', () =>
  loopback.makeHarness(),
);

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

suite('unified accounts of KuCoin over the loopback venue', () => {
  test('an order is found by our name in each state, and cancelled by it', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    assert.equal((await placed(harness, spot, wish)).state, 'acknowledged');
    assert.equal(ordersAtVenue(spot)[0]?.name, wish.clientOrderId);
    const byName = { ...nameOf(wish), venueOrderId: null, placedAtMs: harness.nowMs() };
    const find = async (): Promise<string> => {
      const found = await exchange.fetchOrder(spot.account, spot.marketTag, byName);
      return found.kind === 'found' ? found.order.state : found.kind;
    };
    assert.equal(await find(), 'open');
    assert((await exchange.cancelOrder(spot.account, spot.marketTag, byName)).ok);
    assert.equal(await find(), 'cancelled');
    const again = await exchange.cancelOrder(spot.account, spot.marketTag, byName);
    assert(!again.ok && again.rejection === 'order_not_working');
  });

  test('a request that arrives later than five seconds is refused for its time stamp', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('fault', { kind: 'late', operations: ['place'], times: 1, delayMs: 8_000 });
    await assert.rejects(exchange.placeOrder(spot.account, wish), { name: 'OutcomeUnknown' });
    loopback.control('advance', { ms: 8_000 });
    assert.equal(ordersAtVenue(spot).length, 1);
    assert.equal((await lookUp(harness, spot, wish))?.state, 'open');
  });

  test('what an order got before its cancellation is in its end and its fills', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await newOrder(harness, spot, {
      side: 'buy',
      price: decimal('57000'),
      amount: decimal('0.002'),
    });
    await placed(harness, spot, wish);
    loopback.control('trade', {
      market: SPOT_MARKET,
      side: 'sell',
      price: '1',
      quantity: '0.0005',
    });
    const ended = await exchange.cancelOrder(spot.account, spot.marketTag, nameOf(wish));
    assert(ended.ok);
    assert.deepEqual(
      [ended.value.state, ended.value.filledAmount, ended.value.averageFillPrice],
      ['cancelled', decimal('0.0005'), decimal('57000')],
    );
    const [fill, ...others] = await allFills(harness, spot, 10);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [fill?.amount, fill?.feeCurrency, fill?.isMaker, fill?.venueOrderId],
      [decimal('0.0005'), 'USDT', true, ended.value.venueOrderId],
    );
  });

  test('open orders of all markets are listed, page by page', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const other = { ...spot, marketTag: spot.marketTag.replace('BTC', 'BNB') };
    const wanted = new Set<string>();
    for (let index = 0; index < 53; index += 1) {
      const holder = index % 2 === 0 ? spot : other;
      const wish = { ...(await restingBuy(harness, holder)), amount: decimal('0.001') };
      await placed(harness, holder, wish);
      wanted.add(wish.clientOrderId);
    }
    const open = await exchange.fetchOpenOrders(spot.account);
    assert.deepEqual(new Set(open.map(({ clientOrderId }) => clientOrderId)), wanted);
  });

  test('an order that is not listed is forgotten, and not absent, after two hours', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    for (const venueOrderId of [null, '6717422bd51c290000000000'] as const) {
      const name = { ...nameOf(wish), venueOrderId, placedAtMs: harness.nowMs() };
      const find = async (): Promise<string> =>
        (await exchange.fetchOrder(spot.account, spot.marketTag, name)).kind;
      assert.equal(await find(), 'absent');
      loopback.control('advance', { ms: 2 * HOUR_MS });
      assert.equal(await find(), 'forgotten');
    }
  });

  test('fills of an order are those of all weeks since it was placed', async () => {
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
    loopback.control('advance', { ms: 31 * 24 * HOUR_MS });
    loopback.control('trade', trade);
    const fills = await exchange.fetchOrderFills(spot.account, spot.marketTag, name);
    assert.deepEqual(
      fills.map(({ amount }) => amount),
      [decimal('0.0005'), decimal('0.0005')],
    );
    assert.deepEqual(await allFills(harness, spot, 1), fills);
  });

  test('an order that rests is in the stream, and what happens to it is to be read', async (t) => {
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
        connected.resolve();
        // One as it rests, one at its fill, one at its end.
        if (news.filter(({ kind }) => kind === 'connected').length === 4) ended.resolve();
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
    loopback.control('trade', {
      market: SPOT_MARKET,
      side: 'sell',
      price: '1',
      quantity: '0.0005',
    });
    await exchange.cancelOrder(spot.account, spot.marketTag, nameOf(wish));
    await ended.promise;
    watching.abort();
    await watch;
    const heard = news.flatMap((item) => (item.kind === 'order' ? [item.order] : []));
    assert.deepEqual(
      heard.map(({ clientOrderId, state, amount }) => [clientOrderId, state, amount]),
      [[wish.clientOrderId, 'open', decimal('0.002')]],
    );
  });

  test('the rights of a key are those that the venue gave it', async () => {
    const { exchange, spot } = await loopback.makeHarness();
    const key = loopback.keyOf(spot.account.accountId);
    const rights = async (): Promise<readonly unknown[]> => {
      const { canTrade, canWithdraw, isAddressBound, accountMode } =
        await exchange.checkCredentials(spot.account);
      return [canTrade, canWithdraw, isAddressBound, accountMode?.name];
    };
    assert.deepEqual(await rights(), [true, false, false, 'unified']);
    loopback.control('key', { key, canTrade: false, canWithdraw: true, addresses: ['127.0.0.1'] });
    assert.deepEqual(await rights(), [false, true, true, 'unified']);
  });
});
