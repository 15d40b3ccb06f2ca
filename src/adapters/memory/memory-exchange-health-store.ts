// Exchanges that respond badly, in memory.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import type { ExchangeHealthStore } from '#ports/stores/exchange-health-store.ts';

type SeenBadly = { readonly isDegraded: boolean; readonly confirmedAtMs: number };

/** Store over this state. */
export function memoryExchangeHealthStore({
  accounts,
  waitingEvents,
}: MemoryState): ExchangeHealthStore {
  const known = new Map<string, SeenBadly>();
  return {
    async noteExchangeHealth({ exchange, health, nowMs, quietMs }) {
      const { isDegraded, confirmedAtMs } = known.get(exchange) ?? NEVER;
      const isOpen = health === 'open';
      if (isOpen && (!isDegraded || confirmedAtMs > nowMs - quietMs)) return null;
      known.set(exchange, { isDegraded: !isOpen, confirmedAtMs: isOpen ? confirmedAtMs : nowMs });
      if (isDegraded && !isOpen) return null;
      const type = isOpen ? 'exchange.restored' : 'exchange.degraded';
      const own = [...accounts.values()].filter((account) => account.exchange === exchange);
      const data = { exchange, health };
      for (const userId of new Set(own.map((account) => account.userId)))
        waitingEvents.push({ userId, event: { type, objectId: exchange, atMs: nowMs, data } });
      return type;
    },
  };
}

const NEVER: SeenBadly = { isDegraded: false, confirmedAtMs: 0 };
