// Published failures of other systems, as their public issues tell them, played through with
// running bots against an exchange that misbehaves in the same way. Each test bears the name of its
// issue.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { auditLedger } from '#adapters/sim/sim-wallets.ts';
import {
  addDecimal,
  decimal,
  formatDecimal,
  multiplyDecimal,
  subtractDecimal,
  ZERO,
} from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import { liveRun } from '#services/live/run/live-parity.fixture.ts';
import { cancelAtVenue } from '#services/orders/cancel-order.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { once, scenarioHarness } from './scenario-harness.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

const BUY = once('PlaceBuyOrder(price, 0.01, {type = MarketOrderType})');

function sum(amounts: readonly Decimal[]): string {
  return formatDecimal(amounts.reduce(addDecimal, ZERO));
}

suite('an order that was placed twice, because its response did not come', () => {
  test('ccxt/ccxt#2599: accepted, timed out, and the bot goes on', async () => {
    const { harness, deps, sent, failPlacing, fills } = await scenarioHarness();
    const bot = await harness.start(BUY);
    failPlacing({ kind: 'lost_response' });
    await harness.passMinutes(6, [harness.runner(deps)]);
    assert.equal(sent.length, 1);
    assert.equal(sum((await fills()).map(({ amount }) => amount)), '0.01');
    const [order] = await harness.ordersOf(bot);
    assert.equal(order?.state, 'filled');
    const lines = (await harness.linesOf(bot)).map(({ message }) => message).join('\n');
    assert.match(lines, /order o1 bought 0.01/);
  });

  test('scrtlabs/catalyst#317: without names at the venue nothing is repeated', async () => {
    const forgetful = await scenarioHarness((exchange) => ({
      ...exchange,
      promises: { ...exchange.promises, duplicateName: 'none' },
    }));
    const { harness, deps, sent, failPlacing, fills } = forgetful;
    await harness.start(EACH_MINUTE);
    failPlacing({ kind: 'lost_response' });
    for (let minute = 0; minute < 4; minute += 1) {
      // A new process each minute, as after a crash.
      const runner = harness.runner(deps);
      await harness.passMinutes(1, [runner]);
      harness.passMs(5_000);
    }
    const names = sent.map(({ clientOrderId }) => clientOrderId);
    assert.equal(new Set(names).size, names.length);
    const orders = new Set((await fills()).map(({ venueOrderId }) => venueOrderId));
    assert.equal(orders.size, names.length);
  });

  test('scrtlabs/catalyst#315: a lost request is not taken for placed', async () => {
    // So long it takes this venue until a request that was sent can land no more.
    const slow = await scenarioHarness((exchange) => ({
      ...exchange,
      promises: { ...exchange.promises, requestHorizonMs: 150_000 },
    }));
    const { harness, deps, failPlacing, fills } = slow;
    const bot = await harness.start(BUY);
    failPlacing({ kind: 'lost_request' });
    const runner = harness.runner(deps);
    await harness.passMinutes(2, [runner]);
    assert.equal((await harness.ordersOf(bot))[0]?.state, 'unknown');
    await harness.passMinutes(3, [runner]);
    assert.deepEqual(await fills(), []);
    const [order] = await harness.ordersOf(bot);
    assert.equal(order?.state, 'unplaced');
    const lines = (await harness.linesOf(bot)).map(({ message }) => message).join('\n');
    assert.match(lines, /order o1: the exchange has not reported what became of it/);
    assert.match(lines, /order o1 failed: It never reached the exchange/);
  });

  test('marketcalls/openalgo#1991: accepted, timed out, and tried again', async () => {
    const orders = await makeOrderHarness();
    const { deps, sim } = orders;
    sim.faults?.inject({ kind: 'lost_response' });
    const request = orders.command({ type: 'market', price: null, amount: decimal('0.01') });
    const first = await placeOrder(deps, request);
    const again = await placeOrder(deps, { ...request, isTakeover: true });
    assert.ok(first.ok && again.ok);
    assert.equal(first.value.orderId, again.value.orderId);
    const { fills } = await sim.sim.fetchFills(sim.spot.account, [], null, 9);
    assert.equal(sum(fills.map(({ amount }) => amount)), '0.01');
  });

  test('bennycode/trading-signals#1178: what lands late is the same order', async () => {
    const { harness, deps, sent, failPlacing, fills } = await scenarioHarness();
    await harness.start(BUY);
    failPlacing({ kind: 'late_landing', delayMs: 4_000 });
    await harness.passMinutes(1, [harness.runner(deps)]);
    assert.equal(await harness.sim.faults?.landLate(), 1);
    harness.passMs(5_000);
    await harness.passMinutes(4, [harness.runner(deps)]);
    assert.equal(sent.length, 1);
    assert.equal(sum((await fills()).map(({ amount }) => amount)), '0.01');
  });
});

suite('orders that were forgotten', () => {
  const LADDER = once(`
    for step = 1, 6 do
      PlaceBuyOrder(price * (1 - step / 20000), 0.01, {type = NoTimeOutOrderType})
    end`);

  test('hummingbot/hummingbot#366: orders are known after a restart', async () => {
    const { harness, deps, exchange } = await scenarioHarness();
    const bot = await harness.start(
      once('PlaceBuyOrder(price * 0.5, 0.01, {type = NoTimeOutOrderType})'),
    );
    await harness.passMinutes(1, [harness.runner(deps)]);
    harness.passMs(20_000);
    await harness.passMinutes(2, [harness.runner(deps)]);
    const [order] = await harness.ordersOf(bot);
    assert.ok(order?.state === 'open');
    const at = { account: harness.spot, exchange };
    assert.ok((await cancelAtVenue(deps, at, order, 'SIM_BTC_USDT', null)).ok);
    assert.deepEqual(await harness.sim.sim.fetchOpenOrders(harness.spot), []);
  });

  test('hummingbot/hummingbot#3374: what fills while the network is down counts', async () => {
    const { harness, deps, fills } = await scenarioHarness();
    const bot = await harness.start(LADDER);
    const runner = harness.runner(deps);
    await harness.passMinutes(1, [runner]);
    harness.sim.faults?.setMaintenance(true);
    await harness.passMinutes(60, [runner]);
    harness.sim.faults?.setMaintenance(false);
    await harness.passMinutes(2, [runner]);
    const bought = sum((await fills()).map(({ amount }) => amount));
    assert.notEqual(bought, '0');
    const { orders } = await liveRun(harness, bot, 63);
    assert.equal(sum(orders.map(({ filledAmount }) => filledAmount)), bought);
    const lines = (await harness.linesOf(bot)).map(({ message }) => message).join('\n');
    assert.match(lines, /the service could not go on, and tries again/);
  });

  test('hummingbot/hummingbot#3374: a lost cancel makes no order dead', async () => {
    const plain = await scenarioHarness(plainExchange);
    const { harness, deps, failCancel, fills } = plain;
    const bot = await harness.start(
      once('PlaceBuyOrder(price * 0.9995, 0.01, {type = LimitOrderType, timeout = 60})'),
    );
    for (let count = 0; count < 30; count += 1) failCancel({ kind: 'lost_request' });
    await harness.passMinutes(60, [harness.runner(deps)]);
    const [order] = await harness.ordersOf(bot);
    const bought = sum((await fills()).map(({ amount }) => amount));
    assert.equal(formatDecimal(order?.filledAmount ?? ZERO), bought);
    const { orders } = await liveRun(harness, bot, 60);
    assert.equal(formatDecimal(orders[0]?.filledAmount ?? ZERO), bought);
  });

  test('hummingbot/hummingbot#1508: nothing is ordered after a stop', async () => {
    const { harness, deps, sent } = await scenarioHarness();
    const bot = await harness.start(EACH_MINUTE);
    const runner = harness.runner(deps);
    await harness.passMinutes(3, [runner]);
    await harness.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await harness.passMinutes(5, [runner, harness.runner(deps)]);
    assert.equal(sent.length, 3);
  });
});

suite('positions that came out wrong after a restart', () => {
  const TWO_SIDES = once(`
    PlaceGoLongOrder(price, 0.02, {type = MarketOrderType, positionId = 'up'})
    PlaceGoShortOrder(price, 0.01, {type = MarketOrderType, positionId = 'down'})`);
  const PERPETUAL = 'SIM_BTC_USDT_PERP';

  test('nautechsystems/nautilus_trader#3104: positions that net are adopted', async () => {
    const { harness, deps } = await scenarioHarness();
    const { accountId } = harness.futures;
    const bot = await harness.start(TWO_SIDES, { accountId, marketTag: PERPETUAL });
    await harness.passMinutes(3, [harness.runner(deps)]);
    harness.passMs(20_000);
    const next = harness.runner(deps);
    await harness.passMinutes(5, [next]);
    assert.equal(next.figures().runningCount, 1);
    const { positions } = await liveRun(harness, bot, 8);
    assert.deepEqual(
      positions.map(({ direction, amount, isClosed }) => [
        direction,
        formatDecimal(amount),
        isClosed,
      ]),
      [
        ['long', '0.02', false],
        ['short', '0.01', false],
      ],
    );
    const [net] = await harness.sim.sim.fetchPositions(harness.futures);
    assert.deepEqual([net?.direction, formatDecimal(net?.amount ?? ZERO)], ['long', '0.01']);
  });

  test('nautechsystems/nautilus_trader#4736: a warm restart invents no fill', async () => {
    const { harness, deps, sent } = await scenarioHarness();
    const { accountId } = harness.futures;
    const hold = `
      Log('held ' .. GetPositionAmount())
      ${once('PlaceGoLongOrder(price, 0.01, {type = MarketOrderType})')}`;
    const bot = await harness.start(hold, { accountId, marketTag: PERPETUAL });
    for (let restart = 0; restart < 4; restart += 1) {
      await harness.passMinutes(1, [harness.runner(deps)]);
      harness.passMs(5_000);
    }
    const held = (await harness.linesOf(bot)).map(({ message }) => message);
    assert.deepEqual(
      held.filter((message) => message.startsWith('held')),
      ['held 0', 'held 0.01', 'held 0.01', 'held 0.01'],
    );
    assert.equal(sent.length, 1);
  });
});

suite('fills that were counted twice', () => {
  test('nautechsystems/nautilus_trader#3493: a fill shown again counts once', async () => {
    const repeating = await scenarioHarness((exchange) => ({
      ...exchange,
      // Every page begins from the first fill.
      async fetchFills(account, marketTags, cursor, limit) {
        const page = await exchange.fetchFills(account, marketTags, null, limit);
        return { ...page, cursor: page.cursor ?? cursor };
      },
    }));
    const { harness, deps, fills } = repeating;
    const bot = await harness.start(EACH_MINUTE);
    await harness.passMinutes(3, [harness.runner(deps)]);
    harness.passMs(5_000);
    await harness.passMinutes(3, [harness.runner(deps)]);
    const { orders } = await liveRun(harness, bot, 6);
    const known = (await fills()).slice(0, -1).map(({ amount }) => amount);
    assert.equal(sum(orders.map(({ filledAmount }) => filledAmount)), sum(known));
    assert.ok(orders.every(({ filledAmount, amount }) => filledAmount <= amount));
  });
});

suite('stops that vanished', () => {
  const GUARDED = once(`
    PlaceBuyOrder(price, 0.01, {type = MarketOrderType})
    PlaceSellOrder(price * 0.9995, 0.01, {type = StopMarketOrderType})`);

  for (const [what, change] of [
    ['that the exchange keeps', undefined],
    ['that waits with us', plainExchange],
  ] as const)
    test(`Drakkar-Software/OctoBot#3190: a stop ${what} outlives restarts`, async () => {
      const { harness, deps, fills } = await scenarioHarness(change);
      const bot = await harness.start(GUARDED);
      for (let restart = 0; restart < 20; restart += 1) {
        await harness.passMinutes(3, [harness.runner(deps)]);
        harness.passMs(5_000);
      }
      const orders = await harness.ordersOf(bot);
      assert.deepEqual(
        orders.map(({ type, state }) => [type, state]),
        [
          ['market', 'filled'],
          ['stop_market', 'filled'],
        ],
      );
      assert.deepEqual(
        (await fills()).map(({ side }) => side),
        ['buy', 'sell'],
      );
    });
});

suite('books that were written twice', () => {
  test('OpenByteInc/QuantDinger#231: a restart books nothing again', async () => {
    const { harness, deps, exchange, failPlacing } = await scenarioHarness();
    const bot = await harness.start(EACH_MINUTE);
    for (let minute = 0; minute < 7; minute += 1) {
      if (minute === 3) failPlacing({ kind: 'lost_response' });
      await harness.passMinutes(1, [harness.runner(deps)]);
      await reconcileAccount(deps, { account: harness.spot, exchange });
      harness.passMs(5_000);
    }
    const { fills } = await harness.sim.sim.fetchFills(harness.spot, [], null, 99);
    assert.equal(new Set(fills.map(({ fillId }) => fillId)).size, fills.length);
    assert.deepEqual(await auditLedger(harness.sim.store, harness.spot.accountId), []);
    // Three times bought and sold; of the seventh order the bot is described in the next minute.
    const gained = fills.slice(0, 6).map(({ side, price, amount, fee }) => {
      const value = multiplyDecimal(price, amount, 'half_even');
      return subtractDecimal(side === 'sell' ? value : (-value as Decimal), fee);
    });
    const now = await harness.find(bot);
    assert.equal(formatDecimal(now.realizedProfit), sum(gained));
  });
});
