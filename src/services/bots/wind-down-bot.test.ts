// Winding down of what a stopped bot leaves at its exchange, and that its run hears of it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { listBotPositions } from '#services/bots/inspect-bot.ts';
import { deleteBot, stopBot } from '#services/bots/stop-bot.ts';
import type { WindDown } from '#services/bots/wind-down-bot.ts';

/** Buys or sells, and leaves an order far from the market. */
const LADDER = `
  if Load('requested', false) then return end
  Save('requested', true)
  local price = CurrentPrice().close
  PlaceBuyOrder(price, 0.01, {type = MarketOrderType})
  PlaceBuyOrder(price * 0.5, 0.01, {type = NoTimeOutOrderType})`;

const SHORT = `
  if Load('requested', false) then return end
  Save('requested', true)
  PlaceGoShortOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})`;

/** Sells what was in the wallet before it. */
const SELLS = `
  if Load('requested', false) then return end
  Save('requested', true)
  PlaceSellOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})`;

function depsOf(harness: BotHarness) {
  return { ...harness.deps, bots: harness.store, botRuns: harness.runs };
}

async function started(source: string, marketTag = 'SIM_BTC_USDT') {
  const harness = await botHarness();
  const runner = harness.runner();
  const { accountId } = marketTag.endsWith('_PERP') ? harness.futures : harness.spot;
  const bot = await harness.start(source, { accountId, marketTag });
  await harness.passMinutes(2, [runner]);
  const passSeconds = async (count: number): Promise<void> => {
    for (let passed = 0; passed < count; passed += 1) {
      harness.passMs(1_000);
      runner.noteChange();
      await runner.renew();
      await runner.tick();
    }
  };
  const stop = (windDown: WindDown) => stopBot(depsOf(harness), { ...bot, windDown });
  return { harness, runner, bot, passSeconds, stop };
}

async function statesOf(harness: BotHarness, bot: Bot) {
  return (await harness.ordersOf(bot)).map(({ side, state }) => `${side} ${state}`);
}

async function base({ sim, spot }: BotHarness) {
  const { balances } = await sim.exchange.fetchBalances(spot);
  return present(
    balances.find(({ currency }) => currency === 'BTC'),
    'the account has it',
  );
}

suite('a bot that is stopped', () => {
  test('leaves its orders unless stated otherwise', async () => {
    const { harness, bot, stop } = await started(LADDER);
    assert.ok((await stop({ cancelsOrders: false, closesPositions: false })).ok);
    assert.deepEqual(await statesOf(harness, bot), ['buy filled', 'buy open']);
    assert.equal((await harness.find(bot)).startsAnew, false);
  });

  test('has its orders cancelled, and its run hears of it', async () => {
    const { harness, bot, stop, passSeconds } = await started(LADDER);
    assert.ok((await stop({ cancelsOrders: true, closesPositions: false })).ok);
    assert.deepEqual(await statesOf(harness, bot), ['buy filled', 'buy cancelled']);
    await passSeconds(2);
    const lines = (await harness.linesOf(bot)).map(({ message }) => message).join('\n');
    assert.match(lines, /order o2 .*cancelled/);
    assert.match((await harness.runs.findPositions(bot.botId))?.positions ?? '', /"long"/);
  });

  test('has what it bought sold, and counts it', async () => {
    const { harness, bot, stop, passSeconds, runner } = await started(LADDER);
    const before = (await base(harness)).total;
    assert.ok((await stop({ cancelsOrders: false, closesPositions: true })).ok);
    assert.deepEqual(await statesOf(harness, bot), ['buy filled', 'buy cancelled', 'sell filled']);
    assert.equal(before - (await base(harness)).total, decimal('0.01'));
    await passSeconds(2);
    const line = (await harness.linesOf(bot)).find(({ message }) => message.includes('sold'));
    assert.match(line?.message ?? '', /^sold 0\.01 at \S+ to close what the stopped bot held$/);
    assert.equal(line?.severity, 'trade');
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
    const now = await harness.find(bot);
    assert.deepEqual([now.isActivated, now.stopReason, now.unrealizedProfit], [false, null, ZERO]);
    assert.notEqual(now.realizedProfit, ZERO);
    await passSeconds(2);
    assert.equal(runner.figures().runningCount, 0);
  });

  test('sells once, however often it is asked to', async () => {
    const { harness, bot, stop } = await started(LADDER);
    for (let count = 0; count < 3; count += 1)
      assert.ok((await stop({ cancelsOrders: true, closesPositions: true })).ok);
    assert.deepEqual(await statesOf(harness, bot), ['buy filled', 'buy cancelled', 'sell filled']);
  });

  test('buys back what it was short of', async () => {
    const { harness, bot, stop, passSeconds } = await started(SHORT, 'SIM_BTC_USDT_PERP');
    assert.deepEqual(await statesOf(harness, bot), ['sell filled']);
    assert.ok((await stop({ cancelsOrders: false, closesPositions: true })).ok);
    assert.deepEqual(await statesOf(harness, bot), ['sell filled', 'buy filled']);
    assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
    await passSeconds(2);
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
  });

  test('has what a remembered list of fills is without sold too', async () => {
    const harness = await botHarness();
    const [exchange] = harness.deps.exchanges.list() as [Exchange];
    const { accountId } = harness.spot;
    const remembering: Exchange = {
      ...exchange,
      async fetchFills(account, tags, cursor, limit, sinceMs, isFresh = false) {
        if (!isFresh) return { fills: [], cursor };
        return exchange.fetchFills(account, tags, cursor, limit, sinceMs);
      },
    };
    const exchanges = exchangeRegistry([remembering]);
    const bot = await harness.start(LADDER, { accountId, marketTag: 'SIM_BTC_USDT' });
    await harness.passMinutes(2, [harness.runner({ exchanges })]);
    const windDown = { cancelsOrders: true, closesPositions: true };
    assert.ok((await stopBot({ ...depsOf(harness), exchanges }, { ...bot, windDown })).ok);
    assert.deepEqual(await statesOf(harness, bot), ['buy filled', 'buy cancelled', 'sell filled']);
  });

  test('buys nothing on spot for what it sold out of the wallet', async () => {
    const { harness, bot, stop } = await started(SELLS);
    assert.deepEqual(await statesOf(harness, bot), ['sell filled']);
    assert.ok((await stop({ cancelsOrders: false, closesPositions: true })).ok);
    assert.deepEqual(await statesOf(harness, bot), ['sell filled']);
  });
});

/** The exchange takes no order for more than 0.004. */
function withMost(harness: BotHarness, changes: Partial<Exchange> = {}) {
  const [exchange] = harness.deps.exchanges.list() as [Exchange];
  const small: Exchange = {
    ...exchange,
    async listMarkets() {
      const markets = await exchange.listMarkets();
      return markets.map((market) => ({ ...market, maxOrderAmount: decimal('0.004') }));
    },
    ...changes,
  };
  return { ...depsOf(harness), exchanges: exchangeRegistry([small]) };
}

async function amountsOf(harness: BotHarness, bot: Bot, closes: 'buy' | 'sell') {
  const orders = (await harness.ordersOf(bot)).filter(({ side }) => side === closes);
  return orders.map(({ amount, state }) => `${formatDecimal(amount)} ${state}`);
}

suite('a position above the most of one order', () => {
  const CLOSES = { cancelsOrders: true, closesPositions: true };

  test('is closed by several, and the run hears of each', async () => {
    const { harness, bot, passSeconds } = await started(SHORT, 'SIM_BTC_USDT_PERP');
    assert.ok((await stopBot(withMost(harness), { ...bot, windDown: CLOSES })).ok);
    const sent = await amountsOf(harness, bot, 'buy');
    assert.deepEqual(sent, ['0.004 filled', '0.004 filled', '0.002 filled']);
    assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
    await passSeconds(2);
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
    assert.equal((await harness.runs.listClosedPositions(bot.botId, null, 10)).length, 1);
  });

  test('is sold by several on spot', async () => {
    const { harness, bot } = await started(LADDER);
    assert.ok((await stopBot(withMost(harness), { ...bot, windDown: CLOSES })).ok);
    const sent = await amountsOf(harness, bot, 'sell');
    assert.deepEqual(sent, ['0.004 filled', '0.004 filled', '0.002 filled']);
  });

  test('is closed whole by the next request when the first one failed between orders', async () => {
    const { harness, bot } = await started(SHORT, 'SIM_BTC_USDT_PERP');
    let sentCount = 0;
    const [exchange] = harness.deps.exchanges.list() as [Exchange];
    const failing = withMost(harness, {
      async placeOrder(...request) {
        sentCount += 1;
        if (sentCount === 2) throw new Failure('unavailable', 'the exchange does not respond');
        return exchange.placeOrder(...request);
      },
    });
    await stopBot(failing, { ...bot, windDown: CLOSES }).catch(() => undefined);
    assert.notDeepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
    assert.ok((await stopBot(failing, { ...bot, windDown: CLOSES })).ok);
    assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
  });
});

suite('what is worth too little to be sold', () => {
  const windDown = { cancelsOrders: false, closesPositions: true };

  async function withTooLittle() {
    const made = await started(LADDER);
    const { harness } = made;
    const [exchange] = harness.deps.exchanges.list() as [Exchange];
    const dearer: Exchange = {
      ...exchange,
      async listMarkets() {
        const markets = await exchange.listMarkets();
        return markets.map((market) => ({ ...market, minOrderValue: decimal('5000') }));
      },
    };
    return { ...made, deps: { ...depsOf(harness), exchanges: exchangeRegistry([dearer]) } };
  }

  const reasonsOf = async (harness: BotHarness, bot: Bot) => {
    const listed = await listBotPositions(depsOf(harness), bot);
    return listed.ok ? listed.value.map(({ leftReason }) => leftReason ?? null) : null;
  };

  test('stays a position with its reason, which the log of the bot says too', async () => {
    const { harness, bot, deps, passSeconds } = await withTooLittle();
    assert.ok((await stopBot(deps, { ...bot, windDown })).ok);
    assert.deepEqual(await statesOf(harness, bot), ['buy filled', 'buy cancelled']);
    const last = (await harness.linesOf(bot)).at(-1);
    assert.match(
      last?.message ?? '',
      /^0\.\d+ on "SIM_BTC_USDT" cannot be sold: .*5000.*; it stays a position$/,
    );
    assert.equal(last?.severity, 'error');
    // Also after the run heard of what was cancelled.
    await passSeconds(2);
    assert.match((await reasonsOf(harness, bot))?.join() ?? '', /5000/);
  });

  test('has no reason any more once it can be sold, nor in another run', async () => {
    const { harness, bot, deps, passSeconds } = await withTooLittle();
    assert.ok((await stopBot(deps, { ...bot, windDown })).ok);
    await harness.restart(bot, LADDER);
    await passSeconds(2);
    assert.deepEqual(await reasonsOf(harness, bot), []);
    const again = await withTooLittle();
    assert.ok((await stopBot(again.deps, { ...again.bot, windDown })).ok);
    assert.ok((await stopBot(depsOf(again.harness), { ...again.bot, windDown })).ok);
    assert.deepEqual(await reasonsOf(again.harness, again.bot), [null]);
  });

  test('retains a bot that was to be deleted with what it holds', async () => {
    const { harness, bot, deps } = await withTooLittle();
    const refused = await deleteBot(deps, { ...bot, windDown });
    assert.match(refused.ok ? '' : (refused.rejection.detail ?? ''), /cannot be sold: .*5000/);
    assert.equal((await harness.find(bot)).isActivated, false);
    assert.match((await reasonsOf(harness, bot))?.join() ?? '', /5000/);
    const leaves = { cancelsOrders: true, closesPositions: false };
    assert.ok((await deleteBot(deps, { ...bot, windDown: leaves })).ok);
    assert.equal(await harness.store.findBot(bot.userId, bot.botId), null);
  });
});

test('what an exchange refused to close once is closed by the next request', async () => {
  const { harness, bot } = await started(SHORT, 'SIM_BTC_USDT_PERP');
  const [exchange] = harness.deps.exchanges.list() as [Exchange];
  let isBusy = true;
  const refusing: Exchange = {
    ...exchange,
    async placeOrder(...request) {
      if (!isBusy) return exchange.placeOrder(...request);
      isBusy = false;
      return rejected({ code: 'order_rejected', detail: 'Reduce-only orders are halted.' });
    },
  };
  const deps = { ...depsOf(harness), exchanges: exchangeRegistry([refusing]) };
  const stop = { ...bot, windDown: { cancelsOrders: false, closesPositions: true } };
  assert.ok((await stopBot(deps, stop)).ok);
  assert.deepEqual(await amountsOf(harness, bot, 'buy'), ['0.01 rejected']);
  assert.ok((await stopBot(deps, stop)).ok);
  assert.deepEqual(await amountsOf(harness, bot, 'buy'), ['0.01 rejected', '0.01 filled']);
  assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
});

test('a bot that is deleted may leave nothing behind', async () => {
  const { harness, bot } = await started(LADDER);
  const before = (await base(harness)).total;
  const windDown = { cancelsOrders: true, closesPositions: true };
  assert.ok((await deleteBot(depsOf(harness), { ...bot, windDown })).ok);
  assert.equal(await harness.store.findBot(bot.userId, bot.botId), null);
  assert.equal(before - (await base(harness)).total, decimal('0.01'));
  assert.deepEqual(await harness.sim.exchange.fetchOpenOrders(harness.spot), []);
});
