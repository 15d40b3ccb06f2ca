// Judges who may lift what protects: not the key that it protects from, and no session that may be
// stolen.

import type { LooseningRefusal } from '#domain/access/protecting-scopes.ts';
import { mayProtect } from '#domain/access/protecting-scopes.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { isConfirmed } from '#services/sign-in/confirm-session.ts';

/** Null: the caller may. */
export function judgeLoosening(
  { scopes, confirmedAtMs }: Pick<Principal, 'scopes' | 'confirmedAtMs'>,
  nowMs: number,
): LooseningRefusal | null {
  if (!mayProtect(scopes)) return 'insufficient_scope';
  // A key has no confirmation.
  if (confirmedAtMs === null) return null;
  return isConfirmed({ confirmedAtMs }, nowMs) ? null : 'confirmation_required';
}
