// A bot whose market gets other steps: it stands still until its history was synced anew and it was
// started anew.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const SOURCE = "Log('price ' .. CurrentPrice().close)";

test('a bot runs again once its history is in the new steps and it was started anew', async () => {
  const harness = await botHarness();
  let hasChanged = false;
  const changing: Exchange = {
    ...harness.sim.exchange,
    async listMarkets() {
      const markets = await harness.sim.sim.listMarkets();
      if (!hasChanged) return markets;
      return markets.map((market) => ({ ...market, priceStep: decimal('0.1') }));
    },
  };
  // Its minutes are fetched, and stored in steps.
  const changes = { exchanges: exchangeRegistry([changing]), candleSources: [] };
  const deps = { ...harness.deps, ...changes };
  const runner = harness.runner(changes);
  const bot = await harness.start(SOURCE);
  const marketTag = present(bot.marketTag, 'it has a market');
  const updatesIn = async (minutes: number): Promise<number> => {
    const before = (await harness.linesOf(bot)).length;
    for (let passed = 0; passed < minutes; passed += 1) {
      await syncHistory(deps, { marketTag, fromMs: null }, () => undefined);
      await harness.passMinutes(1, [runner]);
    }
    const since = (await harness.linesOf(bot)).slice(before);
    return since.filter(({ message }) => message.startsWith('price ')).length;
  };
  assert.notEqual(await updatesIn(3), 0);
  hasChanged = true;
  assert.equal(await updatesIn(2), 0);
  await deps.history.deleteHistory(marketTag);
  // What it has seen is counted in the former steps, so only a new start helps.
  assert.equal(await updatesIn(2), 0);
  assert.ok((await harness.find(bot)).isActivated);
  await harness.restart(bot, SOURCE);
  assert.notEqual(await updatesIn(3), 0);
});
