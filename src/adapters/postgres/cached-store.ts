// A store that remembers for some seconds who a key belongs to and what an account is. Changes in
// any process clear what all processes remember; while they cannot be heard, nothing is remembered.

import { LIMITS } from '#lib/limits.ts';
import type { Clock } from '#ports/clock.ts';
import type { Account, Principal, Store } from '#ports/store.ts';

export type StoreCache = {
  readonly store: Store;
  /** Forgets everything; for when something may have changed elsewhere. */
  clear(): void;
};

/** `isHearing`: whether every change made elsewhere would lead to a call of `clear` now. */
export function cachedStore(store: Store, clock: Clock, isHearing: () => boolean): StoreCache {
  const principals = memory<Principal>(clock, isHearing);
  const accounts = memory<Account>(clock, isHearing);

  function clear(): void {
    principals.clear();
    accounts.clear();
  }

  /** The notification of our own change may arrive after its answer; this process does not wait. */
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
      findPrincipal: (secretHash) =>
        principals.find(textOfHash(secretHash), () => store.findPrincipal(secretHash)),
      findAccount: (userId, accountId) =>
        accounts.find(`${userId} ${accountId}`, () => store.findAccount(userId, accountId)),
      setPlan: (...change) => changing(store.setPlan(...change)),
      setKeyEnabled: (...change) => changing(store.setKeyEnabled(...change)),
      deleteKey: (...change) => changing(store.deleteKey(...change)),
      setAllowsBots: (...change) => changing(store.setAllowsBots(...change)),
    },
  };
}

type Remembered<T> = { readonly value: T; readonly readAtMs: number };

type Memory<T> = {
  find(name: string, read: () => Promise<T | null>): Promise<T | null>;
  clear(): void;
};

/**
 * Only what exists is remembered: a key that is made works at once, and made-up ones cost no room.
 */
function memory<T>(clock: Clock, isHearing: () => boolean): Memory<T> {
  const entries = new Map<string, Remembered<T>>();
  let clearedCount = 0;

  function isFresh({ readAtMs }: Remembered<T>, nowMs: number): boolean {
    // A clock that was set back must not make an entry live longer.
    return readAtMs <= nowMs && nowMs - readAtMs < LIMITS.principalCacheMs;
  }

  function remember(name: string, entry: Remembered<T>): void {
    entries.delete(name);
    const [oldest] = entries.size < LIMITS.principalCacheEntriesMax ? [] : entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
    entries.set(name, entry);
  }

  return {
    async find(name, read) {
      if (!isHearing()) return read();
      const readAtMs = clock.nowMs();
      const found = entries.get(name);
      if (found !== undefined && isFresh(found, readAtMs)) return found.value;
      const clearedBefore = clearedCount;
      const value = await read();
      // What was read before a change was heard may be older than the change.
      const isCurrent = clearedCount === clearedBefore && isHearing();
      if (value !== null && isCurrent) remember(name, { value, readAtMs });
      return value;
    },
    clear() {
      clearedCount += 1;
      entries.clear();
    },
  };
}

function textOfHash(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}
