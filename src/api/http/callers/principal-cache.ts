// Remembers for a few seconds which caller a key belongs to, so that most requests ask no store. A
// revoke clears it at once, in whichever process it was made; while such news would not be heard,
// nothing is remembered and nothing remembered is used. Requests that come while
// their key is looked up share the look-up.

import { LIMITS } from '#lib/limits.ts';
import type { Caller } from '#services/access/request-ports.ts';

export type PrincipalCache = {
  /** Null when nothing (fresh) is known. */
  find(keyHash: string, nowMs: number): Caller | null;
  /** `readAtMs` and `generation` (what `generation()` said) are those before the lookup began. */
  remember(keyHash: string, caller: Caller, readAtMs: number, generation: number): void;
  generation(): number;
  /** The look-up of the key that is under way over these connections; null: there is none. */
  underWay(connections: object, keyHash: string): Promise<Caller | null> | null;
  /** Others may share the look-up until it ends, or something changes. */
  share(connections: object, keyHash: string, lookUp: Promise<Caller | null>): void;
  /** Forgets everything; a lookup that is under way is then not remembered. */
  clear(): void;
};

type LookUps = Map<string, Promise<Caller | null>>;
type Entry = { readonly caller: Caller; readonly readAtMs: number };

/** `hearsChanges`: whether a change made anywhere would lead to a call of `clear` now. */
export function createPrincipalCache(hearsChanges: () => boolean): PrincipalCache {
  const entries = new Map<string, Entry>();
  let generation = 0;
  let lookUps = new WeakMap<object, LookUps>();
  return {
    find(keyHash, nowMs) {
      const entry = entries.get(keyHash);
      return entry !== undefined && isFresh(entry, nowMs) && hearsChanges() ? entry.caller : null;
    },
    remember(keyHash, caller, readAtMs, generationBefore) {
      if (generationBefore !== generation || !hearsChanges()) return;
      entries.delete(keyHash);
      // A map keeps the order of insertion: the first key is the oldest.
      const [oldest] = entries.size < LIMITS.principalCacheEntriesMax ? [] : entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(keyHash, { caller, readAtMs });
    },
    generation: () => generation,
    underWay: (connections, keyHash) =>
      hearsChanges() ? (lookUps.get(connections)?.get(keyHash) ?? null) : null,
    share(connections, keyHash, lookUp) {
      const own: LookUps = lookUps.get(connections) ?? new Map();
      lookUps.set(connections, own);
      own.set(keyHash, lookUp);
      const end = (): void => {
        if (own.get(keyHash) === lookUp) own.delete(keyHash);
      };
      lookUp.then(end, end);
    },
    clear() {
      generation += 1;
      entries.clear();
      lookUps = new WeakMap();
    },
  };
}

/** A clock that was set back must not make an entry live longer. */
function isFresh({ readAtMs }: Entry, nowMs: number): boolean {
  return readAtMs <= nowMs && nowMs - readAtMs < LIMITS.principalCacheMs;
}
