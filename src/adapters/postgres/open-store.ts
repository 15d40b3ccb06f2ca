// The store of a process that serves: PostgreSQL behind a cache that hears of changes made in
// other processes.

import { CACHE_CHANNEL } from '#adapters/postgres/connection/cache-channel.ts';
import { cachedStore } from '#adapters/postgres/cached-store.ts';
import { EVENT_CHANNEL } from '#adapters/postgres/stores/event-log.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { sessionUrlOf } from '#adapters/postgres/connection/database.ts';
import type { Listener } from '#adapters/postgres/connection/listener.ts';
import { openListener } from '#adapters/postgres/connection/listener.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Store } from '#ports/stores/store.ts';

export type OpenedStore = {
  readonly store: Store;
  /** Live a moment after opening; until then nothing is cached. */
  readonly listener: Listener;
  /** Before the database is closed. */
  close(this: void): Promise<void>;
};

export type OpenStoreOptions = {
  /** Hears when the connection for notifications is lost. */
  readonly report: (message: string) => void;
  /** Keys, users or accounts may have changed anywhere: whoever remembers them must forget. */
  readonly onChange: () => void;
  /** These users have new events; null: any may have. */
  readonly onEvents: (userIds: readonly string[] | null) => void;
};

/** The database must be migrated. */
export function openStore(
  database: Database,
  clock: Clock,
  options: OpenStoreOptions,
): OpenedStore {
  const { onChange, onEvents, report } = options;
  const isHearing = (): boolean => listener.isLive();
  const cache = cachedStore(postgresStore(database), { clock, isHearing, onChange });
  const subscription = { channel: CACHE_CHANNEL, onMessage: cache.clear, onGap: cache.clear };
  const events = {
    channel: EVENT_CHANNEL,
    onMessage: (payload: string) => onEvents(payload === '' ? null : payload.split(' ')),
    onGap: () => onEvents(null),
  };
  const listener = openListener(sessionUrlOf(database), [subscription, events], report);
  return { store: cache.store, listener, close: () => listener.close() };
}
