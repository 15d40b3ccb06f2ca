// The contract of exchanges, retained by the dialect of Binance USD-M futures over the loopback
// venue, and what is true of this venue beyond it.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import type { ContractHarness } from '#ports/exchange/exchange-harness.contract.ts';
import {
  allFills,
  lookUp,
  nameOf,
  newOrder,
  placed,
  refusalOf,
  restingBuy,
} from '#ports/exchange/exchange-harness.contract.ts';
import type { AccountNews, VenueFill } from '#venue-port/exchange/exchange.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import { openLoopback } from './loopback-harness.ts';

const loopback = await openLoopback({
  code: 'binanceusdm',
  spot: null,
  futures: 'BTCUSDT',
  closed: 'ETHUSDT',
  // The venue reads the time stamp again before its engine.
  latestMs: 4_000,
  engineMs: 0,
});
after(() => loopback.close());

exchangeContract('Binance USD-M futures over the loopback venue', () => loopback.makeHarness());

const MARKET = 'linear:BTCUSDT';

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

suite('Binance USD-M futures over the loopback venue', () => {
  test('a name is refused while its order works, and accepted again after its end', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot: holder } = harness;
    assert.equal(exchange.promises.duplicateName, 'refused_while_open');
    const wish = await restingBuy(harness, holder);
    const first = await placed(harness, holder, wish);
    const again = await placed(harness, holder, wish);
    assert.equal(again.venueOrderId, first.venueOrderId);
    const ended = await exchange.cancelOrder(holder.account, holder.marketTag, nameOf(wish));
    assert(ended.ok && ended.value.state === 'cancelled');
    const second = await placed(harness, holder, wish);
    assert.notEqual(second.venueOrderId, first.venueOrderId);
    assert.equal(ordersAtVenue(harness).length, 2);
  });

  test('what an order got before its cancellation is in its end, fills and news', async (t) => {
    const harness = await loopback.makeHarness();
    const { exchange, spot: holder } = harness;
    const news: AccountNews[] = [];
    const watching = new AbortController();
    t.after(() => watching.abort());
    const connected = Promise.withResolvers<void>();
    const delivered = Promise.withResolvers<void>();
    const watch = exchange.watchAccount(
      holder.account,
      (item) => {
        news.push(item);
        if (item.kind === 'connected') connected.resolve();
        if (item.kind === 'order' && item.order.state === 'cancelled') delivered.resolve();
      },
      watching.signal,
    );
    await connected.promise;
    // Before the orders that other tests have left.
    const price = decimal('57000');
    const amount = decimal('0.004');
    const wish = await newOrder(harness, holder, { side: 'buy', price, amount });
    const order = await placed(harness, holder, wish);
    const quantity = '0.001';
    loopback.control('trade', { market: MARKET, side: 'sell', price: '1', quantity });
    const ended = await exchange.cancelOrder(holder.account, holder.marketTag, nameOf(wish));
    assert(ended.ok);
    assert.deepEqual(
      [ended.value.state, ended.value.filledAmount, ended.value.averageFillPrice],
      ['cancelled', decimal(quantity), price],
    );
    await delivered.promise;
    watching.abort();
    await watch;
    const fills = await allFills(harness, holder, 10);
    assert.deepEqual(
      fills.map(({ amount: filled }) => filled),
      [decimal(quantity)],
    );
    assert(fills.every((fill) => fill.isMaker && fill.venueOrderId === order.venueOrderId));
    const heard = news.flatMap((item): VenueFill[] => (item.kind === 'fill' ? [item.fill] : []));
    assert.deepEqual(heard, fills);
  });

  test('a stop that was triggered and rests is cancelled by the id of what waited', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot: holder } = harness;
    await placed(harness, holder, await newOrder(harness, holder, { side: 'buy' }));
    const { price } = await exchange.fetchPrice(holder.marketTag);
    const above = (parts: bigint): Decimal => (price + (parts * price) / 100n) as Decimal;
    const onTick = (value: Decimal): Decimal => (value - (value % decimal('0.1'))) as Decimal;
    const terms = { ...PLAIN_TERMS, isReduceOnly: true, triggerPrice: onTick(above(-2n)) };
    const wish = await newOrder(harness, holder, {
      side: 'sell',
      type: 'stop_limit',
      price: onTick(above(10n)),
      terms,
    });
    const waiting = await placed(harness, holder, wish);
    assert.match(waiting.venueOrderId, /^algo-/);
    const name = { ...nameOf(wish), venueOrderId: waiting.venueOrderId };
    assert.deepEqual(await exchange.fetchOrderFills(holder.account, holder.marketTag, name), []);
    loopback.control('price', { market: MARKET, price: formatDecimal(onTick(above(-3n))) });
    const working = await lookUp(harness, holder, wish);
    assert.match(working?.venueOrderId ?? '', /^\d+$/);
    const ended = await exchange.cancelOrder(holder.account, holder.marketTag, name);
    loopback.control('price', { market: MARKET, price: formatDecimal(price) });
    assert(ended.ok && ended.value.state === 'cancelled');
    assert.equal(ended.value.venueOrderId, working?.venueOrderId);
    assert.deepEqual(await exchange.fetchOpenOrders(holder.account), []);
  });

  test('the margin mode is not changed under a position, and the order is refused', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot: holder } = harness;
    await placed(harness, holder, await newOrder(harness, holder, { side: 'buy' }));
    const margin = { leverage: decimal('7'), marginMode: 'isolated' } as const;
    const terms = { ...PLAIN_TERMS, margin };
    const wish = await newOrder(harness, holder, { side: 'buy', terms });
    const refusal = refusalOf(await exchange.placeOrder(holder.account, wish));
    assert.equal(refusal?.code, 'order_rejected');
    assert.match(refusal.detail, /exists position\. \(-4048\)$/);
    const [position] = await exchange.fetchPositions(holder.account);
    assert.deepEqual([position?.marginMode, position?.leverage], ['cross', decimal('10')]);
  });

  test('funding of a short position is for what was open', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot: holder } = harness;
    const amount = decimal('0.017');
    await placed(harness, holder, await newOrder(harness, holder, { side: 'sell', amount }));
    loopback.control('funding', { market: MARKET, rate: '0.0003' });
    loopback.control('advance', { ms: 1_000 });
    loopback.control('funding', { market: MARKET, rate: '-0.0001' });
    const { events } = await exchange.fetchMarginEvents(holder.account, null, 10);
    assert.deepEqual(
      events.map(({ kind, direction, amount: size }) => [kind, direction, size]),
      [
        ['funding', 'short', amount],
        ['funding', 'short', amount],
      ],
    );
    const paid = events.map((event) => (event.kind === 'funding' ? event.paid : 0n));
    assert((paid[0] ?? 0n) < 0n && (paid[1] ?? 0n) > 0n);
  });

  test('the rights of a key are those that the venue gave it', async () => {
    const { exchange, spot: holder } = await loopback.makeHarness();
    const key = loopback.keyOf(holder.account.accountId);
    loopback.control('key', { key, canTrade: false, canWithdraw: true, addresses: ['127.0.0.1'] });
    const report = await exchange.checkCredentials(holder.account);
    assert.deepEqual(
      [report.canTrade, report.canWithdraw, report.isAddressBound],
      [false, true, true],
    );
  });

  /** What the venue says, whether it did what was requested, and how the placement ends. */
  const TROUBLES = [
    ['trouble_before', 'timeout', false],
    ['trouble_before', 'unknown_code', false],
    ['trouble_after', 'internal', true],
    ['truncated', 'internal', true],
    ['html', 'internal', true],
  ] as const;

  for (const [kind, trouble, exists] of TROUBLES)
    test(`placing under ${kind} (${trouble}) is unknown, and one look-up tells`, async () => {
      const harness = await loopback.makeHarness();
      const { exchange, spot: holder } = harness;
      const wish = await restingBuy(harness, holder);
      loopback.control('fault', { kind, trouble, operations: ['place'], times: 1 });
      await assert.rejects(exchange.placeOrder(holder.account, wish), OutcomeUnknown);
      assert.equal(ordersAtVenue(harness).length, exists ? 1 : 0);
      assert.equal((await lookUp(harness, holder, wish))?.state ?? null, exists ? 'open' : null);
    });
});
