// The contract of exchanges, retained by the dialect of Binance spot over the loopback venue, and
// what is true of this venue beyond it.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import type { ContractHarness } from '#ports/exchange/exchange-harness.contract.ts';
import {
  allFills,
  lookUp,
  marketOf,
  nameOf,
  newOrder,
  placed,
  refusalOf,
  restingBuy,
  shareOfPrice,
} from '#ports/exchange/exchange-harness.contract.ts';
import type { AccountNews, VenueFill } from '#venue-port/exchange/exchange.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import { openLoopback } from './loopback-harness.ts';

const loopback = await openLoopback({
  code: 'binance',
  spot: 'BTCUSDT',
  futures: null,
  closed: 'ETHUSDT',
  // The venue reads the time stamp again before its engine.
  latestMs: 4_000,
  engineMs: 0,
});
after(() => loopback.close());

exchangeContract('Binance spot over the loopback venue', () => loopback.makeHarness());

const MARKET = 'spot:BTCUSDT';

type Truth = {
  readonly accounts: readonly {
    readonly orders: readonly { readonly name: string; readonly venueOrderId: string }[];
  }[];
};

/** Every order that the venue has of the account, whether it shows it or not. */
function ordersAtVenue({ spot }: ContractHarness): Truth['accounts'][number]['orders'] {
  const truth = loopback.control('truth', { account: spot.account.accountId }) as Truth;
  return truth.accounts[0]?.orders ?? [];
}

suite('Binance spot over the loopback venue', () => {
  test('a name is refused while its order works, and accepted again after its end', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    assert.equal(exchange.promises.duplicateName, 'refused_while_open');
    const wish = await restingBuy(harness, spot);
    const first = await placed(harness, spot, wish);
    const again = await placed(harness, spot, wish);
    assert.equal(again.venueOrderId, first.venueOrderId);
    assert.equal(ordersAtVenue(harness).length, 1);
    const ended = await exchange.cancelOrder(spot.account, spot.marketTag, nameOf(wish));
    assert(ended.ok);
    const second = await placed(harness, spot, wish);
    assert.notEqual(second.venueOrderId, first.venueOrderId);
    assert.equal(ordersAtVenue(harness).length, 2);
    // By its own id the first one is still found.
    const { venueOrderId } = first;
    const found = await exchange.fetchOrder(spot.account, spot.marketTag, {
      ...nameOf(wish),
      venueOrderId,
    });
    assert(found.kind === 'found' && found.order.state === 'cancelled');
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
    // Before the orders that other tests have left.
    const { price } = await exchange.fetchPrice(spot.marketTag);
    const limit = shareOfPrice(await marketOf(harness, spot), price, '95');
    const amount = decimal('0.002');
    const wish = await newOrder(harness, spot, { side: 'buy', price: limit, amount });
    const order = await placed(harness, spot, wish);
    const quantity = '0.0005';
    loopback.control('trade', { market: MARKET, side: 'sell', price: '1', quantity });
    const ended = await exchange.cancelOrder(spot.account, spot.marketTag, nameOf(wish));
    assert(ended.ok);
    assert.deepEqual(
      [ended.value.state, ended.value.filledAmount],
      ['cancelled', decimal(quantity)],
    );
    await delivered.promise;
    watching.abort();
    await watch;
    const fills = await allFills(harness, spot, 10);
    const sum = fills.reduce((total, { amount }) => total + amount, 0n);
    assert.equal(sum, ended.value.filledAmount);
    assert(fills.every((fill) => fill.isMaker && fill.venueOrderId === order.venueOrderId));
    const heard = news.flatMap((item): VenueFill[] => (item.kind === 'fill' ? [item.fill] : []));
    assert.deepEqual(heard, fills);
  });

  test('an order that the venue ends is no longer open, and says why', async () => {
    const harness = await loopback.makeHarness();
    const wish = await restingBuy(harness, harness.spot);
    const { venueOrderId } = await placed(harness, harness.spot, wish);
    loopback.control('end-order', { venueOrderId });
    const found = await lookUp(harness, harness.spot, wish);
    assert.equal(found?.state, 'expired');
    assert.notEqual(found.reason, null);
  });

  test('a revoked key is unauthorized for its account, and others trade on', async () => {
    const harness = await loopback.makeHarness();
    const other = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('key', { key: loopback.keyOf(spot.account.accountId), isRevoked: true });
    await assert.rejects(exchange.placeOrder(spot.account, wish), { code: 'unauthorized' });
    await assert.rejects(exchange.fetchBalances(spot.account), { code: 'unauthorized' });
    await placed(other, other.spot, await restingBuy(other, other.spot));
    assert.equal(ordersAtVenue(harness).length, 0);
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
    loopback.control('key', { key, addresses: ['127.0.0.1'] });
    assert.equal((await exchange.checkCredentials(spot.account)).isAddressBound, true);
  });

  test('a key that may only read places nothing', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('key', { key: loopback.keyOf(spot.account.accountId), canTrade: false });
    await assert.rejects(exchange.placeOrder(spot.account, wish), { code: 'unauthorized' });
    assert.equal(ordersAtVenue(harness).length, 0);
  });

  /** What the venue says, whether it did what was requested, and how the placement ends. */
  const TROUBLES = [
    ['trouble_before', 'busy', false],
    ['trouble_before', 'timeout', false],
    ['trouble_before', 'internal', false],
    ['trouble_before', 'unknown_code', false],
    ['trouble_before', 'maintenance', false],
    ['trouble_after', 'timeout', true],
    ['trouble_after', 'internal', true],
    ['trouble_after', 'unknown_code', true],
    ['truncated', 'internal', true],
    ['empty', 'internal', true],
    ['html', 'internal', true],
    ['reset_in_response', 'internal', true],
  ] as const;

  for (const [kind, trouble, exists] of TROUBLES)
    test(`placing under ${kind} (${trouble}) is unknown, and one look-up tells`, async () => {
      const harness = await loopback.makeHarness();
      const { exchange, spot } = harness;
      const wish = await restingBuy(harness, spot);
      loopback.control('fault', { kind, trouble, operations: ['place'], times: 1 });
      await assert.rejects(exchange.placeOrder(spot.account, wish), OutcomeUnknown);
      assert.equal(ordersAtVenue(harness).length, exists ? 1 : 0);
      assert.equal((await lookUp(harness, spot, wish))?.state ?? null, exists ? 'open' : null);
    });

  test('an order that the venue does not show yet is absent, and then found', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const delayMs = exchange.promises.visibilityLagMs;
    loopback.control('fault', { kind: 'hidden', operations: ['place'], times: 1, delayMs });
    const wish = await restingBuy(harness, spot);
    await placed(harness, spot, wish);
    assert.equal(await lookUp(harness, spot, wish), null);
    loopback.control('advance', { ms: delayMs });
    assert.equal((await lookUp(harness, spot, wish))?.state, 'open');
  });

  test('a market that closes refuses orders with the words of the venue', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('market', { market: MARKET, isTrading: false });
    try {
      const refusal = refusalOf(await exchange.placeOrder(spot.account, wish));
      assert.deepEqual(refusal, { code: 'order_rejected', detail: 'Market is closed. (-2010)' });
    } finally {
      loopback.control('market', { market: MARKET, isTrading: true });
    }
  });
});
