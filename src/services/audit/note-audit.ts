// Adds an entry to the audit log: who did what from where.

import { identifierAt } from '#lib/identifier.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Random } from '#ports/world/random.ts';
import type { AuditEntry, SignInStore } from '#ports/stores/sign-in-store.ts';

export type AuditDeps = {
  readonly signIns: Pick<SignInStore, 'appendAudit'>;
  readonly clock: Clock;
  readonly random: Random;
};

/** Who acts: a session or a key and its user, from an address. */
export type Actor = {
  readonly actorId: string | null;
  readonly actorUserId: string | null;
  readonly address: string | null;
};

/** The operator, at the machine. */
export const AT_THE_MACHINE: Actor = { actorId: null, actorUserId: null, address: null };

export type AuditNote = Pick<AuditEntry, 'userId' | 'act'> &
  Partial<Pick<AuditEntry, 'actorId' | 'address' | 'subject' | 'actorUserId'>>;

/** Appends the entry now, with an id of its own. */
export async function noteAudit(deps: AuditDeps, note: AuditNote): Promise<void> {
  await deps.signIns.appendAudit(auditEntry(deps, note));
}

/** An entry that is written with what it is about, which may fail before and after. */
export function auditEntry(
  { clock, random }: Pick<AuditDeps, 'clock' | 'random'>,
  { userId, act, actorId = null, address = null, subject = null, actorUserId = null }: AuditNote,
): AuditEntry {
  const atMs = clock.nowMs();
  const entryId = identifierAt('aud', atMs, random.bytes(10));
  // Only who acted on another is named beside it.
  const other = actorUserId === userId ? null : actorUserId;
  return { entryId, userId, atMs, act, actorId, address, subject, actorUserId: other };
}
