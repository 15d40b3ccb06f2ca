// Remembers for a few seconds which caller a key belongs to, so that most requests ask no store. A
// revoke clears it at once; a lookup that was under way meanwhile is then not remembered.

import { LIMITS } from '#lib/limits.ts';
import type { Caller } from '#services/access/request-ports.ts';

export type PrincipalCache = {
  /** Null when nothing (fresh) is known. */
  find(keyHash: string, nowMs: number): Caller | null;
  /** `generation` is what `generation()` said before the lookup began. */
  remember(keyHash: string, caller: Caller, nowMs: number, generation: number): void;
  generation(): number;
  /** Forgets everything. */
  clear(): void;
};

export function createPrincipalCache(): PrincipalCache {
  const entries = new Map<string, { readonly caller: Caller; readonly untilMs: number }>();
  let generation = 0;
  return {
    find(keyHash, nowMs) {
      const entry = entries.get(keyHash);
      return entry !== undefined && entry.untilMs > nowMs ? entry.caller : null;
    },
    remember(keyHash, caller, nowMs, generationBefore) {
      if (generationBefore !== generation) return;
      // A map keeps the order of insertion: the first key is the oldest.
      entries.delete(keyHash);
      if (entries.size >= LIMITS.principalCacheEntriesMax) {
        for (const oldest of entries.keys()) {
          entries.delete(oldest);
          break;
        }
      }
      entries.set(keyHash, { caller, untilMs: nowMs + LIMITS.principalCacheMs });
    },
    generation: () => generation,
    clear() {
      generation += 1;
      entries.clear();
    },
  };
}
