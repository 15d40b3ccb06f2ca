// A process of bots that is killed at any of its calls, at an exchange that holds stops.

import type { OrderType } from '#venue-port/order/order.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';

const STOPS: readonly OrderType[] = ['stop_limit', 'stop_market'];

/** The same, holding stops for who wants that. */
export function holdingExchange(exchange: Exchange): Exchange {
  const stops = { spot: STOPS, futures: STOPS };
  const orderSupport = { ...exchange.orderSupport, types: ['limit', 'market'] as const, stops };
  return { ...exchange, code: 'sim', orderSupport };
}

/**
 * Functions that never return from a number of calls on, as those of a process that was killed;
 * `counted` are the names of those that count.
 */
export function mortalDeps(
  deps: LiveRunDeps,
  exchange: Exchange,
  callsMax: number,
  counted = COUNTED,
) {
  const { promise: death, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const mortal = <T extends object>(parts: T): T =>
    new Proxy(parts, {
      get(target, name, receiver) {
        const part: unknown = Reflect.get(target, name, receiver);
        if (typeof part !== 'function' || !counted.has(String(name))) return part;
        return async (...given: readonly unknown[]) => {
          calls += 1;
          const isLast = calls >= callsMax;
          // Of the call in which it is killed, what it does happens, and nobody hears of it.
          if (calls <= callsMax) {
            const result: unknown = await Reflect.apply(part, target, given);
            if (!isLast) return result;
          }
          resolve();
          return Promise.withResolvers<never>().promise;
        };
      },
    });
  const exchanges = exchangeRegistry([mortal(exchange)]);
  const stores = { runs: mortal(deps.runs), orders: mortal(deps.orders) };
  const mortals = { ...deps, ...stores, history: mortal(deps.history), exchanges };
  return { deps: mortals, death, isDead: () => calls >= callsMax };
}

/** What decides what becomes of an order. */
const COUNTED: ReadonlySet<string> = new Set([
  'placeOrder',
  'fetchOrder',
  'transition',
  'commitSteps',
  'insertRun',
  'findBotOrders',
]);

export async function passMinutes(harness: BotHarness, deps: LiveRunDeps, minutes: number) {
  for (let passed = 0; passed < minutes; passed += 1) {
    const runner = harness.runner(deps);
    await harness.passMinutes(1, [runner]);
    harness.passMs(5_000);
    await runner.tick();
    await runner.close();
  }
}
