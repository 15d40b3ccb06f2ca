// The contract of exchanges, retained by the dialect of OKX over the loopback venue for accounts
// that trade spot on margin, and what is true of these beyond it.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { lookUp, newOrder, placed, restingBuy } from '#ports/exchange/exchange-harness.contract.ts';
import { openLoopback } from './loopback-harness.ts';

const loopback = await openLoopback({
  code: 'okx',
  spot: 'BTCUSDT',
  futures: 'BTCUSDT',
  closed: 'ETHUSDT',
  latestMs: 10_000,
  engineMs: 50,
  mode: '3',
  refusesWaitingBuys: true,
});
after(() => loopback.close());

const NAME = 'OKX over the loopback venue, in multi-currency margin mode';

exchangeContract(NAME, () => loopback.makeHarness());

suite(NAME, () => {
  test('a market buy is a limit that ends at once, and is shown as a market order', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const terms = { side: 'buy', type: 'market', price: ZERO, amount: decimal('0.002') } as const;
    const wish = await newOrder(harness, spot, terms);
    await placed(harness, spot, wish);
    const order = await lookUp(harness, spot, wish);
    assert.deepEqual([order?.state, order?.type, order?.price], ['filled', 'market', ZERO]);
    // Nobody sells within two percent any more.
    const market = 'spot:BTCUSDT';
    loopback.control('market', { market, levels: 1, levelQuantity: '0.001' });
    const partly = { ...wish, clientOrderId: harness.newClientOrderId() };
    await exchange.placeOrder(spot.account, partly);
    loopback.control('market', { market, levels: 20, levelQuantity: '1000' });
    const rest = await lookUp(harness, spot, partly);
    assert.deepEqual([rest?.state, rest?.filledAmount], ['cancelled', decimal('0.001')]);
  });

  test('a stop of what is held waits there, and is carried out when its price comes', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const { accountId } = spot.account;
    loopback.control('account', { id: accountId, balances: { BTC: '1' } });
    const wish = { side: 'sell', price: ZERO, amount: decimal('0.002') } as const;
    const triggerPrice = decimal('59000');
    const stop = {
      ...(await newOrder(harness, spot, wish)),
      type: 'stop_market' as const,
      terms: { ...PLAIN_TERMS, triggerPrice },
    };
    await placed(harness, spot, stop);
    const waiting = await lookUp(harness, spot, stop);
    assert.deepEqual([waiting?.state, waiting?.type], ['open', 'stop_market']);
    loopback.control('price', { market: 'spot:BTCUSDT', price: '58900' });
    loopback.control('advance', { ms: 1_000 });
    assert.equal((await lookUp(harness, spot, stop))?.state, 'filled');
    assert.deepEqual(await exchange.fetchOpenOrders(spot.account), []);
  });

  test('an account whose owner lets it borrow buys nothing, and sells what it holds', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const { accountId } = spot.account;
    loopback.control('account-mode', { account: accountId, mode: '3 borrows' });
    await exchange.checkCredentials(spot.account);
    const buy = await exchange.placeOrder(spot.account, await restingBuy(harness, spot));
    assert(!buy.ok && buy.rejection.code === 'order_rejected');
    assert.match(buy.rejection.detail, /Auto-borrow/);
    loopback.control('account', { id: accountId, balances: { BTC: '1' } });
    const wish = { side: 'sell', type: 'market', price: ZERO, amount: decimal('0.002') } as const;
    const sale = await newOrder(harness, spot, wish);
    await placed(harness, spot, sale);
    assert.equal((await lookUp(harness, spot, sale))?.state, 'filled');
  });

  test('an account that was changed to the mode trades in it after one refusal', async () => {
    const harness = await loopback.makeHarness();
    const { exchange, spot } = harness;
    const { accountId } = spot.account;
    await placed(harness, spot, await restingBuy(harness, spot));
    for (const mode of ['2', '3']) {
      loopback.control('account-mode', { account: accountId, mode });
      const first = await exchange.placeOrder(spot.account, await restingBuy(harness, spot));
      const second = await exchange.placeOrder(spot.account, await restingBuy(harness, spot));
      assert(!first.ok && first.rejection.code === 'order_rejected');
      assert(second.ok);
    }
  });
});
