// Stops that come with their entry by one request: at the exchange whatever happens to the service
// between the two, never sent again, and known to the bot as its own.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import type { Exchange, VenueRejection } from '#venue-port/exchange/exchange.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { attachingExchange } from '#services/live/orders/attaching-exchange.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';
import { replayRun } from '#services/live/run/replay-run.ts';

const SMALLER = decimal('0.004');
const MARKET_TAG = 'SIM_BTC_USDT_PERP';

/** Goes long in the first minute, with a stop at this share of the price. */
const longWithStop = (share: number, more = '', stopAmount = 0.01): string => `
  if Load('requested', false) then ${more} return end
  Save('requested', true)
  local price = CurrentPrice().close
  PlaceGoLongOrder(price, 0.01, {type = MarketOrderType})
  Save('stop', PlaceExitLongOrder(price * ${share}, ${stopAmount}, {type = StopMarketOrderType}))`;

function attaching(harness: BotHarness) {
  const sent: string[] = [];
  const attachingSim = attachingExchange(harness.sim.exchange);
  const exchange: Exchange = {
    ...attachingSim,
    placeOrder(account, order) {
      const { attachedStop, isAttached } = order.terms;
      const withStop = attachedStop === undefined ? '' : ' with its stop';
      const looked = isAttached === true ? ' looked up' : '';
      sent.push(`${order.side} ${order.type} ${formatDecimal(order.amount)}${withStop}${looked}`);
      return attachingSim.placeOrder(account, order);
    },
  };
  return { exchange, sent, deps: { ...harness.deps, exchanges: exchangeRegistry([exchange]) } };
}

async function startBot(harness: BotHarness, script: string): Promise<Bot> {
  const { accountId } = harness.futures;
  const settings = { ...UNCHOSEN_SETTINGS, stops: 'exchange' } as const;
  return harness.start(script, { accountId, marketTag: MARKET_TAG, settings });
}

async function passMinutes(harness: BotHarness, deps: BotHarness['deps'], minutes: number) {
  for (let passed = 0; passed < minutes; passed += 1) {
    const runner = harness.runner(deps);
    await harness.passMinutes(1, [runner]);
    harness.passMs(5_000);
    await runner.tick();
    await runner.close();
  }
}

async function ordersOf(harness: BotHarness, bot: Bot): Promise<readonly string[]> {
  return (await harness.ordersOf(bot)).map(
    ({ type, state, terms }) => `${type} ${state} ${terms.heldBy}`,
  );
}

async function difference({ deps, runs, store }: BotHarness, { userId, botId }: Bot, used: object) {
  const ports = { ...deps, bots: store, botRuns: runs, ...used };
  const replayed = await replayRun(ports, { userId, botId });
  assert.ok(replayed.ok);
  return replayed.value.difference;
}

suite('a stop that comes with its entry', () => {
  test('is at the exchange with it, and is looked up instead of being sent', async () => {
    const harness = await botHarness();
    const { deps, exchange, sent } = attaching(harness);
    const bot = await startBot(harness, longWithStop(0.5));
    await passMinutes(harness, deps, 2);
    assert.deepEqual(sent, ['buy market 0.01 with its stop', 'sell stop_market 0.01 looked up']);
    const open = await exchange.fetchOpenOrders(harness.futures);
    assert.deepEqual(
      open.map(({ type, terms }) => [type, terms.isReduceOnly]),
      [['stop_market', true]],
    );
    const [entry, stop] = await harness.ordersOf(bot);
    assert.equal(stop?.venueOrderId, open[0]?.venueOrderId);
    assert.equal(stop?.clientOrderId.slice(0, -1), entry?.clientOrderId.slice(0, -1));
    assert.deepEqual(await ordersOf(harness, bot), [
      'market filled exchange',
      'stop_market open exchange',
    ]);
    assert.equal(await difference(harness, bot, deps), null);
  });

  test('ends the position of its bot where it fills', async () => {
    const harness = await botHarness();
    const { deps, exchange } = attaching(harness);
    const bot = await startBot(harness, longWithStop(0.9998));
    for (let round = 0; round < 12; round += 1) await passMinutes(harness, deps, 4);
    assert.deepEqual(await exchange.fetchPositions(harness.futures), []);
    assert.equal((await ordersOf(harness, bot))[1], 'stop_market filled exchange');
    assert.equal(await difference(harness, bot, deps), null);
  });

  test('is cancelled at the exchange when its script no longer wants it', async () => {
    const harness = await botHarness();
    const { deps, exchange } = attaching(harness);
    const bot = await startBot(harness, longWithStop(0.5, "CancelOrder(Load('stop'))"));
    await passMinutes(harness, deps, 4);
    assert.deepEqual(await exchange.fetchOpenOrders(harness.futures), []);
    assert.equal((await ordersOf(harness, bot))[1], 'stop_market cancelled exchange');
  });

  test('is one of the same amount: another is sent once the entry has filled', async () => {
    const harness = await botHarness();
    const { deps, sent } = attaching(harness);
    await startBot(harness, longWithStop(0.5, '', 0.005));
    await passMinutes(harness, deps, 2);
    assert.deepEqual(sent, ['buy market 0.01', 'sell stop_market 0.005']);
  });

  test('goes with its entry where the exchange refuses that', async () => {
    const harness = await botHarness();
    const { deps, exchange, sent } = attaching(harness);
    const refusing: Exchange = {
      ...exchange,
      async placeOrder(account, order) {
        await exchange.placeOrder(account, { ...order, amount: ZERO });
        return rejected<VenueRejection>({ code: 'order_rejected', detail: 'Too far (1).' });
      },
    };
    const used = { ...deps, exchanges: exchangeRegistry([refusing]) };
    const bot = await startBot(harness, longWithStop(0.5));
    await passMinutes(harness, used, 3);
    assert.deepEqual(sent, ['buy market 0 with its stop']);
    assert.deepEqual(await ordersOf(harness, bot), ['market rejected exchange']);
    assert.equal(await difference(harness, bot, used), null);
  });

  test('is of what its entry filled, where that was less', async () => {
    const harness = await botHarness();
    const { deps, exchange } = attaching(harness);
    const lessening: Exchange = {
      ...exchange,
      async placeOrder(account, order) {
        const isEntry = order.terms.attachedStop !== undefined;
        return exchange.placeOrder(account, isEntry ? { ...order, amount: SMALLER } : order);
      },
    };
    const used = { ...deps, exchanges: exchangeRegistry([lessening]) };
    const bot = await startBot(harness, longWithStop(0.5));
    await passMinutes(harness, used, 3);
    assert.deepEqual(await ordersOf(harness, bot), [
      'market cancelled exchange',
      'stop_market open exchange',
    ]);
    const [, stop] = await harness.ordersOf(bot);
    assert.equal(stop?.amount, SMALLER);
    assert.equal((await exchange.fetchOpenOrders(harness.futures)).length, 1);
    assert.equal(await difference(harness, bot, used), null);
  });

  test('is watched by the service where the exchange does not have it after all', async () => {
    const harness = await botHarness();
    const { deps, exchange } = attaching(harness);
    const bot = await startBot(harness, longWithStop(0.5));
    const losing: Exchange = {
      ...exchange,
      async placeOrder(account, { terms: { attachedStop: _dropped, ...terms }, ...order }) {
        return exchange.placeOrder(account, { ...order, terms });
      },
    };
    const used = { ...deps, exchanges: exchangeRegistry([losing]) };
    await passMinutes(harness, used, 1);
    const at = { account: harness.futures, exchange: losing };
    for (let minute = 0; minute < 4; minute += 1) {
      await reconcileAccount(used, at);
      await passMinutes(harness, used, 1);
    }
    assert.deepEqual((await ordersOf(harness, bot)).slice(1), [
      'stop_market unplaced exchange',
      'stop_market open service',
    ]);
  });
});
