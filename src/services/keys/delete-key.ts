// Deletes a key for good, at once and in every process. Done at the machine, by its operator.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { KeyStore } from '#ports/stores/key-store.ts';
import { findKey } from '#services/keys/find-key.ts';
import type { AuditDeps } from '#services/audit/note-audit.ts';
import { noteAudit } from '#services/audit/note-audit.ts';

/** Deletes a key by its id, whoever's it is, and notes it in the audit log. */
export async function deleteKey(
  deps: AuditDeps & { readonly keys: Pick<KeyStore, 'deleteKey' | 'listKeys'> },
  { keyId }: { readonly keyId: string },
): Promise<Result<null, 'key_not_found'>> {
  const key = await findKey(deps, keyId);
  if (key === null || !(await deps.keys.deleteKey(keyId))) return rejected('key_not_found');
  await noteAudit(deps, { userId: key.userId, act: 'key_deleted', subject: keyId });
  return accepted(null);
}
