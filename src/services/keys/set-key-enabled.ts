// Switches a key off or on again, at once and in every process. A disabled key responds like an
// unknown one. Done at the machine, by its operator.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { KeyStore } from '#ports/stores/key-store.ts';
import { findKey } from '#services/keys/find-key.ts';
import type { AuditDeps } from '#services/audit/note-audit.ts';
import { noteAudit } from '#services/audit/note-audit.ts';

/** Enables or disables a key by its id, and notes it in the audit log. */
export async function setKeyEnabled(
  deps: AuditDeps & { readonly keys: Pick<KeyStore, 'setKeyEnabled' | 'listKeys'> },
  { keyId, isEnabled }: { readonly keyId: string; readonly isEnabled: boolean },
): Promise<Result<null, 'key_not_found'>> {
  const key = await findKey(deps, keyId);
  const isKnown = key !== null && (await deps.keys.setKeyEnabled(keyId, isEnabled));
  if (!isKnown) return rejected('key_not_found');
  const act = isEnabled ? 'key_enabled' : 'key_disabled';
  await noteAudit(deps, { userId: key.userId, act, subject: keyId });
  return accepted(null);
}
