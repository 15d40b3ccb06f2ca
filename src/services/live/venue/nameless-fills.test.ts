// A bot at an exchange whose list of fills does not have our names of orders.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const BUY = `
  if Load('requested', false) then return end
  Save('requested', true)
  PlaceBuyOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})`;

test('a bot counts the fills of its orders', async () => {
  const harness = await botHarness();
  const { exchange: plain } = harness.sim;
  const exchange: Exchange = {
    ...plain,
    code: 'sim',
    listMarkets: () => harness.sim.sim.listMarkets(),
    async fetchFills(...question) {
      const page = await plain.fetchFills(...question);
      return { ...page, fills: page.fills.map((fill) => ({ ...fill, clientOrderId: null })) };
    },
  };
  const bot = await harness.start(BUY);
  await harness.passMinutes(4, [harness.runner({ exchanges: exchangeRegistry([exchange]) })]);
  const shown = present(await harness.runs.findPositions(bot.botId), 'it ran');
  const positions = fromStoredForm(shown.positions) as readonly BacktestPosition[];
  assert.equal(positions.length, 1);
});
