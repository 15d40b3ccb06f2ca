// The risk switch over an installation in memory: what becomes of bots, orders and positions.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import type { Timer } from '#venue-port/world/timer.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import type {
  StopEverythingCommand,
  StopEverythingReport,
} from '#services/risk/stop-everything.ts';
import { stopEverything } from '#services/risk/stop-everything.ts';

const NEVER: Timer = { every: () => () => undefined };

const HOLDS_SPOT = `
  if Load('done', 0) == 0 then
    Save('done', 1)
    PlaceBuyOrder(CurrentPrice().close, 0.002, {type = MarketOrderType})
  end`;

/** Rests far below the market. */
const RESTS = `
  if Load('done', 0) == 0 then
    Save('done', 1)
    PlaceBuyOrder(1000, 0.02)
  end`;

function stopAll(harness: BotHarness, changes: Partial<StopEverythingCommand> = {}, timer = NEVER) {
  const { deps, store, runs, spot } = harness;
  const command: StopEverythingCommand = {
    reach: { kind: 'user', userId: spot.userId },
    reason: 'Stopped by the risk switch.',
    cancelsOrders: false,
    closesPositions: false,
    derivationId: 'request 1',
    withinMs: null,
    ...changes,
  };
  return stopEverything({ ...deps, riskSwitch: store, bots: store, botRuns: runs, timer }, command);
}

async function workingOf(harness: BotHarness) {
  const { accountId } = harness.spot;
  return harness.store.listWorkingOrders(accountId);
}

async function placeByHand(
  harness: BotHarness,
  changes: Partial<PlaceOrderCommand> = {},
): Promise<void> {
  const { spot, deps } = harness;
  const placed = await placeOrder(deps, {
    caller: sampleCaller(spot.userId),
    accountId: spot.accountId,
    marketTag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'limit',
    price: decimal('900'),
    amount: decimal('0.02'),
    derivationId: 'by hand',
    isTakeover: false,
    completion: null,
    ...changes,
  });
  assert(placed.ok, 'the order is taken');
}

function counted({ closingCount, positionsLeftCount, isComplete }: StopEverythingReport) {
  return [closingCount, positionsLeftCount, isComplete];
}

function changedExchange(harness: BotHarness, changes: Partial<Exchange>): BotHarness {
  const [exchange] = harness.deps.exchanges.list() as [Exchange];
  const deps = { ...harness.deps, exchanges: exchangeRegistry([{ ...exchange, ...changes }]) };
  return { ...harness, deps };
}

/** A running bot that has acted for a minute, and its runner. */
async function harnessWith(script: string) {
  const harness = await botHarness();
  const bot = await harness.start(script);
  const runner = harness.runner();
  await harness.passMinutes(2, [runner]);
  return { harness, bot, runner };
}

suite('the risk switch', () => {
  test('a stopped bot orders nothing more, and its log says why', async () => {
    const { harness, bot, runner } = await harnessWith(EACH_MINUTE);
    const before = (await harness.ordersOf(bot)).length;
    assert(before > 0, 'it ordered before');
    const report = await stopAll(harness);
    assert.deepEqual(report.botIds, [bot.botId]);
    await harness.passMinutes(3, [runner]);
    assert.equal((await harness.ordersOf(bot)).length, before);
    assert.equal((await harness.find(bot)).stopReason, 'Stopped by the risk switch.');
    const messages = (await harness.linesOf(bot)).map(({ message }) => message);
    assert(messages.includes('Stopped by the risk switch.'), 'its log has the reason');
  });

  test('a step that was made before the stop is not committed after it', async () => {
    const harness = await botHarness();
    const bot = await harness.start(EACH_MINUTE);
    let isStopped = false;
    const commitSteps: typeof harness.runs.commitSteps = async (steps) => {
      if (steps.some(({ step }) => step.orders.length > 0) && !isStopped) {
        isStopped = true;
        await stopAll(harness);
      }
      return harness.runs.commitSteps(steps);
    };
    const runner = harness.runner({ runs: { ...harness.runs, commitSteps } });
    await harness.passMinutes(3, [runner]);
    assert.equal(isStopped, true);
    assert.deepEqual(await harness.ordersOf(bot), []);
  });

  test('what waits to be sent is not sent once the runner has released the bot', async () => {
    const harness = await botHarness();
    const bot = await harness.start(`
      if Load('done', 0) == 0 then
        Save('done', 1)
        for i = 1, 5 do PlaceBuyOrder(1000 + i, 0.02) end
      end`);
    let sentCount = 0;
    const [exchange] = harness.deps.exchanges.list() as [Exchange];
    const counting: Exchange = {
      ...exchange,
      async placeOrder(...request) {
        sentCount += 1;
        if (sentCount === 2) {
          await stopAll(harness);
          await runner.dropStopped();
        }
        return exchange.placeOrder(...request);
      },
    };
    const runner = harness.runner({ exchanges: exchangeRegistry([counting]) });
    await harness.passMinutes(3, [runner]);
    assert.equal((await harness.ordersOf(bot)).length, 5);
    assert.equal(sentCount, 2);
  });

  test('without being asked it leaves orders where they are', async () => {
    const { harness } = await harnessWith(RESTS);
    assert.equal((await stopAll(harness)).cancelledCount, 0);
    assert.equal((await workingOf(harness)).length, 1);
  });

  test('working orders are cancelled, those of people too', async () => {
    const { harness } = await harnessWith(RESTS);
    await placeByHand(harness);
    const report = await stopAll(harness, { cancelsOrders: true });
    const { cancelledCount, workingCount, failedAccountIds } = report;
    assert.deepEqual([cancelledCount, workingCount, failedAccountIds], [2, 0, []]);
    assert.deepEqual(await workingOf(harness), []);
    assert.deepEqual(await harness.sim.exchange.fetchOpenOrders(harness.spot), []);
  });

  test('what bots hold on spot is sold, and what was there before is retained', async () => {
    const harness = await botHarness();
    const btc = () => baseOf(harness);
    const before = await btc();
    await harness.start(HOLDS_SPOT);
    await harness.passMinutes(3, [harness.runner()]);
    assert.equal((await btc()) - before, decimal('0.002'));
    const report = await stopAll(harness, { closesPositions: true });
    assert.equal(report.closingCount, 1);
    assert.equal(await btc(), before);
  });

  test('what bots hold on spot is sold once, whoever asks for it again', async () => {
    const harness = await botHarness();
    const before = await baseOf(harness);
    await harness.start(HOLDS_SPOT);
    await harness.passMinutes(3, [harness.runner()]);
    const first = { closesPositions: true, derivationId: 'request 1' };
    const second = { closesPositions: true, derivationId: 'request 2' };
    assert.equal((await stopAll(harness, first)).closingCount, 1);
    assert.equal((await stopAll(harness, second)).closingCount, 0);
    assert.equal(await baseOf(harness), before);
  });

  test('the run of a bot hears that what it held on spot was sold', async () => {
    const { harness, bot, runner } = await harnessWith(HOLDS_SPOT);
    await stopAll(harness, { closesPositions: true });
    runner.noteChange();
    await runner.renew();
    await harness.passMinutes(2, [runner]);
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
  });

  test('the run of a bot hears that its futures position was closed', async () => {
    const { harness, bot, runner } = await harnessOfFutures();
    await stopAll(harness, { closesPositions: true });
    runner.noteChange();
    await runner.renew();
    await harness.passMinutes(2, [runner]);
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
    const orders = await harness.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ side, state, filledAmount }) => [side, state, filledAmount]),
      [
        ['buy', 'filled', decimal('0.002')],
        ['sell', 'filled', decimal('0.002')],
      ],
    );
    assert.equal((await harness.runs.listClosedPositions(bot.botId, null, 10)).length, 1);
  });

  test('a bot that stood already does not go on with what was closed', async () => {
    const { harness, bot, runner } = await harnessOfFutures();
    await harness.store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
    await stopAll(harness, { closesPositions: true });
    assert.equal((await harness.find(bot)).startsAnew, true);
    runner.noteChange();
    await runner.renew();
    await harness.passMinutes(2, [runner]);
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
  });

  test('a futures bot that is started again holds nothing, and may open a position', async () => {
    const { harness, bot, runner } = await harnessOfFutures();
    await stopAll(harness, { closesPositions: true });
    await harness.restart(
      bot,
      `Log('holds ' .. GetPositionAmount()) ${GOES_LONG.replaceAll("'done'", "'again'")}`,
    );
    runner.noteChange();
    await harness.passMinutes(3, [runner]);
    const messages = (await harness.linesOf(bot)).map(({ message }) => message);
    const said = messages.filter((message) => message.startsWith('holds'));
    assert.deepEqual(said, ['holds 0', 'holds 0.002', 'holds 0.002']);
  });

  test('what is held beside bots is closed under no name of theirs', async () => {
    const { harness, bot } = await harnessOfFutures();
    await placeByHand(harness, { ...FUTURES_ORDER, accountId: harness.futures.accountId });
    const report = await stopAll(harness, { closesPositions: true });
    assert.equal(report.closingCount, 2);
    assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
    assert.equal((await harness.ordersOf(bot)).length, 2);
  });

  test('bots that hold against each other close no more than there is', async () => {
    const { harness, runner } = await harnessOfFutures();
    const goesShort = GOES_LONG.replace('GoLong', 'GoShort').replace('0.002', '0.004');
    await harness.start(goesShort, ofFutures(harness));
    runner.noteChange();
    await harness.passMinutes(3, [runner]);
    const [net] = await harness.sim.exchange.fetchPositions(harness.futures);
    assert.deepEqual([net?.direction, net?.amount], ['short', decimal('0.002')]);
    assert.equal((await stopAll(harness, { closesPositions: true })).closingCount, 1);
    assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
  });

  test('futures positions are closed once, however often it is requested', async () => {
    const { harness, bot } = await harnessOfFutures();
    assert.equal((await harness.sim.exchange.fetchPositions(harness.futures)).length, 1);
    const report = await stopAll(harness, { closesPositions: true });
    assert.deepEqual([report.botIds, report.closingCount], [[bot.botId], 1]);
    await stopAll(harness, { closesPositions: true });
    assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
  });

  const REFUSAL = { code: 'order_rejected', detail: 'the market is busy' } as const;

  for (const [what, harnessOf] of [
    ['of a bot', harnessOfFutures],
    ['beside bots', harnessByHand],
  ] as const)
    test(`a position ${what} whose closing is refused is left to a repetition`, async () => {
      const { harness } = await harnessOf();
      const refusing = changedExchange(harness, { placeOrder: async () => rejected(REFUSAL) });
      const first = await stopAll(refusing, { closesPositions: true });
      assert.deepEqual(counted(first), [0, 1, false]);
      assert.equal((await harness.sim.exchange.fetchPositions(harness.futures)).length, 1);
      const again = await stopAll(harness, { closesPositions: true });
      assert.deepEqual(counted(again), [1, 0, true]);
      assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
    });

  test('a position too little for its market is counted and leaves nothing to do', async () => {
    const { harness } = await harnessWith(HOLDS_SPOT);
    const markets = await harness.sim.exchange.listMarkets();
    const large = markets.map((market) => ({ ...market, minOrderAmount: decimal('1') }));
    const strict = changedExchange(harness, { listMarkets: async () => large });
    assert.deepEqual(counted(await stopAll(strict, { closesPositions: true })), [0, 1, true]);
  });

  test('an account whose exchange fails is named, and the others are cleared', async () => {
    const { harness } = await harnessWith(RESTS);
    const [exchange] = harness.deps.exchanges.list() as [Exchange];
    const failing: Exchange = {
      ...exchange,
      fetchPositions: async () => {
        throw new Failure('unavailable', 'the exchange does not respond');
      },
    };
    const deps = { ...harness.deps, exchanges: exchangeRegistry([failing]) };
    const report = await stopAll({ ...harness, deps }, { closesPositions: true });
    assert.deepEqual(report.failedAccountIds, [harness.futures.accountId]);
    assert.deepEqual(await workingOf(harness), []);
  });

  test('an exchange that hangs does not keep the response', async () => {
    const { harness, bot } = await harnessWith(RESTS);
    const [exchange] = harness.deps.exchanges.list() as [Exchange];
    const hanging = Promise.withResolvers<never>();
    let endTime = (): void => undefined;
    const slow: Exchange = {
      ...exchange,
      cancelOrder() {
        endTime();
        return hanging.promise;
      },
    };
    const deps = { ...harness.deps, exchanges: exchangeRegistry([slow]) };
    const timer: Timer = {
      every(_intervalMs, run) {
        endTime = run;
        return () => undefined;
      },
    };
    const request = { cancelsOrders: true, withinMs: 1 };
    const report = await stopAll({ ...harness, deps }, request, timer);
    assert.deepEqual(report.botIds, [bot.botId]);
    assert(report.failedAccountIds.includes(harness.spot.accountId), 'it was not done');
    assert.equal(report.isComplete, false);
  });

  test('a report says what is left also where the accounts are not found in time', async () => {
    const { harness, bot } = await harnessWith(RESTS);
    let endTime = (): void => undefined;
    const listAccountsInReach = () => {
      endTime();
      return Promise.withResolvers<never>().promise;
    };
    const store = { ...harness.store, listAccountsInReach };
    const timer: Timer = {
      every(_intervalMs, run) {
        endTime = run;
        return () => undefined;
      },
    };
    const request = { cancelsOrders: true, withinMs: 1 };
    const report = await stopAll({ ...harness, store }, request, timer);
    assert.deepEqual([report.botIds, report.isComplete], [[bot.botId], false]);
    const again = await stopAll(harness, request);
    assert.deepEqual([again.cancelledCount, again.isComplete], [1, true]);
  });

  test('bots are reported as stopped where the accounts are not found', async () => {
    const { harness, bot } = await harnessWith(RESTS);
    const listAccountsInReach = async () => {
      throw new Failure('unavailable', 'the store is gone');
    };
    const store = { ...harness.store, listAccountsInReach };
    const report = await stopAll({ ...harness, store }, { closesPositions: true });
    assert.deepEqual([report.botIds, report.isComplete], [[bot.botId], false]);
  });

  test('a report of bots alone is complete', async () => {
    const { harness } = await harnessWith(RESTS);
    assert.equal((await stopAll(harness)).isComplete, true);
  });
});

async function baseOf({ sim, spot }: BotHarness) {
  const { balances } = await sim.exchange.fetchBalances(spot);
  return balances.find(({ currency }) => currency === 'BTC')?.total ?? 0n;
}

const FUTURES_TAG = 'SIM_BTC_USDT_PERP';
const GOES_LONG = HOLDS_SPOT.replace('PlaceBuyOrder', 'PlaceGoLongOrder');
const FUTURES_ORDER = {
  marketTag: FUTURES_TAG,
  type: 'market',
  price: null,
  amount: decimal('0.003'),
} as const;

function ofFutures({ futures }: BotHarness) {
  return { accountId: futures.accountId, marketTag: FUTURES_TAG };
}

/** A futures position that no bot holds. */
async function harnessByHand() {
  const harness = await botHarness();
  await placeByHand(harness, { ...FUTURES_ORDER, accountId: harness.futures.accountId });
  return { harness };
}

/** A bot that holds a futures position, and its runner. */
async function harnessOfFutures() {
  const harness = await botHarness();
  const bot = await harness.start(GOES_LONG, ofFutures(harness));
  const runner = harness.runner();
  await harness.passMinutes(3, [runner]);
  return { harness, bot, runner };
}
