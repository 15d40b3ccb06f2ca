// A process that runs bots may end at any call to the world, before or after it was carried out.
// The next one comes to the same orders: none is lost, none is there twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import { botHarness, EACH_MINUTE, LISTENER } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

const MINUTES = 3;

class ProcessEnded extends Error {}

type Death = { readonly atCall: number; readonly isAfter: boolean };

/** What is known without a request. */
const SENDS_NOTHING = ['health', 'clockSkewMs'];

type Dying = { readonly deps: Partial<LiveRunDeps>; hasEnded(): boolean };

/** The same world as a process sees it that ends at a call; from then on it reaches nothing. */
function dyingDeps({ deps, sim }: BotHarness, death: Death): Dying {
  let calls = 0;
  const mortal = <T extends object>(port: T): T => {
    const entries = Object.entries(port).map(([name, member]): [string, unknown] => {
      if (typeof member !== 'function' || SENDS_NOTHING.includes(name)) return [name, member];
      return [
        name,
        async (...given: unknown[]): Promise<unknown> => {
          calls += 1;
          if (calls > death.atCall || (calls === death.atCall && !death.isAfter))
            throw new ProcessEnded();
          const response: unknown = await (member as (...given: unknown[]) => unknown)(...given);
          if (calls >= death.atCall) throw new ProcessEnded();
          return response;
        },
      ];
    });
    return Object.fromEntries(entries) as T;
  };
  return {
    deps: {
      runs: mortal(deps.runs),
      orders: mortal(deps.orders),
      inbox: mortal(deps.inbox),
      exchanges: exchangeRegistry([mortal({ ...sim.exchange, code: 'sim' })]),
    },
    hasEnded: () => calls >= death.atCall,
  };
}

/** Returns whether the process has ended meanwhile. */
async function untilEnded(dying: Dying, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
  }
  return dying.hasEnded();
}

/** What the bot requested and what came of it, apart from names and exact instants. */
function outcome(orders: readonly Order[]): readonly string[] {
  return orders.map(({ side, amount, filledAmount, state }) =>
    [side, amount, filledAmount, state].join(' '),
  );
}

test('a process that ends anywhere leaves no order lost or doubled', async () => {
  const expected = ['buy', 'sell', 'buy', 'sell', 'buy', 'sell'].map(
    (side) => `${side} 1000000000000000 1000000000000000 filled`,
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.boolean(), async (atCall, isAfter) => {
      const harness = await botHarness();
      const bot = await harness.start(EACH_MINUTE);
      const dying = dyingDeps(harness, { atCall, isAfter });
      const mortal = harness.runner(dying.deps);
      let passed = 0;
      while (passed < MINUTES) {
        passed += 1;
        if (await untilEnded(dying, () => harness.passMinutes(1, [mortal]))) break;
      }
      // The lease runs out, and another process takes the bot over within the same minute.
      harness.passMs(5_000);
      const next = harness.runner();
      await next.renew();
      await next.tick();
      await harness.passMinutes(2 * MINUTES - passed, [next]);
      const orders = await harness.ordersOf(bot);
      assert.deepEqual(outcome(orders), expected);
      const { fills } = await harness.sim.exchange.fetchFills(harness.spot, [], null, 100);
      assert.equal(fills.length, 2 * MINUTES);
      assert.ok((await harness.find(bot)).isActivated);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('a process that ends anywhere leaves no signal lost or acted on twice', async () => {
  const expected = ['buy', 'sell', 'buy', 'sell'].map(
    (side) => `${side} 1000000000000000 1000000000000000 filled`,
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.boolean(), async (atCall, isAfter) => {
      const harness = await botHarness();
      const bot = await harness.start(LISTENER);
      const send = async (index: number): Promise<void> => {
        const action = index % 2 === 0 ? 'long' : 'short';
        const input = { kind: 'signal', name: 'go', action, signalAtMs: 1, payload: null } as const;
        await harness.inbox.send([{ botId: bot.botId, input }], harness.sim.nowMs(), null);
      };
      const dying = dyingDeps(harness, { atCall, isAfter });
      const mortal = harness.runner(dying.deps);
      let sent = 0;
      const hasEnded = await untilEnded(dying, async () => {
        await harness.passMinutes(2, [mortal]);
        while (sent < 2 && !dying.hasEnded()) {
          sent += 1;
          await send(sent - 1);
          await mortal.receive();
          await mortal.settled();
        }
        await harness.passMinutes(1, [mortal]);
      });
      harness.passMs(5_000);
      const next = harness.runner();
      await next.renew();
      await next.tick();
      if (hasEnded) await next.receive();
      await next.settled();
      while (sent < expected.length) {
        await send(sent);
        await next.receive();
        await next.settled();
        sent += 1;
      }
      await harness.passMinutes(1, [next]);
      assert.deepEqual(outcome(await harness.ordersOf(bot)), expected);
      const { fills } = await harness.sim.exchange.fetchFills(harness.spot, [], null, 100);
      assert.equal(fills.length, expected.length);
      assert.ok((await harness.find(bot)).isActivated);
    }),
    { numRuns: propertyRuns(100) },
  );
});
