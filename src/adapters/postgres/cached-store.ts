// A store that remembers accounts for some seconds. Changes in any process clear what all processes
// remember; while they cannot be heard, nothing is remembered. Callers are remembered by the edge,
// which needs them without a promise, and which is reported through `onChange`.

import { LIMITS } from '#lib/limits.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';

export type StoreCache = {
  readonly store: Store;
  /** Forgets everything; for when something may have changed elsewhere. */
  clear(this: void): void;
};

export type StoreCacheOptions = {
  readonly clock: Clock;
  /** Whether every change made elsewhere would lead to a call of `clear` now. */
  readonly isHearing: () => boolean;
  /** Called whenever everything is forgotten: others who remember keys or users must forget too. */
  readonly onChange: () => void;
};

/**
 * Cache around a store, with the same contract; `onChange` is called for changes of any process.
 */
export function cachedStore(store: Store, options: StoreCacheOptions): StoreCache {
  const accounts = accountMemory(options);

  function clear(): void {
    accounts.clear();
    options.onChange();
  }

  /**
   * The notification of our own change may arrive after its response; this process does not wait.
   */
  async function changing<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      clear();
    }
  }

  return {
    clear,
    store: {
      ...store,
      findAccount: (userId, accountId) =>
        accounts.find(`${userId} ${accountId}`, () => store.findAccount(userId, accountId)),
      setPlan: (...change) => changing(store.setPlan(...change)),
      beginDeletion: (...change) => changing(store.beginDeletion(...change)),
      endDeletion: (...change) => changing(store.endDeletion(...change)),
      setKeyEnabled: (...change) => changing(store.setKeyEnabled(...change)),
      deleteKey: (...change) => changing(store.deleteKey(...change)),
      changeRole: (...change) => changing(store.changeRole(...change)),
      setRole: (...change) => changing(store.setRole(...change)),
      setPassword: (...change) => changing(store.setPassword(...change)),
      endSession: (...change) => changing(store.endSession(...change)),
      endOtherSessions: (...change) => changing(store.endOtherSessions(...change)),
      confirmSession: (...change) => changing(store.confirmSession(...change)),
      insertPartner: (...change) => changing(store.insertPartner(...change)),
      deleteEndUser: (...change) => changing(store.deleteEndUser(...change)),
      setAllowsBots: (...change) => changing(store.setAllowsBots(...change)),
      replaceCredentials: (...change) => changing(store.replaceCredentials(...change)),
      noteCheck: (...change) => changing(store.noteCheck(...change)),
      noteRefusal: (...change) => changing(store.noteRefusal(...change)),
      removeCredentials: (...change) => changing(store.removeCredentials(...change)),
    },
  };
}

type CachedAccount = { readonly account: Account; readonly readAtMs: number };

type AccountMemory = {
  find(name: string, read: () => Promise<Account | null>): Promise<Account | null>;
  clear(): void;
};

/**
 * Only what exists is remembered: an account that is made shows at once, and made-up ones cost no
 * room.
 */
function accountMemory({ clock, isHearing }: StoreCacheOptions): AccountMemory {
  const entries = new Map<string, CachedAccount>();
  let clearedCount = 0;

  function isFresh({ readAtMs }: CachedAccount, nowMs: number): boolean {
    // A clock that was set back must not make an entry live longer.
    return readAtMs <= nowMs && nowMs - readAtMs < LIMITS.accountCacheMs;
  }

  function remember(name: string, entry: CachedAccount): void {
    entries.delete(name);
    const [oldest] = entries.size < LIMITS.accountCacheEntriesMax ? [] : entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
    entries.set(name, entry);
  }

  return {
    async find(name, read) {
      if (!isHearing()) return read();
      const readAtMs = clock.nowMs();
      const found = entries.get(name);
      if (found !== undefined && isFresh(found, readAtMs)) return found.account;
      const clearedBefore = clearedCount;
      const account = await read();
      // What was read before a change was heard may be older than the change.
      const isCurrent = clearedCount === clearedBefore && isHearing();
      if (account !== null && isCurrent) remember(name, { account, readAtMs });
      return account;
    },
    clear() {
      clearedCount += 1;
      entries.clear();
    },
  };
}
