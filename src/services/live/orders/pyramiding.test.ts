// A running bot with a limit of entries, which holds whoever runs the bot by then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { botWorld } from '#services/live/runner/bot-harness.fixture.ts';

const SCRIPT = `
  local count = Load('count', 0) + 1
  Save('count', count)
  local options = {type = MarketOrderType, immediately = true}
  if count == 5 then
    PlaceExitPositionOrder(options)
  else
    PlaceBuyOrder(0, 0.01, options)
  end`;

test('a bot refuses entries beyond its limit, and says so; an exit frees it', async () => {
  const world = await botWorld();
  const settings = { ...UNCHOSEN_SETTINGS, pyramiding: 2 };
  const bot = await world.start(SCRIPT, { settings });
  for (let passed = 0; passed < 8; passed += 2) {
    // A new process, which makes the run again.
    const runner = world.runner();
    await world.passMinutes(2, [runner]);
    await runner.close();
    world.passMs(5_000);
  }
  const orders = await world.ordersOf(bot);
  assert.deepEqual(
    orders.map(({ side, state }) => `${side} ${state}`),
    ['buy filled', 'buy filled', 'sell filled', 'buy filled', 'buy filled'],
  );
  const lines = (await world.linesOf(bot)).map(({ message }) => message);
  const refused = lines.filter((line) => line.includes('pyramiding allows no more entries'));
  assert.ok(refused.length >= 2, lines.join('\n'));
});
