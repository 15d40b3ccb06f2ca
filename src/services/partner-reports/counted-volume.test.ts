// What an order counts for in a report, by the run that filled it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { botWorld } from '#services/live/runner/bot-harness.fixture.ts';

test('an inverse contract counts with its worth in the currency it is settled in', async () => {
  const world = await botWorld();
  const { accountId } = world.futures;
  const script = `
    if Load('asked', false) then return end
    Save('asked', true)
    PlaceGoLongOrder(CurrentPrice().close, 7, {type = MarketOrderType})`;
  const bot = await world.start(script, { accountId, marketTag: 'SIM_BTC_USD_PERP' });
  await world.passMinutes(3, [world.runner()]);
  const lines = await world.linesOf(bot);
  assert.deepEqual(
    lines.map(({ message }) => message),
    ['order o1 bought 7 at 64846.3'],
  );
  // 7 contracts of 100 USD are 700 / 64,846.3 BTC, to the last of its eight places.
  assert.deepEqual(
    world.turnoversOf(bot).map(({ marketType, currency, volume }) => {
      return [marketType, currency, formatDecimal(volume)];
    }),
    [['futures', 'BTC', '0.01079476']],
  );
});
