// Exits of a running bot that its exchange refuses when they are sent: what stays is shown with the
// reason.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

/** It is worth just above the least amount, and less where its stop is. */
const SCRIPT = `
  local n = Load('n', 0) + 1
  Save('n', n)
  local price = CurrentPrice().close
  if n == 1 then PlaceBuyOrder(price, 0.88, {type = MarketOrderType}) end
  if n == 2 then
    local stop = {type = StopMarketOrderType, triggerPrice = price * 0.99}
    PlaceSellOrder(price, GetPositionAmount(), stop)
  end`;
/** The price falls so far soon after. */
const START_MS = Date.UTC(2025, 2, 10, 10, 31, 20);
const MINUTES_MOST = 60;

test('a stop that is too little when its price comes leaves a position and why', async () => {
  const harness = await botHarness({ prices: HARNESS_PRICES, startMs: START_MS });
  const { sim, runs } = harness;
  const listMarkets = () => sim.sim.listMarkets();
  // The service watches its stops, and the exchange meets them when they are sent.
  const exchange = { ...plainExchange(sim.exchange), code: 'sim', listMarkets };
  const runner = harness.runner({ exchanges: exchangeRegistry([exchange]) });
  const bot = await harness.start(SCRIPT, { marketTag: 'SIM_DOT_USDT' });
  const failed = async (): Promise<boolean> =>
    (await harness.linesOf(bot)).some(({ message }) => message.startsWith('order o2 failed'));
  for (let passed = 0; passed < MINUTES_MOST && !(await failed()); passed += 1)
    await harness.passMinutes(1, [runner]);
  assert(await failed());
  await harness.passMinutes(1, [runner]);
  const stored = (await runs.findPositions(bot.botId))?.positions ?? '[]';
  const [position] = fromStoredForm(stored) as readonly BacktestPosition[];
  assert.equal(formatDecimal(present(position, 'it stays').amount), '0.88');
  assert.match(position?.leftReason ?? '', /^value 4.* of amount 0.88 is below the minimum/);
  const said = (await harness.linesOf(bot)).filter(({ message }) =>
    message.startsWith('0.88 on "SIM_DOT_USDT" cannot be sold: value 4'),
  );
  assert.deepEqual(
    said.map(({ severity }) => severity),
    ['error'],
  );
});
