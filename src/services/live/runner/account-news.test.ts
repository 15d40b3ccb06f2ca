// Announcements of a venue's stream reach a bot at once, although only what is read is recorded.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { AccountNews, Exchange, VenueFill } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';

/** Buys, and leaves a sale at a little more; says how often it ran. */
const LADDER = `
  Log('run')
  if Load('requested', false) then return end
  Save('requested', true)
  local price = CurrentPrice().close
  PlaceBuyOrder(price, 0.01, {type = MarketOrderType})
  PlaceSellOrder(price * 1.0004, 0.01, {type = NoTimeOutOrderType})`;

type Watcher = (news: AccountNews) => void;

/** A bot whose sale has filled, of which nobody knows yet. */
async function soldHarness(source: string) {
  const harness = await botHarness();
  const { exchange: plain } = harness.sim;
  const watchers = new Set<Watcher>();
  let isLate = false;
  const calls: string[] = [];
  const exchange: Exchange = {
    ...plain,
    code: 'sim',
    promises: { ...plain.promises, news: 'all' },
    async watchAccount(_account, onNews, signal) {
      watchers.add(onNews);
      signal.addEventListener('abort', () => watchers.delete(onNews), { once: true });
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
    async fetchFills(...question) {
      calls.push('fills');
      const page = await plain.fetchFills(...question);
      return isLate ? { fills: [], cursor: question[2] } : page;
    },
  };
  const runner = harness.runner({ exchanges: exchangeRegistry([exchange]) });
  const bot = await harness.start(source);
  await harness.passMinutes(1, [runner]);
  // What its orders came to is polled.
  await runner.tick();
  await runner.settled();
  const [, sale] = await harness.ordersOf(bot);
  const { clientOrderId } = present(sale, 'it sells');
  const fill = await fillOf(harness, runner, clientOrderId);
  calls.length = 0;
  return {
    harness,
    runner,
    bot,
    fill,
    watchers,
    calls,
    /** Whether lists lack what the stream has. */
    setLate: (late: boolean): void => {
      isLate = late;
    },
    say: async (news: AccountNews): Promise<void> => {
      for (const watcher of watchers) watcher(news);
      await runner.settled();
    },
    positions: async () => (await harness.runs.findPositions(bot.botId))?.positions,
    lines: async () => (await harness.linesOf(bot)).map(({ message }) => message),
  };
}

/** Lets time pass until the order has filled. */
async function fillOf(
  { sim, spot }: BotHarness,
  runner: BotRunner,
  clientOrderId: string,
): Promise<VenueFill> {
  for (;;) {
    sim.setNowMs(sim.nowMs() + 1_000);
    await sim.settleDue();
    await runner.renew();
    const { fills } = await sim.sim.fetchFills(spot, ['SIM_BTC_USDT'], null, 100);
    const found = fills.find((each) => each.clientOrderId === clientOrderId);
    if (found !== undefined) return found;
  }
}

suite('a fill that the venue announces', () => {
  test('is in the positions of its bot before the next tick', async () => {
    const { say, fill, positions, lines } = await soldHarness(LADDER);
    assert.notEqual(await positions(), '[]');
    await say({ kind: 'fill', fill });
    assert.equal(await positions(), '[]');
    assert.match((await lines()).join('; '), /^run; .*bought 0\.01 .*; order o2 sold 0\.01 /);
  });

  test('updates a script that follows fills', async () => {
    const { say, fill, lines } = await soldHarness(`EnableHighSpeedUpdates(true) ${LADDER}`);
    const runs = async () => (await lines()).filter((line) => line === 'run').length;
    const before = await runs();
    await say({ kind: 'fill', fill });
    assert.equal(await runs(), before + 1);
  });

  test('is looked for until the lists show it, and less often as time passes', async () => {
    const { say, fill, positions, setLate, harness, runner, calls } = await soldHarness(LADDER);
    setLate(true);
    await say({ kind: 'fill', fill });
    assert.notEqual(await positions(), '[]');
    calls.length = 0;
    const pass = async (durationMs: number) => {
      harness.passMs(durationMs);
      await runner.renew();
      await runner.tick();
    };
    for (let passedMs = 0; passedMs < 8_000; passedMs += 250) await pass(250);
    assert(calls.length >= 4 && calls.length <= 8, `${calls.length} times`);
    setLate(false);
    for (let passedMs = 0; passedMs < 8_000; passedMs += 250) await pass(250);
    assert.equal(await positions(), '[]');
  });

  test('is not looked for again when the lists have shown it before', async () => {
    const { say, fill, harness, runner, calls } = await soldHarness(LADDER);
    await say({ kind: 'fill', fill });
    await say({ kind: 'fill', fill });
    calls.length = 0;
    for (let passedMs = 0; passedMs < 5_000; passedMs += 250) {
      harness.passMs(250);
      await runner.renew();
    }
    await runner.tick();
    await runner.tick();
    assert(calls.length <= 1, `${calls.length} times`);
  });

  test('of another order of the account concerns no bot', async () => {
    const { say, fill, calls } = await soldHarness(LADDER);
    await say({ kind: 'fill', fill: { ...fill, clientOrderId: 'somebody-elses' } });
    assert.deepEqual(calls, []);
  });
});

suite('a stream that is connected again', () => {
  test('has its bots read everything', async () => {
    const { say, positions } = await soldHarness(LADDER);
    await say({ kind: 'disconnected' });
    assert.notEqual(await positions(), '[]');
    await say({ kind: 'connected' });
    assert.equal(await positions(), '[]');
  });
});

suite('an account', () => {
  test('is watched once for all of its bots, and until the last of them stops', async () => {
    const { harness, runner, bot, watchers } = await soldHarness(LADDER);
    const other = await harness.start("Log('other')");
    await harness.passMinutes(1, [runner]);
    assert.equal(watchers.size, 1);
    for (const each of [bot, other]) {
      await harness.store.deactivateBot(each.userId, each.botId, 1_800_000_000_000);
      assert.equal(watchers.size, 1);
      runner.noteChange();
      await harness.passMinutes(2, [runner]);
    }
    assert.equal(watchers.size, 0);
  });

  test('is no longer watched by a process that ends', async () => {
    const { runner, watchers } = await soldHarness(LADDER);
    await runner.close();
    assert.equal(watchers.size, 0);
  });
});
