// State of a signal afterwards: whether the bot listens to it, and what followed from it,
// also minutes later.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, LISTENER } from '#services/live/runner/bot-harness.fixture.ts';

const TAG = 'SIM_BTC_USDT';
const SIGNAL_BOT = {
  kind: 'strategy',
  type: 'webhook',
  config: { market_tag: TAG, signal_token: 'abc', order_size: '100', order_type: 'market' },
} as const;

async function send(harness: BotHarness, bot: Bot, name: string, action: string): Promise<void> {
  const at = { signalAtMs: harness.sim.nowMs(), payload: null };
  const input: BotInput = { kind: 'signal', name, action, ...at };
  await harness.inbox.send([{ botId: bot.botId, input }], harness.sim.nowMs(), null);
}

suite('a signal bot', () => {
  test('shows the order of a signal that came before its first minute', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const bot = await harness.start(SIGNAL_BOT);
    await runner.renew();
    await runner.tick();
    await send(harness, bot, 'abc', 'buy');
    await runner.receive();
    await runner.settled();
    assert.equal(harness.effectsOf(bot)[0]?.reception, null);
    await harness.passMinutes(2, [runner]);
    const [order] = await harness.ordersOf(bot);
    const [effect] = harness.effectsOf(bot);
    assert.equal(effect?.reception, 'heard');
    assert.deepEqual(effect.orderIds, [order?.orderId]);
    assert.match(effect.messages.join('\n'), /signal "buy": enters long\norder o1 bought/);
  });

  test('says of a signal for another token that it does not listen', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const bot = await harness.start(SIGNAL_BOT);
    await harness.passMinutes(1, [runner]);
    await send(harness, bot, 'trend', 'buy');
    await runner.receive();
    await runner.settled();
    const [effect] = harness.effectsOf(bot);
    const text = 'signal "trend" (buy) was not heard: this bot listens to "abc"';
    assert.deepEqual([effect?.reception, effect?.messages], ['unheard', [text]]);
    assert.equal((await harness.linesOf(bot)).at(-1)?.message, text);
  });

  test('enters after its exit has filled, by the same signal', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const changes = { accountId: harness.futures.accountId, marketTag: `${TAG}_PERP` };
    const config = { ...SIGNAL_BOT.config, market_tag: `${TAG}_PERP`, order_size: '500' };
    const bot = await harness.start({ ...SIGNAL_BOT, config }, changes);
    await harness.passMinutes(1, [runner]);
    await send(harness, bot, 'abc', 'buy');
    await harness.passMinutes(2, [runner]);
    await runner.receive();
    await runner.settled();
    await harness.passMinutes(2, [runner]);
    await send(harness, bot, 'abc', 'sell');
    await runner.receive();
    await runner.settled();
    await harness.passMinutes(4, [runner]);
    const [, reversal] = harness.effectsOf(bot);
    const orders = (await harness.ordersOf(bot)).map(({ orderId }) => orderId);
    assert.equal(orders.length, 3);
    assert.deepEqual(reversal?.orderIds, orders.slice(1));
  });
});

suite('a bot that averages', () => {
  const AVERAGING = {
    kind: 'strategy',
    type: 'spot_dollar_cost_averaging',
    config: {
      market_tag: TAG,
      start_condition: 'signal',
      signal_token: 'abc',
      base_order_size: '100',
      averaging_order_size: '100',
      max_averaging_orders: 0,
      price_deviation_percent: 1,
      take_profit_percent: 50,
      cooldown_seconds: 240,
    },
  } as const;

  test('shows the orders of a signal that opens or closes a deal minutes later', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const bot = await harness.start(AVERAGING);
    await harness.passMinutes(1, [runner]);
    for (const action of ['buy', 'exit_position', 'buy']) {
      await send(harness, bot, 'abc', action);
      await runner.receive();
      await runner.settled();
      await harness.passMinutes(action === 'buy' ? 5 : 2, [runner]);
    }
    const orders = await harness.ordersOf(bot);
    const followed = harness.effectsOf(bot).map(({ orderIds }) => orderIds);
    assert.deepEqual(
      orders.filter(({ type }) => type === 'market').map(({ side }) => side),
      ['buy', 'sell', 'buy'],
    );
    const byMarket = orders.filter(({ type }) => type === 'market');
    assert.deepEqual(
      followed,
      byMarket.map(({ orderId }) => [orderId]),
    );
  });
});

suite('a strategy', () => {
  test('says of a word that is no action that it does nothing with it', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const bot = await harness.start(SIGNAL_BOT);
    await harness.passMinutes(1, [runner]);
    await send(harness, bot, 'abc', 'flat');
    await runner.receive();
    await runner.settled();
    const [effect] = harness.effectsOf(bot);
    assert.equal(effect?.reception, 'heard');
    assert.match(
      effect.messages.join(),
      /signal "flat" is ignored: the actions are buy, enter_long/,
    );
  });
});

suite('a script', () => {
  test('has heard what it asks for, and not what it does not', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const bot = await harness.start(LISTENER);
    await harness.passMinutes(1, [runner]);
    for (const name of ['go', 'trend']) {
      await send(harness, bot, name, 'long');
      await runner.receive();
      await runner.settled();
    }
    const effects = harness.effectsOf(bot);
    assert.deepEqual(
      effects.map(({ reception, orderIds }) => [reception, orderIds.length]),
      [
        ['heard', 1],
        ['unheard', 0],
      ],
    );
    assert.match(effects[1]?.messages.join('\n') ?? '', /requested no such signal/);
  });
});
