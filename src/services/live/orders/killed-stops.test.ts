// Stops that the exchange holds, where the process of their bot is killed at any call of the stores
// or the exchange between the request of an entry and its stop, and stays down for a while.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import { isEmulated } from '#domain/order/is-emulated.ts';
import { isWorking } from '#venue-port/order/order.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { attachingExchange } from '#services/live/orders/attaching-exchange.fixture.ts';
import {
  holdingExchange,
  mortalDeps,
  passMinutes,
} from '#services/live/orders/mortal-deps.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const MARKET_TAG = 'SIM_BTC_USDT_PERP';

/** Goes long at its first update; a stop that the next hour reaches, or one that nothing does. */
const longWithStop = (share: number): string => `
  if Load('requested', false) then return end
  Save('requested', true)
  local price = CurrentPrice().close
  PlaceGoLongOrder(price, 0.01, {type = MarketOrderType})
  PlaceExitLongOrder(price * ${share}, 0.01, {type = StopMarketOrderType})`;

/** Where the stop of the position is, once a process runs again. */
async function lifeOf(share: number, callsMax: number, downMs: number, isAttaching = false) {
  const harness = await botHarness();
  const exchange = isAttaching
    ? attachingExchange(harness.sim.exchange)
    : holdingExchange(harness.sim.exchange);
  const { accountId } = harness.futures;
  const settings = { ...UNCHOSEN_SETTINGS, stops: 'exchange' } as const;
  const changes = { accountId, marketTag: MARKET_TAG, settings };
  const bot = await harness.start(longWithStop(share), changes);
  const first = mortalDeps(harness.deps, exchange, callsMax);
  const run = async (): Promise<void> => passMinutes(harness, first.deps, 2);
  await Promise.race([run(), first.death]);
  const isKilled = first.isDead();
  const held = await exchange.fetchOpenOrders(harness.futures);
  const holds = await exchange.fetchPositions(harness.futures);
  const downFromMs = harness.sim.nowMs();
  harness.passMs(downMs);
  const upFromMs = harness.sim.nowMs();
  const whileDown = await exchange.fetchFills(harness.futures, [], null, 9);
  const deps = { ...harness.deps, exchanges: exchangeRegistry([exchange]) };
  await passMinutes(harness, deps, 6);
  const positions = await exchange.fetchPositions(harness.futures);
  const orders = (await harness.ordersOf(bot)).filter(isWorking);
  const exits = whileDown.fills.filter(
    ({ side, filledAtMs }) => side === 'sell' && filledAtMs >= downFromMs && filledAtMs <= upFromMs,
  );
  return {
    isKilled,
    wasOpen: holds.length > 0,
    wasHeld: held.length > 0,
    leftWhileDown: exits.length > 0,
    isOpen: positions.length > 0,
    /** Stops at the exchange, and with the service. */
    stops: [
      (await exchange.fetchOpenOrders(harness.futures)).length,
      orders.filter(isEmulated).length,
    ] as const,
    workingCount: orders.length,
    fillsCount: (await exchange.fetchFills(harness.futures, [], null, 9)).fills.length,
  };
}

const HOUR_MS = 60 * MINUTE_MS;

suite('a bot whose process is killed between its entry and its stop', () => {
  for (const downMs of [2 * MINUTE_MS, HOUR_MS])
    test(`has one stop with its position, down for ${downMs / MINUTE_MS} minutes`, async () => {
      let kills = 0;
      for (let callsMax = 1; callsMax < 40; callsMax += 1) {
        const life = await lifeOf(0.5, callsMax, downMs);
        if (!life.isKilled) break;
        kills += 1;
        const [there, here] = life.stops;
        const said = `killed at call ${callsMax}: ${JSON.stringify(life)}`;
        assert.equal(there + here, life.isOpen ? 1 : 0, said);
        assert.equal(life.workingCount, there + here, said);
        assert.ok(life.fillsCount <= 1, said);
        // What the exchange held when the process was killed it holds still.
        if (life.wasHeld) assert.equal(there, 1, said);
      }
      assert.ok(kills >= 6, `${kills} kills`);
    });

  test('is left by the stop while it is down for an hour, once that was sent', async () => {
    const seen = new Map<string, number>();
    for (let callsMax = 1; callsMax < 40; callsMax += 1) {
      const life = await lifeOf(0.9999, callsMax, HOUR_MS);
      if (!life.isKilled) break;
      const said = `killed at call ${callsMax}: ${JSON.stringify(life)}`;
      if (life.wasHeld) assert.ok(life.leftWhileDown && !life.isOpen, said);
      const [there, here] = life.stops;
      assert.equal(there + here, life.isOpen ? 1 : 0, said);
      assert.ok(life.fillsCount <= 2, said);
      const kind = life.wasHeld ? 'left while down' : life.fillsCount === 0 ? 'no entry' : 'after';
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    assert.ok((seen.get('left while down') ?? 0) > 0, JSON.stringify([...seen]));
  });

  for (const [share, downMs] of [
    [0.5, 2 * MINUTE_MS],
    [0.5, HOUR_MS],
    [0.9999, HOUR_MS],
  ] as const)
    test(`is never without it where they come together: ${share}, ${downMs / MINUTE_MS} min`, async () => {
      const seen = new Map<string, number>();
      for (let callsMax = 1; callsMax < 40; callsMax += 1) {
        const life = await lifeOf(share, callsMax, downMs, true);
        if (!life.isKilled) break;
        const said = `killed at call ${callsMax}: ${JSON.stringify(life)}`;
        if (life.wasOpen) assert.ok(life.wasHeld, said);
        const [there, here] = life.stops;
        assert.deepEqual([there, here], [life.isOpen ? 1 : 0, 0], said);
        assert.equal(life.workingCount, there, said);
        assert.equal(life.fillsCount, life.isOpen ? 1 : life.fillsCount === 0 ? 0 : 2, said);
        const kind = life.isOpen ? 'open' : life.leftWhileDown ? 'left while down' : 'flat';
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
      const wanted = share < 0.9 ? 'open' : 'left while down';
      assert.ok((seen.get(wanted) ?? 0) >= 3, JSON.stringify([...seen]));
    });
});
