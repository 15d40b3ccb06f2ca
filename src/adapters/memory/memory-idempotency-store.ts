// Idempotent requests in memory.

import type { IdempotencyRecord, MemoryState } from '#adapters/memory/memory-state.ts';
import { textOfBytes } from '#adapters/memory/memory-state.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Completion, HeldClaim, IdempotencyStore } from '#ports/stores/idempotency-store.ts';

/** Store over this state; a claim that has expired is made anew. */
export function memoryIdempotencyStore(state: MemoryState): IdempotencyStore {
  const { records } = state;
  return {
    async claim(request) {
      const name = JSON.stringify([request.claimantId, request.idempotencyKey]);
      const found = records.get(name);
      const lockedUntilMs = request.nowMs + request.lockMs;
      const { ownerId } = request;
      if (found === undefined || found.beganAtMs + request.keepMs <= request.nowMs) {
        records.set(name, {
          recordId: request.recordId,
          fingerprint: textOfBytes(request.fingerprint),
          ownerId,
          lockedUntilMs,
          beganAtMs: request.nowMs,
          outcome: null,
        });
        return { kind: 'claimed', recordId: request.recordId, isTakeover: false };
      }
      if (found.fingerprint !== textOfBytes(request.fingerprint)) return { kind: 'reused' };
      if (found.outcome !== null) {
        return { kind: 'completed', recordId: found.recordId, outcome: found.outcome };
      }
      if (found.lockedUntilMs > request.nowMs) return { kind: 'in_progress' };
      records.set(name, { ...found, ownerId, lockedUntilMs });
      return { kind: 'claimed', recordId: found.recordId, isTakeover: true };
    },
    async complete(completion) {
      return completeRecord(state, completion);
    },
    async release({ claimantId, idempotencyKey, ownerId }) {
      const found = records.get(JSON.stringify([claimantId, idempotencyKey]));
      if (found !== undefined) changeHeld(state, found.recordId, ownerId, { lockedUntilMs: 0 });
    },
    async releaseAll() {
      const held = [...records].filter(([, record]) => record.outcome === null);
      for (const [name, record] of held) records.set(name, { ...record, lockedUntilMs: 0 });
      return held.length;
    },
    async renew(recordId, ownerId, lockedUntilMs) {
      return changeHeld(state, recordId, ownerId, { lockedUntilMs });
    },
    async purge(beforeMs, limit) {
      const old = [...records].filter(([, record]) => record.beganAtMs < beforeMs);
      old.sort(([, left], [, right]) => left.beganAtMs - right.beganAtMs);
      const purged = old.slice(0, limit);
      for (const [name] of purged) records.delete(name);
      return purged.length;
    },
  };
}

/** To be called before the effect. Throws Failure when another try has taken the request over. */
export function insistOnRecord(isStored: boolean): void {
  if (!isStored) throw new Failure('conflict', 'Another try of the request has taken it over.');
}

/** The same for an effect whose outcome is written later. */
export function insistOnClaim(state: MemoryState, { recordId, ownerId }: HeldClaim): void {
  insistOnRecord(changeHeld(state, recordId, ownerId, {}));
}

/** Stores the outcome if the owner still holds the record. */
export function completeRecord(state: MemoryState, completion: Completion): boolean {
  const { recordId, ownerId, outcome } = completion;
  return changeHeld(state, recordId, ownerId, { outcome });
}

function changeHeld(
  { records }: MemoryState,
  recordId: string,
  ownerId: string,
  changes: Partial<IdempotencyRecord>,
): boolean {
  for (const [name, record] of records) {
    if (record.recordId !== recordId) continue;
    if (record.ownerId !== ownerId || record.outcome !== null) return false;
    records.set(name, { ...record, ...changes });
    return true;
  }
  return false;
}
