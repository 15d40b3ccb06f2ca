// Inputs of running bots: each reaches its bot once, at once, and is an input of the run from which
// it can be made again.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, LISTENER } from '#services/live/runner/bot-harness.fixture.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

function signal(action: string, changes: Partial<BotInput> = {}): BotInput {
  return {
    kind: 'signal',
    name: 'go',
    action,
    signalAtMs: 1,
    payload: null,
    ...changes,
  } as BotInput;
}

async function send(harness: BotHarness, bot: Bot, ...inputs: readonly BotInput[]): Promise<void> {
  const deliveries = inputs.map((input) => ({ botId: bot.botId, input }));
  const got = await harness.inbox.send(deliveries, harness.sim.nowMs(), null);
  assert.deepEqual(got, [bot.botId]);
}

/** Lets the bots get what waits for them, and act on it. */
async function receive(runner: BotRunner): Promise<void> {
  await runner.receive();
  await runner.settled();
}

async function sides(harness: BotHarness, bot: Bot): Promise<readonly string[]> {
  return (await harness.ordersOf(bot)).map(({ side, state }) => `${side} ${state}`);
}

async function messages(harness: BotHarness, bot: Bot): Promise<readonly string[]> {
  return (await harness.linesOf(bot)).map(({ message }) => message);
}

/** A bot that has run for two minutes; it is now half a minute after the last close. */
async function started(source: string) {
  const harness = await botHarness();
  const runner = harness.runner();
  const bot = await harness.start(source);
  await harness.passMinutes(2, [runner]);
  harness.passMs(MINUTE_MS / 2);
  await runner.renew();
  await runner.tick();
  return { harness, runner, bot };
}

async function passSecond(harness: BotHarness, runner: BotRunner): Promise<void> {
  harness.passMs(1_000);
  await runner.renew();
  await runner.tick();
}

async function fillsDelivered(harness: BotHarness, { botId, activation }: Bot): Promise<number> {
  const events = await harness.runs.listEvents(botId, activation);
  return events.filter((event) => event.includes('"kind":"filled"')).length;
}

/** A process that takes over when the lease has run out, in the same minute. */
async function takenOver(harness: BotHarness): Promise<BotRunner> {
  harness.passMs(5_000);
  const next = harness.runner();
  await next.renew();
  await next.tick();
  return next;
}

suite('a signal', () => {
  test('updates a script at once, and its order is of that instant', async () => {
    const { harness, runner, bot } = await started(LISTENER);
    await send(harness, bot, signal('long'));
    await receive(runner);
    const [order] = await harness.ordersOf(bot);
    assert.equal(order?.state, 'filled');
    assert.equal(order.placedAtMs, harness.sim.nowMs());
    await receive(runner);
    await harness.passMinutes(1, [runner]);
    assert.deepEqual(await sides(harness, bot), ['buy filled']);
  });

  test('is seen by one update, each of several', async () => {
    const source = 'if GetRemoteSignal("go") ~= SignalNone then Log(GetRemoteSignal("go")) end';
    const { harness, runner, bot } = await started(source);
    await send(harness, bot, signal('exit_long'), signal('buy'));
    await receive(runner);
    await send(harness, bot, signal('sell'));
    await harness.passMinutes(2, [runner]);
    await receive(runner);
    assert.equal((await messages(harness, bot)).length, 3);
  });

  test('is reported for itself, in order, however many came at once', async () => {
    const source = `
      local hook = GetWebHookSignal("go")
      if hook then Log(hook.number .. " at " .. hook.webhook_received_at) end`;
    const { harness, runner, bot } = await started(source);
    const numbers = [1, 2, 3, 4, 5];
    const sent = numbers.map((number) => signal('', { payload: { number } }));
    await send(harness, bot, ...sent);
    await receive(runner);
    const atSeconds = Math.floor(harness.sim.nowMs() / 1_000);
    const expected = numbers.map((number) => `${number} at ${atSeconds}`);
    assert.deepEqual((await messages(harness, bot)).toReversed(), expected.toReversed());
  });

  test('of a buy and an exit that came at once, both are carried out', async () => {
    const source = `
      local action = GetRemoteSignal("go")
      local price = CurrentPrice().close
      if action == SignalLong then PlaceBuyOrder(price, 0.001, {type = MarketOrderType})
      elseif action == SignalExitLong and LongAmount() > 0 then
        PlaceSellOrder(price, LongAmount(), {type = MarketOrderType})
      end`;
    const { harness, runner, bot } = await started(source);
    await send(harness, bot, signal('long'), signal('exit_long'));
    await receive(runner);
    for (let second = 0; second < 3; second += 1) await passSecond(harness, runner);
    assert.deepEqual(await sides(harness, bot), ['buy filled', 'sell filled']);
  });

  test('shows what it led to at once; the last of several does after ten seconds', async () => {
    const { harness, runner, bot } = await started(LISTENER);
    const act = async (action: string): Promise<void> => {
      await send(harness, bot, signal(action));
      await receive(runner);
      await passSecond(harness, runner);
    };
    await act('long');
    assert.equal(await fillsDelivered(harness, bot), 1);
    await act('short');
    await act('long');
    assert.equal(await fillsDelivered(harness, bot), 2);
    for (let second = 0; second < 10; second += 1) await passSecond(harness, runner);
    assert.equal(await fillsDelivered(harness, bot), 3);
  });

  test('gets in between the minutes of many others, which begin on ticks meanwhile', async () => {
    const harness = await botHarness();
    const pauses: number[] = [];
    const pause = async (durationMs: number): Promise<void> => void pauses.push(durationMs);
    const runner = harness.runner({}, { pause });
    const bots = [await harness.start(LISTENER)];
    while (bots.length < 40) bots.push(await harness.start("Log('ran')"));
    await harness.passMinutes(1, [runner]);
    assert.deepEqual(pauses, []);
    harness.passMs(59_400);
    await runner.renew();
    await send(harness, present(bots[0], 'it was started'), signal('long'));
    await receive(runner);
    await harness.passMinutes(1, [runner]);
    assert.deepEqual(pauses, [40, 40, 40]);
    for (const bot of bots.slice(1)) assert.deepEqual(await messages(harness, bot), ['ran', 'ran']);
  });

  test('may carry more than an action', async () => {
    const source = `
      local hook = GetWebHookSignal("go")
      if hook then Log(hook.text .. " " .. hook.list[2] .. " " .. hook.webhook_received_at) end`;
    const { harness, runner, bot } = await started(source);
    await send(harness, bot, signal('', { payload: { text: 'hello', list: [1, 7] } }));
    await receive(runner);
    const atSeconds = Math.floor(harness.sim.nowMs() / 1_000);
    assert.deepEqual(await messages(harness, bot), [`hello 7 ${atSeconds}`]);
  });

  test('that came while nobody ran the bot waits for who runs it next', async () => {
    const { harness, runner, bot } = await started(LISTENER);
    await runner.close();
    await send(harness, bot, signal('long'));
    const next = await takenOver(harness);
    await receive(next);
    assert.deepEqual(await sides(harness, bot), ['buy filled']);
  });

  test('is part of the run that another process makes again', async () => {
    const { harness, runner, bot } = await started(LISTENER);
    await send(harness, bot, signal('long'));
    await receive(runner);
    const next = await takenOver(harness);
    await send(harness, bot, signal('short'));
    await receive(next);
    const last = await takenOver(harness);
    await harness.passMinutes(2, [last]);
    assert.ok((await harness.find(bot)).isActivated);
    assert.deepEqual(await sides(harness, bot), ['buy filled', 'sell filled']);
  });

  test('is acted on once when the response to the step that took it in was lost', async () => {
    const { harness, bot } = await started(LISTENER);
    let isLost = true;
    const runs = {
      ...harness.runs,
      commitSteps: async (...given: Parameters<typeof harness.runs.commitSteps>) => {
        const outcomes = await harness.runs.commitSteps(...given);
        if (isLost && given[0][0]?.step.taken.length === 1) {
          isLost = false;
          throw new OutcomeUnknown('the connection was lost');
        }
        return outcomes;
      },
    };
    harness.passMs(5_000);
    const runner = harness.runner({ runs });
    await runner.renew();
    await runner.tick();
    await send(harness, bot, signal('long'));
    await receive(runner);
    assert.deepEqual(await sides(harness, bot), ['buy pending']);
    harness.passMs(2_500);
    await runner.renew();
    await runner.tick();
    await receive(runner);
    assert.equal(isLost, false);
    assert.deepEqual(await sides(harness, bot), ['buy filled']);
  });

  test('reaches a paused bot, whose minutes are passed over, and may wake it', async () => {
    const source = `
      if GetRemoteSignal("go") == SignalLong then ResumeBot() Log("woken " .. CurrentMinute())
      elseif not IsBotPaused() then Log("minute " .. CurrentMinute()) PauseBot() end`;
    const { harness, runner, bot } = await started(source);
    assert.equal((await harness.find(bot)).isPaused, true);
    await harness.passMinutes(3, [runner]);
    assert.equal((await messages(harness, bot)).length, 1);
    await send(harness, bot, signal('long'));
    await receive(runner);
    assert.equal((await harness.find(bot)).isPaused, false);
    const next = await takenOver(harness);
    await harness.passMinutes(1, [next]);
    const written = await messages(harness, bot);
    const minute = new Date(harness.sim.nowMs()).getUTCMinutes();
    assert.deepEqual(written.slice(1), [`woken ${minute - 1}`, `minute ${minute}`]);
  });

  test('pauses a bot and has it go on, without updating its script', async () => {
    const { harness, runner, bot } = await started('Log("minute " .. CurrentMinute())');
    const before = (await messages(harness, bot)).length;
    await send(harness, bot, { kind: 'switched', isPaused: true });
    await receive(runner);
    assert.equal((await harness.find(bot)).isPaused, true);
    await harness.passMinutes(3, [runner]);
    const next = await takenOver(harness);
    await harness.passMinutes(1, [next]);
    assert.equal((await messages(harness, bot)).length, before);
    await send(harness, bot, { kind: 'switched', isPaused: false });
    await receive(next);
    assert.equal((await harness.find(bot)).isPaused, false);
    assert.equal((await messages(harness, bot)).length, before);
    await harness.passMinutes(1, [next]);
    const minute = new Date(harness.sim.nowMs()).getUTCMinutes();
    assert.deepEqual((await messages(harness, bot)).slice(before), [`minute ${minute}`]);
  });

  test('to a bot that was stopped goes nowhere', async () => {
    const { harness, runner, bot } = await started(LISTENER);
    await send(harness, bot, signal('long'));
    await harness.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await receive(runner);
    assert.deepEqual(await sides(harness, bot), []);
  });
});
