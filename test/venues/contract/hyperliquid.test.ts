// The contract of exchanges, retained by the dialect of Hyperliquid over the loopback venue, and
// what is true of this venue beyond it.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
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
import { openLoopback } from './loopback-harness.ts';

const loopback = await openLoopback({
  code: 'hyperliquid',
  spot: null,
  futures: 'BTCUSDC',
  closed: 'ETHUSDC',
  latestMs: 4_000,
  engineMs: 0,
});
after(() => loopback.close());

exchangeContract('Hyperliquid over the loopback venue', () => loopback.makeHarness());

const MARKET = 'linear:BTCUSDC';
const MARKET_ORDER = { type: 'market', price: ZERO } as const;

type Truth = {
  readonly accounts: readonly {
    readonly orders: readonly { readonly name: string; readonly venueOrderId: string }[];
  }[];
};

function ordersAtVenue({ account }: ContractAccount): Truth['accounts'][number]['orders'] {
  const truth = loopback.control('truth', { account: account.accountId }) as Truth;
  return truth.accounts[0]?.orders ?? [];
}

function withMargin(marginMode: 'cross' | 'isolated', leverage: string): OrderTerms {
  return { ...PLAIN_TERMS, margin: { leverage: decimal(leverage), marginMode } };
}

async function setUp(): Promise<ContractHarness & { readonly holder: ContractAccount }> {
  const harness = await loopback.makeHarness();
  return { ...harness, holder: harness.spot };
}

suite('Hyperliquid over the loopback venue', () => {
  test('a price of six digits is refused before it is sent, a whole number is not', async () => {
    const { exchange, holder, ...harness } = await setUp();
    const wish = (price: string) =>
      newOrder({ exchange, ...harness }, holder, {
        side: 'buy',
        price: decimal(price),
        amount: decimal('0.001'),
      });
    const refusal = refusalOf(await exchange.placeOrder(holder.account, await wish('50000.5')));
    assert.equal(refusal?.code, 'order_rejected');
    assert.match(refusal.detail, /50000\b.*50001/);
    assert.equal(ordersAtVenue(holder).length, 0);
    assert((await exchange.placeOrder(holder.account, await wish('50001'))).ok);
  });

  test('a market order is sent within a worst price, which its sale has below', async () => {
    const { holder, ...harness } = await setUp();
    for (const side of ['buy', 'sell'] as const) {
      const order = await placed(harness, holder, await newOrder(harness, holder, { side }));
      assert.equal(order.state, 'filled');
      assert(order.averageFillPrice > decimal('59000'));
    }
  });

  test('a market order of which little was there has ended, and says so', async () => {
    const { holder, ...harness } = await setUp();
    loopback.control('market', { market: MARKET, levels: 1, levelQuantity: '0.0005' });
    try {
      const wish = await newOrder(harness, holder, {
        side: 'buy',
        ...MARKET_ORDER,
        amount: decimal('0.002'),
      });
      const order = await placed(harness, holder, wish);
      assert.deepEqual([order.state, order.filledAmount], ['cancelled', decimal('0.0005')]);
      const found = await lookUp(harness, holder, wish);
      assert.deepEqual([found?.state, found?.type], ['cancelled', 'market']);
    } finally {
      loopback.control('market', { market: MARKET, levels: 20, levelQuantity: '1000' });
    }
  });

  test('an ended order has the average of its fills, and its fills are in news', async (t) => {
    const { exchange, holder, ...harness } = await setUp();
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
        if (item.kind === 'fill') delivered.resolve();
      },
      watching.signal,
    );
    await connected.promise;
    const all = { exchange, ...harness };
    const wish = await newOrder(all, holder, {
      side: 'buy',
      price: decimal('57000'),
      amount: decimal('0.002'),
    });
    await placed(all, holder, wish);
    const trade = { market: MARKET, side: 'sell', price: '1', quantity: '0.0005' };
    loopback.control('trade', trade);
    const ended = await exchange.cancelOrder(holder.account, holder.marketTag, nameOf(wish));
    assert(ended.ok);
    assert.deepEqual(
      [ended.value.state, ended.value.filledAmount, ended.value.averageFillPrice],
      ['cancelled', decimal('0.0005'), decimal('57000')],
    );
    await delivered.promise;
    watching.abort();
    await watch;
    const fills = await allFills(all, holder, 10);
    const heard = news.flatMap((item) => (item.kind === 'fill' ? [item.fill] : []));
    assert.deepEqual(heard, fills);
    assert.deepEqual(
      fills.map(({ clientOrderId, isMaker }) => [clientOrderId, isMaker]),
      [[wish.clientOrderId, true]],
    );
  });

  test('an order in the other margin mode than its position is refused', async () => {
    const { exchange, holder, ...harness } = await setUp();
    const all = { exchange, ...harness };
    const open = { side: 'buy', terms: withMargin('isolated', '4') } as const;
    await placed(all, holder, await newOrder(all, holder, open));
    const other = await newOrder(all, holder, { side: 'buy', terms: withMargin('cross', '4') });
    const refusal = refusalOf(await exchange.placeOrder(holder.account, other));
    assert.equal(refusal?.code, 'order_rejected');
    assert.match(refusal.detail, /open position in the other one/);
    const [position] = await exchange.fetchPositions(holder.account);
    assert.deepEqual([position?.marginMode, position?.leverage], ['isolated', decimal('4')]);
  });

  test('a leverage that is not whole is refused', async () => {
    const { exchange, holder, ...harness } = await setUp();
    const wish = { side: 'buy', terms: withMargin('cross', '2.5') } as const;
    const order = await newOrder({ exchange, ...harness }, holder, wish);
    const refusal = refusalOf(await exchange.placeOrder(holder.account, order));
    assert.match(refusal?.detail ?? '', /whole number, found 2\.5/);
    assert.equal(ordersAtVenue(holder).length, 0);
  });

  test('the venue makes a reducing order smaller than its position', async () => {
    const { exchange, holder, ...harness } = await setUp();
    const all = { exchange, ...harness };
    const open = await newOrder(all, holder, { side: 'buy' });
    await placed(all, holder, open);
    const terms = { ...PLAIN_TERMS, isReduceOnly: true };
    const wish = await newOrder(all, holder, { side: 'sell', terms });
    const amount = (open.amount * 2n) as Decimal;
    const order = await placed(all, holder, { ...wish, amount });
    assert.equal(order.filledAmount, open.amount);
    assert.deepEqual(await exchange.fetchPositions(holder.account), []);
  });

  test('a wallet that trades no more is unauthorized, and others trade on', async () => {
    const { exchange, holder, ...harness } = await setUp();
    const other = await setUp();
    const wish = await restingBuy({ exchange, ...harness }, holder);
    loopback.control('key', { key: loopback.keyOf(holder.account.accountId), isRevoked: true });
    await assert.rejects(exchange.placeOrder(holder.account, wish), { code: 'unauthorized' });
    await placed(other, other.holder, await restingBuy(other, other.holder));
    assert.equal(ordersAtVenue(holder).length, 0);
  });

  test('the rights of a key are those of its wallet: one of the account may withdraw', async () => {
    const { exchange, holder } = await setUp();
    const rightsOf = async (changes: object): Promise<readonly boolean[]> => {
      loopback.control('key', { key: loopback.keyOf(holder.account.accountId), ...changes });
      const { canTrade, canWithdraw } = await exchange.checkCredentials(holder.account);
      return [canTrade, canWithdraw];
    };
    assert.deepEqual(await rightsOf({}), [true, false]);
    assert.deepEqual(await rightsOf({ canWithdraw: true }), [false, true]);
    assert.deepEqual(await rightsOf({ canWithdraw: false, canTrade: false }), [false, false]);
  });
});
