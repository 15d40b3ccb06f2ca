// Volume of an order in a report, by the run that filled it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

test('an inverse contract counts with its worth in the currency it is settled in', async () => {
  const harness = await botHarness();
  const { accountId } = harness.futures;
  const script = `
    if Load('requested', false) then return end
    Save('requested', true)
    PlaceGoLongOrder(CurrentPrice().close, 7, {type = MarketOrderType})`;
  const bot = await harness.start(script, { accountId, marketTag: 'SIM_BTC_USD_PERP' });
  await harness.passMinutes(3, [harness.runner()]);
  const lines = await harness.linesOf(bot);
  assert.deepEqual(
    lines.map(({ message }) => message),
    ['order o1 bought 7 at 64846.5'],
  );
  // 7 contracts of 100 USD are 700 / 64,846.5 BTC, to the last of its eight places.
  assert.deepEqual(
    harness.turnoversOf(bot).map(({ marketType, currency, volume }) => {
      return [marketType, currency, formatDecimal(volume)];
    }),
    [['futures', 'BTC', '0.01079472']],
  );
});
