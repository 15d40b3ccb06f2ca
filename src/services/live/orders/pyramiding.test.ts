// A running bot with a limit of entries, which holds whoever runs the bot by then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

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
  const harness = await botHarness();
  const settings = { ...UNCHOSEN_SETTINGS, pyramiding: 2 };
  const bot = await harness.start(SCRIPT, { settings });
  for (let passed = 0; passed < 8; passed += 2) {
    // A new process, which makes the run again.
    const runner = harness.runner();
    await harness.passMinutes(2, [runner]);
    await runner.close();
    harness.passMs(5_000);
  }
  const orders = await harness.ordersOf(bot);
  assert.deepEqual(
    orders.map(({ side, state }) => `${side} ${state}`),
    ['buy filled', 'buy filled', 'sell filled', 'buy filled', 'buy filled'],
  );
  const lines = (await harness.linesOf(bot)).map(({ message }) => message);
  const refused = lines.filter((line) => line.includes('pyramiding allows no more entries'));
  assert.ok(refused.length >= 2, lines.join('\n'));
});
