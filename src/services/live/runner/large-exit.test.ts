// A live position that is larger than its market takes in one order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const SCRIPT = `
  local n = Load('n', 0) + 1
  Save('n', n)
  local market = {type = MarketOrderType}
  if n < 3 then PlaceGoLongOrder(CurrentPrice().close, 0.004, market) end
  if n == 4 then Save('exit', PlaceExitLongOrder(CurrentPrice().close, 0.008, market)) end
  if n == 6 then Log('exit ' .. tostring(IsOrderFilled(Load('exit', '')))) end`;

test('a bot leaves it at once, by several orders that are one to its script', async () => {
  const harness = await botHarness();
  const { exchange } = harness.sim;
  const small = {
    ...exchange,
    code: 'sim',
    async listMarkets() {
      const markets = await exchange.listMarkets();
      return markets.map((market) => ({ ...market, maxOrderAmount: decimal('0.004') }));
    },
  };
  const runner = harness.runner({ exchanges: exchangeRegistry([small]) });
  const { accountId } = harness.futures;
  const bot = await harness.start(SCRIPT, { accountId, marketTag: 'SIM_BTC_USDT_PERP' });
  await harness.passMinutes(8, [runner]);
  const orders = await harness.ordersOf(bot);
  assert.deepEqual(
    orders.map(({ side, amount, state }) => `${side} ${formatDecimal(amount)} ${state}`),
    ['buy 0.004 filled', 'buy 0.004 filled', 'sell 0.004 filled', 'sell 0.004 filled'],
  );
  assert.deepEqual(await exchange.fetchPositions(harness.futures), []);
  const lines = (await harness.linesOf(bot)).map(({ message }) => message);
  assert.ok(lines.includes('exit true'), lines.join('\n'));
});
