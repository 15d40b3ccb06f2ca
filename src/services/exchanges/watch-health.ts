// Notes which real exchanges respond badly, so that their users hear of it. What lasts for a moment
// only is nobody's concern.

import { LIMITS } from '#lib/limits.ts';
import type { ExchangeHealthStore } from '#ports/stores/exchange-health-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type WatchHealthDeps = {
  readonly exchangeHealth: ExchangeHealthStore;
  readonly exchanges: ExchangeRegistry;
  readonly clock: Clock;
  readonly log: Log;
};

type SeenState = { readonly isOpen: boolean; readonly sinceMs: number };

/** One round over all of them, to be repeated. Throws Failure. */
export function healthWatch(deps: WatchHealthDeps): () => Promise<void> {
  const seen = new Map<string, SeenState>();
  return async () => {
    const nowMs = deps.clock.nowMs();
    for (const exchange of deps.exchanges.list()) {
      const { code } = exchange;
      // Whoever lists them waits for no exchange, so they are to be known before.
      exchange.knownMarkets?.();
      // A process of ours that is still starting says nothing about an exchange.
      if (!seen.has(code) && exchange.isHealthKnown?.() === false) continue;
      const health = exchange.health();
      const isOpen = health === 'open';
      const before = seen.get(code);
      const sinceMs = before?.isOpen === isOpen ? before.sinceMs : nowMs;
      seen.set(code, { isOpen, sinceMs });
      const lastsMs = isOpen ? LIMITS.exchangeRestoredMs : LIMITS.exchangeDegradedMs;
      if (nowMs - sinceMs < lastsMs) continue;
      const noted = await deps.exchangeHealth.noteExchangeHealth({
        exchange: code,
        health,
        nowMs,
        quietMs: LIMITS.exchangeRestoredMs,
      });
      if (noted !== null) deps.log.warn(noted, { exchange: code, health });
    }
  };
}
