// A stop and a target of one spot holding, in a group: the stop waits with us and locks nothing, so
// both exist together. Once its price has come, what locks the coins is cancelled, and it is sent.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

/** Sells all that the account has, or less, in the first minute, by these orders. */
function bracket(exits: readonly string[], more: string, amount = '1.5'): string {
  const lines = exits.map((exit) => {
    const [price, type] = exit.split(' ');
    return `PlaceSellOrder(price * ${price}, ${amount}, {type = ${type}, ocaGroup = 'g' ${more}})`;
  });
  return `
    if Load('requested', false) then return end
    Save('requested', true)
    local price = CurrentPrice().close
    ${lines.join('\n')}`;
}

async function passMinutes(harness: BotHarness, deps: LiveRunDeps, minutes: number) {
  for (let passed = 0; passed < minutes; passed += 2) {
    const runner = harness.runner(deps);
    await harness.passMinutes(2, [runner]);
    await runner.close();
    harness.passMs(5_000);
  }
}

async function outcomes(harness: BotHarness, bot: Bot): Promise<readonly string[]> {
  return (await harness.ordersOf(bot)).map(
    ({ type, filledAmount, state }) => `${type} ${formatDecimal(filledAmount)} ${state}`,
  );
}

/** The exchange of the harness, or one that keeps plain orders alone. */
function depsOn(
  harness: BotHarness,
  kind: 'plain' | 'own',
  change: (exchange: Exchange) => Exchange = (exchange) => exchange,
): LiveRunDeps {
  const { exchange: own } = harness.sim;
  const base = kind === 'own' ? own : plainExchange(own);
  const exchange: Exchange = change({
    ...base,
    code: 'sim',
    listMarkets: () => harness.sim.sim.listMarkets(),
  });
  return { ...harness.deps, exchanges: exchangeRegistry([exchange]) };
}

const NEAR_STOP = '0.9999 StopMarketOrderType';
const FAR_TARGET = '1.5 NoTimeOutOrderType';

for (const kind of ['plain', 'own'] as const)
  suite(`a stop and a target of all that is held, at an exchange with ${kind} orders`, () => {
    for (const [name, more] of [
      ['cancel', ''],
      ['reduce', ', ocaType = OcaReduceType'],
    ] as const) {
      test(`rest together in a group that may ${name}, and the stop sells`, async () => {
        const harness = await botHarness();
        const deps = depsOn(harness, kind);
        const bot = await harness.start(bracket([FAR_TARGET, NEAR_STOP], more));
        await passMinutes(harness, deps, 30);
        assert.deepEqual(await outcomes(harness, bot), [
          'limit 0 cancelled',
          'stop_market 1.5 filled',
        ]);
      });
    }

    test('of which both wait with us, one is sent, and the other ends', async () => {
      const harness = await botHarness();
      const deps = depsOn(harness, kind);
      const exits = ['1.0000001 TakeProfitMarketOrderType', '0.9999999 StopMarketOrderType'];
      const bot = await harness.start(bracket(exits, ''));
      await passMinutes(harness, deps, 12);
      const left = await outcomes(harness, bot);
      assert.deepEqual(left.map((text) => text.replace(/^\S+ /, '')).sort(), [
        '0 cancelled',
        '1.5 filled',
      ]);
    });
  });

for (const kind of ['plain', 'own'] as const)
  test(`stops of a group that one minute sets off sell once, at ${kind} orders`, async () => {
    const harness = await botHarness();
    const exits = ['0.9999999 StopMarketOrderType', '0.9999998 StopMarketOrderType'];
    // Of a third of what is held, the exchange would take both.
    const bot = await harness.start(bracket(exits, '', '0.5'));
    await passMinutes(harness, depsOn(harness, kind), 12);
    assert.deepEqual(await outcomes(harness, bot), [
      'stop_market 0.5 filled',
      'stop_market 0 cancelled',
    ]);
  });

test('a stop is sent once what locks its coins has surely ended', async () => {
  const harness = await botHarness();
  let fails = 2;
  const deps = depsOn(harness, 'plain', (exchange) => ({
    ...exchange,
    async cancelOrder(...request: Parameters<Exchange['cancelOrder']>) {
      fails -= 1;
      if (fails >= 0) throw new Failure('unavailable', 'not now');
      return exchange.cancelOrder(...request);
    },
  }));
  const bot = await harness.start(bracket([FAR_TARGET, NEAR_STOP], ''));
  await passMinutes(harness, deps, 34);
  assert.ok(fails < 0, 'its cancel has failed, and was tried again');
  assert.deepEqual(await outcomes(harness, bot), ['limit 0 cancelled', 'stop_market 1.5 filled']);
});
