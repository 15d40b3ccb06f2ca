// Orders of a running bot that its exchange carried out although its reply refused them:
// what they filled is in its books, and its owner reads of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { refusingExchange } from '#adapters/sim/refusing-exchange.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

/** Buys once, and says what it holds. */
const ONCE = `
  local count = Load('count', 0) + 1
  Save('count', count)
  Log('holds ' .. GetPositionAmount())
  if count == 1 then PlaceBuyOrder(0, 0.01, {type = MarketOrderType}) end
  if count == 5 then PlaceSellOrder(0, GetPositionAmount(), {type = MarketOrderType}) end`;

const BOOKED = /^order o1, which had failed, was filled all the same: it is counted$/;

for (const [title, hiddenMinutes, isLate] of [
  ['at once', 0, false],
  ['after it had ended here', 2, true],
] as const)
  test(`what an order filled that was refused is held, and sold, where it shows ${title}`, async () => {
    const harness = await botHarness();
    const { deps, spot } = harness;
    const exchange = refusingExchange(
      present(deps.exchanges.find(spot.exchange), 'the exchange is there'),
      deps.clock,
      hiddenMinutes * MINUTE_MS,
    );
    const changed = { ...deps, exchanges: exchangeRegistry([exchange]) };
    const bot = await harness.start(ONCE);
    const runner = harness.runner({ exchanges: changed.exchanges });
    for (let minute = 0; minute < 8; minute += 1) {
      await harness.passMinutes(1, [runner]);
      await reconcileAccounts(changed);
    }
    const lines = await harness.linesOf(bot);
    const warnings = lines.filter(({ severity }) => severity === 'warning');
    assert.deepEqual(
      warnings.map(({ message }) => BOOKED.test(message)),
      isLate ? [true] : [],
    );
    const messages = lines.map(({ message }) => message);
    assert(messages.some((message) => message.startsWith('order o1 bought 0.01 at ')));
    assert(messages.some((message) => message.startsWith('order o2 sold 0.01 at ')));
    assert.deepEqual(
      [...new Set(messages.filter((message) => message.startsWith('holds')))],
      ['holds 0', 'holds 0.01'],
    );
    assert.equal(messages.at(-1), 'holds 0');
    const orders = (await harness.ordersOf(bot)).map(({ side, state }) => `${side} ${state}`);
    assert.deepEqual(orders, ['buy filled', 'sell filled']);
  });

/** Its order is refused, so that it ends. */
const GIVES_UP = `
  local count = Load('count', 0) + 1
  Save('count', count)
  if count == 1 then PlaceBuyOrder(0, 0.01, {type = MarketOrderType}) end
  if count == 2 then DeactivateBot() end`;

test('what an order filled that was refused is shown, though its bot has ended', async () => {
  const harness = await botHarness();
  const { deps, spot } = harness;
  const exchange = refusingExchange(
    present(deps.exchanges.find(spot.exchange), 'the exchange is there'),
    deps.clock,
    5 * MINUTE_MS,
  );
  const exchanges = exchangeRegistry([exchange]);
  const bot = await harness.start(GIVES_UP);
  const runner = harness.runner({ exchanges });
  for (let minute = 0; minute < 10; minute += 1) {
    await harness.passMinutes(1, [runner]);
    await reconcileAccounts({ ...deps, exchanges });
  }
  assert.equal((await harness.find(bot)).isActivated, false);
  assert.match((await harness.runs.findPositions(bot.botId))?.positions ?? '', /"isClosed":false/);
  const lines = await harness.linesOf(bot);
  assert.equal(lines.filter(({ message }) => BOOKED.test(message)).length, 1);
});

test('an order of a bot that was refused, and works all the same, is cancelled', async () => {
  const harness = await botHarness();
  const { deps, spot } = harness;
  const real = present(deps.exchanges.find(spot.exchange), 'the exchange is there');
  const exchange = refusingExchange(real, deps.clock, MINUTE_MS);
  const exchanges = exchangeRegistry([exchange]);
  const events: string[] = [];
  const log = { ...deps.log, error: (event: string): void => void events.push(event) };
  await harness.start(`
    local count = Load('count', 0) + 1
    Save('count', count)
    if count == 1 then PlaceBuyOrder(CurrentPrice().close / 2, 0.01) end`);
  const runner = harness.runner({ exchanges });
  await harness.passMinutes(1, [runner]);
  const account = { ...spot, marketType: 'spot' as const };
  assert.equal((await real.fetchOpenOrders(account)).length, 1);
  for (let minute = 0; minute < 4; minute += 1) {
    await harness.passMinutes(1, [runner]);
    await reconcileAccounts({ ...deps, log, exchanges });
  }
  assert.deepEqual(await real.fetchOpenOrders(account), []);
  assert.deepEqual(events, ['order.unwanted']);
});
