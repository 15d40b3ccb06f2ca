// Contract of every store for idempotent requests: one owner at a time, one outcome for good.

import assert from 'node:assert/strict';
import type { ClaimRequest, StoreCases } from '#ports/stores/store.fixture.ts';
import { sampleClaim, sampleId } from '#ports/stores/store.fixture.ts';

const OUTCOME = new Uint8Array([1, 2, 3]);
const OTHER_FINGERPRINT = new Uint8Array(32).fill(9);

export const IDEMPOTENCY_CASES: StoreCases = {
  'the first claim gets a new record': async (store) => {
    const claim = sampleClaim();
    assert.deepEqual(await store.claim(claim), {
      kind: 'claimed',
      recordId: claim.recordId,
      isTakeover: false,
    });
  },
  'of twenty that claim at once, one gets it': async (store) => {
    const claim = sampleClaim();
    const tries = Array.from({ length: 20 }, () => store.claim(again(claim)));
    const kinds = (await Promise.all(tries)).map((response) => response.kind);
    assert.equal(kinds.filter((kind) => kind === 'claimed').length, 1);
    assert.equal(kinds.filter((kind) => kind === 'in_progress').length, 19);
  },
  'a second claim by the same owner is no claim either': async (store) => {
    const claim = sampleClaim();
    await store.claim(claim);
    const second = await store.claim(again(claim, { ownerId: claim.ownerId }));
    assert.deepEqual(second, { kind: 'in_progress' });
  },
  'keys of different users do not meet': async (store) => {
    const claim = sampleClaim();
    await store.claim(claim);
    const other = await store.claim(again(claim, { claimantId: sampleId('user') }));
    assert.equal(other.kind, 'claimed');
    const another = await store.claim(again(claim, { idempotencyKey: 'second' }));
    assert.equal(another.kind, 'claimed');
  },
  'a completed request gets its outcome, for as long as it is retained': async (store) => {
    const claim = sampleClaim();
    const { recordId, ownerId, nowMs, keepMs } = claim;
    await store.claim(claim);
    assert.equal(await store.complete({ recordId, ownerId, outcome: OUTCOME }), true);
    const last = await store.claim(again(claim, { nowMs: nowMs + keepMs - 1 }));
    assert.deepEqual(last, { kind: 'completed', recordId, outcome: OUTCOME });
  },
  'an outcome is stored once': async (store) => {
    const claim = sampleClaim();
    const { recordId, ownerId } = claim;
    await store.claim(claim);
    assert.equal(await store.complete({ recordId, ownerId, outcome: OUTCOME }), true);
    assert.equal(await store.complete({ recordId, ownerId, outcome: new Uint8Array() }), false);
    assert.deepEqual(await store.claim(again(claim)), {
      kind: 'completed',
      recordId,
      outcome: OUTCOME,
    });
  },
  'another request under the same key is reused, whatever became of the first': async (store) => {
    const claim = sampleClaim();
    const { recordId, ownerId } = claim;
    const other = () => store.claim(again(claim, { fingerprint: OTHER_FINGERPRINT }));
    await store.claim(claim);
    assert.deepEqual(await other(), { kind: 'reused' });
    await store.complete({ recordId, ownerId, outcome: OUTCOME });
    assert.deepEqual(await other(), { kind: 'reused' });
  },
  'an abandoned request is taken over with its record, once': async (store) => {
    const claim = sampleClaim();
    const nowMs = claim.nowMs + claim.lockMs;
    await store.claim(claim);
    const early = await store.claim(again(claim, { nowMs: nowMs - 1 }));
    assert.equal(early.kind, 'in_progress');
    const tries = Array.from({ length: 20 }, () => store.claim(again(claim, { nowMs })));
    const claimed = (await Promise.all(tries)).filter((response) => response.kind === 'claimed');
    assert.deepEqual(claimed, [{ kind: 'claimed', recordId: claim.recordId, isTakeover: true }]);
  },
  'who lost a request cannot complete, renew or release it': async (store) => {
    const claim = sampleClaim();
    const { recordId, ownerId, nowMs, lockMs } = claim;
    await store.claim(claim);
    await store.claim(again(claim, { nowMs: nowMs + lockMs, ownerId: 'new' }));
    assert.equal(await store.complete({ recordId, ownerId, outcome: OUTCOME }), false);
    assert.equal(await store.renew(recordId, ownerId, nowMs + 10 * lockMs), false);
    await store.release(claim);
    const next = await store.claim(again(claim, { nowMs: nowMs + lockMs }));
    assert.deepEqual(next, { kind: 'in_progress' });
  },
  'who is late but was not replaced can still complete': async (store) => {
    const claim = sampleClaim({ lockMs: 0 });
    const { recordId, ownerId } = claim;
    await store.claim(claim);
    assert.equal(await store.complete({ recordId, ownerId, outcome: OUTCOME }), true);
  },
  'a renewed lock holds': async (store) => {
    const claim = sampleClaim();
    const { recordId, ownerId, nowMs, lockMs } = claim;
    await store.claim(claim);
    assert.equal(await store.renew(recordId, ownerId, nowMs + 2 * lockMs), true);
    const next = await store.claim(again(claim, { nowMs: nowMs + lockMs }));
    assert.deepEqual(next, { kind: 'in_progress' });
  },
  'a released request can be tried again at once, and finds its record': async (store) => {
    const claim = sampleClaim();
    await store.claim(claim);
    await store.release(claim);
    const next = await store.claim(again(claim));
    assert.deepEqual(next, { kind: 'claimed', recordId: claim.recordId, isTakeover: true });
  },
  'all claims can be given back at once, and what was completed stays': async (store) => {
    const [open, done] = [sampleClaim(), sampleClaim()];
    await store.claim(open);
    await store.claim(done);
    await store.complete({ recordId: done.recordId, ownerId: done.ownerId, outcome: OUTCOME });
    assert.ok((await store.releaseAll()) >= 1);
    assert.equal((await store.claim(again(open))).kind, 'claimed');
    assert.equal((await store.claim(again(done))).kind, 'completed');
  },
  'a completed request is not released': async (store) => {
    const claim = sampleClaim();
    const { recordId, ownerId } = claim;
    await store.claim(claim);
    await store.complete({ recordId, ownerId, outcome: OUTCOME });
    await store.release(claim);
    assert.equal((await store.claim(again(claim))).kind, 'completed');
  },
  'a record that is no longer retained counts as absent': async (store) => {
    const claim = sampleClaim();
    const { recordId, ownerId, nowMs, keepMs } = claim;
    await store.claim(claim);
    await store.complete({ recordId, ownerId, outcome: OUTCOME });
    const fresh = again(claim, { nowMs: nowMs + keepMs, fingerprint: OTHER_FINGERPRINT });
    assert.deepEqual(await store.claim(fresh), {
      kind: 'claimed',
      recordId: fresh.recordId,
      isTakeover: false,
    });
    assert.equal(await store.complete({ recordId, ownerId, outcome: OUTCOME }), false);
  },
  'old records are purged, a few at a time': async (store) => {
    const claims = [100, 101, 102, 103].map((nowMs) => sampleClaim({ nowMs }));
    for (const claim of claims) await store.claim(claim);
    assert.equal(await store.purge(103, 2), 2);
    assert.equal(await store.purge(103, 2), 1);
    assert.equal(await store.purge(103, 2), 0);
    const [first, , , last] = claims;
    assert.equal((await store.claim(again(first, { nowMs: 104 }))).kind, 'claimed');
    assert.equal((await store.claim(again(last, { nowMs: 104 }))).kind, 'in_progress');
  },
};

function again(claim: ClaimRequest | undefined, changes: Partial<ClaimRequest> = {}): ClaimRequest {
  assert.ok(claim !== undefined);
  const { recordId: _recordId, ownerId: _ownerId, ...rest } = claim;
  return sampleClaim({ ...rest, ...changes });
}
