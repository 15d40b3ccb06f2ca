// Adds an entry to the audit log: who did what from where.

import { identifierAt } from '#lib/identifier.ts';
import type { Clock } from '#ports/world/clock.ts';
import type { Random } from '#ports/world/random.ts';
import type { AuditEntry, SignInStore } from '#ports/stores/sign-in-store.ts';

export type AuditDeps = {
  readonly signIns: Pick<SignInStore, 'appendAudit'>;
  readonly clock: Clock;
  readonly random: Random;
};

export type AuditNote = Pick<AuditEntry, 'userId' | 'act'> &
  Partial<Pick<AuditEntry, 'actorId' | 'address' | 'subject'>>;

export async function noteAudit(
  { signIns, clock, random }: AuditDeps,
  { userId, act, actorId = null, address = null, subject = null }: AuditNote,
): Promise<void> {
  const atMs = clock.nowMs();
  const entryId = identifierAt('aud', atMs, random.bytes(10));
  await signIns.appendAudit({ entryId, userId, atMs, act, actorId, address, subject });
}
