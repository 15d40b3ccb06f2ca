// Orders of a running bot that its exchange carried out although its reply refused them:
// what they filled is in its books, and its owner reads of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
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
    const { deps, sim, spot } = harness;
    const real = present(deps.exchanges.find(spot.exchange), 'the exchange is there');
    const placed: string[] = [];
    let shownAtMs = 0;
    const isHidden = (): boolean => sim.nowMs() < shownAtMs;
    const exchange: Exchange = {
      ...real,
      promises: { ...real.promises, visibilityLagMs: hiddenMinutes * MINUTE_MS },
      async placeOrder(...request) {
        const response = await real.placeOrder(...request);
        placed.push(request[1].clientOrderId);
        if (placed.length > 1) return response;
        shownAtMs = sim.nowMs() + hiddenMinutes * MINUTE_MS;
        return rejected({ code: 'order_rejected', detail: 'what another did wrong' });
      },
      async fetchFills(...request) {
        const page = await real.fetchFills(...request);
        return isHidden() ? { ...page, fills: [], cursor: request[2] } : page;
      },
      async fetchOrder(...request) {
        if (isHidden()) return { kind: 'absent', asOfMs: sim.nowMs() };
        return real.fetchOrder(...request);
      },
    };
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
