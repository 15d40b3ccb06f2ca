// The contract of exchanges, retained by the dialect of Bybit over the loopback venue, and what is
// true of this venue beyond it.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
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
import { openLoopback } from './loopback-harness.ts';

const loopback = await openLoopback({
  code: 'bybit',
  spot: 'BTCUSDT',
  futures: 'BTCUSDT',
  closed: 'ETHUSDT',
  latestMs: 10_000,
  engineMs: 50,
});
after(() => loopback.close());

exchangeContract('Bybit over the loopback venue', () => loopback.makeHarness());

const SPOT_MARKET = 'spot:BTCUSDT';

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

async function futuresHarness(): Promise<ContractHarness & { readonly futures: ContractAccount }> {
  const harness = await loopback.makeHarness();
  assert(harness.futures !== null);
  return { ...harness, futures: harness.futures };
}

suite('Bybit over the loopback venue', () => {
  test('an order is acknowledged, not shown until it is carried out, and then open', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('engine', { delayMs: 5_000 });
    try {
      const { state } = await placed(harness, spot, wish);
      assert.equal(state, 'acknowledged');
      assert.equal(await lookUp(harness, spot, wish), null);
      assert.deepEqual(await exchange.fetchOpenOrders(spot.account), []);
      loopback.control('advance', { ms: 5_000 });
      assert.equal((await lookUp(harness, spot, wish))?.state, 'open');
    } finally {
      loopback.control('engine', { delayMs: 10 });
    }
  });

  test('an order may be refused after it was acknowledged, and says why', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const { price } = await exchange.fetchPrice(spot.marketTag);
    const terms = { ...PLAIN_TERMS, isPostOnly: true };
    const wish = await newOrder(harness, spot, { side: 'buy', price, terms });
    const { state } = await placed(harness, spot, { ...wish, price: (price * 2n) as typeof price });
    assert.equal(state, 'acknowledged');
    const ended = await lookUp(harness, spot, wish);
    assert.equal(ended?.state, 'rejected');
    assert.match(ended.reason ?? '', /PostOnly/);
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
    // It is in the list as "PartiallyFilledCanceled".
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
    assert.deepEqual(heard, fills);
  });

  test('a name is refused for ever, and an order of it is found', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    const first = await placed(harness, spot, wish);
    await exchange.cancelOrder(spot.account, spot.marketTag, nameOf(wish));
    const again = await exchange.placeOrder(spot.account, wish);
    assert(again.ok && again.value.state === 'cancelled');
    assert.equal(again.value.venueOrderId, first.venueOrderId);
    assert.equal(ordersAtVenue(spot).length, 1);
  });

  test('an order that the venue ends is no longer open, and says why', async () => {
    const harness = await loopback.makeHarness();
    const wish = await restingBuy(harness, harness.spot);
    const { venueOrderId } = await placed(harness, harness.spot, wish);
    loopback.control('end-order', { venueOrderId });
    const found = await lookUp(harness, harness.spot, wish);
    assert.equal(found?.state, 'expired');
    assert.match(found.reason ?? '', /CancelByAdmin/);
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
    assert((report.expiresAtMs ?? 0) > Date.now());
    loopback.control('key', { key, addresses: ['127.0.0.1'] });
    const bound = await exchange.checkCredentials(spot.account);
    assert.deepEqual([bound.isAddressBound, bound.expiresAtMs], [true, null]);
  });

  test('a key that may only read places nothing', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    loopback.control('key', { key: loopback.keyOf(spot.account.accountId), canTrade: false });
    await assert.rejects(exchange.placeOrder(spot.account, wish), { code: 'unauthorized' });
    assert.equal(ordersAtVenue(spot).length, 0);
  });

  /** What the venue says, and whether it did what was requested. */
  const TROUBLES = [
    ['trouble_before', 'timeout', false],
    ['trouble_before', 'internal', false],
    ['trouble_before', 'unknown_code', false],
    ['trouble_before', 'firewall', false],
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
    for (const holderOf of ['spot', 'futures'] as const)
      test(`${holderOf}, placing under ${kind} (${trouble}): unknown, until it is looked up`, async () => {
        const harness = await futuresHarness();
        const holder = harness[holderOf];
        const wish = await restingBuy(harness, holder);
        loopback.control('fault', { kind, trouble, operations: ['place'], times: 1 });
        await assert.rejects(harness.exchange.placeOrder(holder.account, wish), OutcomeUnknown);
        assert.equal(ordersAtVenue(holder).length, exists ? 1 : 0);
        assert.equal((await lookUp(harness, holder, wish))?.state ?? null, exists ? 'open' : null);
      });

  test('while the account asks too often nothing is done, and others go on', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const wish = await restingBuy(harness, spot);
    const trouble = { kind: 'trouble_before', trouble: 'busy', operations: ['place'], times: 1 };
    loopback.control('fault', trouble);
    await assert.rejects(exchange.placeOrder(spot.account, wish), { code: 'rate_limited' });
    assert.equal(ordersAtVenue(spot).length, 0);
    await placed(harness, spot, wish);
  });

  test('a market that closes refuses orders with the words of the venue', async () => {
    const harness = await futuresHarness();
    for (const [holder, market, detail] of [
      [harness.spot, SPOT_MARKET, 'The trading pair is not open yet. (170151)'],
      [harness.futures, 'linear:BTCUSDT', 'This contract is not live (110074)'],
    ] as const) {
      const wish = await restingBuy(harness, holder);
      loopback.control('market', { market, isTrading: false });
      try {
        const refusal = refusalOf(await harness.exchange.placeOrder(holder.account, wish));
        assert.deepEqual(refusal, { code: 'order_rejected', detail });
      } finally {
        loopback.control('market', { market, isTrading: true });
      }
    }
  });

  test('the margin mode of an account is not changed under an open position', async () => {
    const harness = await futuresHarness();
    const { exchange, futures } = harness;
    const withMode = (marginMode: 'cross' | 'isolated') => {
      return { ...PLAIN_TERMS, margin: { leverage: decimal('4'), marginMode } };
    };
    const open = await newOrder(harness, futures, { side: 'buy', terms: withMode('isolated') });
    await placed(harness, futures, open);
    const other = await newOrder(harness, futures, { side: 'buy', terms: withMode('cross') });
    const refusal = refusalOf(await exchange.placeOrder(futures.account, other));
    assert.equal(refusal?.code, 'order_rejected');
    assert.match(refusal.detail, /one mode for all/);
    const [position] = await exchange.fetchPositions(futures.account);
    assert.deepEqual([position?.marginMode, position?.amount], ['isolated', open.amount]);
    assert.equal((await exchange.checkCredentials(futures.account)).marginMode, 'isolated');
  });

  test('a position and what funds it are also missing from the spot wallet', async () => {
    const harness = await futuresHarness();
    const { exchange, futures } = harness;
    await placed(harness, futures, await newOrder(harness, futures, { side: 'buy' }));
    const asSpot = { ...futures.account, marketType: 'spot' } as const;
    const { balances } = await exchange.fetchBalances(asSpot);
    const quote = balances.find(({ currency }) => currency === 'USDT');
    assert(quote !== undefined && quote.locked > 0n);
    assert.equal(quote.available + quote.locked, quote.total);
  });
});
