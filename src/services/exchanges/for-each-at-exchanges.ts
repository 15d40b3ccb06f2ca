// Work on what many exchanges have, as a round over accounts or markets does it: at each exchange
// so many at once, so that a round ends in time and none waits for another exchange.

import { forEachConcurrent } from '#lib/for-each-concurrent.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

/**
 * While an exchange is down, the first of its items is tried, which shows whether it is back; the
 * others get a Failure at once. `work` is expected to take failures itself.
 */
export async function forEachAtExchanges<T>(
  exchanges: ExchangeRegistry,
  items: readonly T[],
  { atOnceMax, codeOf }: { readonly atOnceMax: number; readonly codeOf: (item: T) => string },
  work: (item: T, refusal: Failure | null) => Promise<void>,
): Promise<void> {
  const groups = Map.groupBy(items, codeOf);
  await Promise.all(
    [...groups].map(async ([code, [first, ...others]]) => {
      if (first === undefined) return;
      const isDown = (): boolean => exchanges.find(code)?.health() === 'down';
      if (!isDown())
        return forEachConcurrent([first, ...others], atOnceMax, (item) => work(item, null));
      await work(first, null);
      await forEachConcurrent(others, atOnceMax, (item) =>
        work(item, isDown() ? new Failure('unavailable', 'the exchange is down') : null),
      );
    }),
  );
}
