// Idempotent requests in PostgreSQL. The decision about a claim is a function in the database
// (src/adapters/postgres/functions/claim_idempotency.sql), so it is one round trip and cannot race.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { assert, present } from '#lib/assert.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type {
  Completion,
  HeldClaim,
  IdempotencyClaim,
  IdempotencyStore,
} from '#ports/stores/idempotency-store.ts';

type ClaimRow = {
  readonly kind: IdempotencyClaim['kind'];
  readonly record_id: string | null;
  readonly is_takeover: boolean | null;
  readonly outcome: Uint8Array | null;
};

type RecordIdRow = { readonly record_id: string };

const CLAIM: Statement<ClaimRow> = {
  name: 'claim',
  text: `
    SELECT kind, record_id, is_takeover, outcome
    FROM claim_idempotency($1, $2, $3, $4, $5, $6, $7, $8)`,
};

const COMPLETE: Statement<RecordIdRow> = {
  name: 'complete',
  text: `
    UPDATE idempotency SET outcome = $3
    WHERE record_id = $1 AND owner_id = $2 AND outcome IS NULL RETURNING record_id`,
};

/** The row's lock keeps another try from taking the request over until the effect is there. */
const INSIST: Statement<RecordIdRow> = {
  name: 'insist_on_claim',
  text: `
    SELECT record_id FROM idempotency
    WHERE record_id = $1 AND owner_id = $2 AND outcome IS NULL FOR UPDATE`,
};

const SET_LOCK: Statement<RecordIdRow> = {
  name: 'set_lock',
  text: `
    UPDATE idempotency SET locked_until_ms = $3
    WHERE record_id = $1 AND owner_id = $2 AND outcome IS NULL RETURNING record_id`,
};

const RELEASE: Statement<never> = {
  name: 'release_claim',
  text: `
    UPDATE idempotency SET locked_until_ms = 0
    WHERE claimant_id = $1 AND idempotency_key = $2 AND owner_id = $3 AND outcome IS NULL`,
};

const RELEASE_ALL: Statement<RecordIdRow> = {
  text: `
    UPDATE idempotency SET locked_until_ms = 0
    WHERE outcome IS NULL AND locked_until_ms > 0 RETURNING record_id`,
};

const PURGE: Statement<RecordIdRow> = {
  text: `
    DELETE FROM idempotency WHERE record_id IN (
      SELECT record_id FROM idempotency WHERE began_at_ms < $1
      ORDER BY began_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING record_id`,
};

/** Store over this database. */
export function postgresIdempotencyStore(database: Database): IdempotencyStore {
  return {
    async claim(request) {
      const [row] = await database.write(CLAIM, [
        request.claimantId,
        request.idempotencyKey,
        request.fingerprint,
        request.recordId,
        request.ownerId,
        request.nowMs,
        request.lockMs,
        request.keepMs,
      ]);
      assert(row !== undefined, 'a claim returns one row');
      return claimFromRow(row);
    },
    complete: (completion) => storeOutcome(database, completion),
    async release({ claimantId, idempotencyKey, ownerId }) {
      // The record stays: what a failed attempt made is named after it and must be found again.
      await database.write(RELEASE, [claimantId, idempotencyKey, ownerId]);
    },
    async releaseAll() {
      return (await database.write(RELEASE_ALL, [])).length;
    },
    async renew(recordId, ownerId, lockedUntilMs) {
      return (await database.write(SET_LOCK, [recordId, ownerId, lockedUntilMs])).length === 1;
    },
    async purge(beforeMs, limit) {
      return (await database.write(PURGE, [beforeMs, limit])).length;
    },
  };
}

/**
 * Stores a request's outcome in the transaction of its effect. Throws Failure when the request was
 * taken over or completed meanwhile, so that the transaction and with it the effect is undone: what
 * the other try made may be gone again, and must not come back.
 */
export async function completeRequest(session: Session, completion: Completion): Promise<void> {
  if (!(await storeOutcome(session, completion))) throw takenOver();
}

/** The same where the outcome is written later, after the effect. */
export async function insistOnClaim(
  session: Pick<Session, 'write'>,
  claim: HeldClaim,
): Promise<void> {
  const { recordId, ownerId } = claim;
  if ((await session.write(INSIST, [recordId, ownerId])).length === 0) throw takenOver();
}

/** One statement; within a transaction only where there is a claim to insist on. */
export async function withClaim<T>(
  database: Database,
  claim: HeldClaim | null,
  write: (session: Pick<Session, 'write'>) => Promise<T>,
): Promise<T> {
  if (claim === null) return write(database);
  return database.transaction(async (session) => {
    await insistOnClaim(session, claim);
    return write(session);
  });
}

function takenOver(): Failure {
  return new Failure('conflict', 'Another try of the request has taken it over.');
}

/** False when the owner does not hold the request any more. */
async function storeOutcome(
  session: Pick<Session, 'write'>,
  { recordId, ownerId, outcome }: Completion,
): Promise<boolean> {
  return (await session.write(COMPLETE, [recordId, ownerId, outcome])).length === 1;
}

function claimFromRow(row: ClaimRow): IdempotencyClaim {
  switch (row.kind) {
    case 'claimed':
      return {
        kind: 'claimed',
        recordId: present(row.record_id, 'a claimed request has a record'),
        isTakeover: row.is_takeover === true,
      };
    case 'completed':
      return {
        kind: 'completed',
        recordId: present(row.record_id, 'a completed request has a record'),
        outcome: new Uint8Array(present(row.outcome, 'a completed request has an outcome')),
      };
    case 'in_progress':
    case 'reused':
      return { kind: row.kind };
  }
}
