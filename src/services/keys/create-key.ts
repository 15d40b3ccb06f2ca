// Makes an API key. The full key exists only in the response: what is retained is its SHA-256, its
// scopes and its first characters.

import { identifierAt } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Scope } from '#domain/access/scope.ts';
import { SCOPES } from '#domain/access/scope.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { ApiKey, KeyStore } from '#ports/stores/key-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';
import type { Actor, AuditDeps } from '#services/audit/note-audit.ts';
import { AT_THE_MACHINE, noteAudit } from '#services/audit/note-audit.ts';
import { mintKey } from '#services/keys/mint-key.ts';

export type CreateKeyCommand = {
  readonly userName: string;
  readonly name: string;
  /** Empty: unrestricted. */
  readonly scopes: readonly Scope[];
  /** When it ends; null or left out: never. */
  readonly expiresAtMs?: number | null;
  /** Networks that `parseAddressRange` accepts; none or left out: from anywhere. */
  readonly addresses?: readonly string[];
  readonly actor?: Actor;
};

/** `key` is the full key, which nothing can show again. */
export type NewKey = ApiKey & { readonly key: string };

export type CreateKeyRejection = 'user_not_found' | 'key_name_invalid' | 'expiry_passed';

/**
 * Makes a key for a named user; its full text is in the result alone. Rejects bad names and
 * expiries that have passed.
 */
export async function createKey(
  deps: AuditDeps & {
    readonly users: Pick<UserStore, 'findUserByName'>;
    readonly keys: Pick<KeyStore, 'insertKey'>;
    readonly digest: Digest;
  },
  command: CreateKeyCommand,
): Promise<Result<NewKey, CreateKeyRejection>> {
  const name = command.name.trim();
  if (name === '' || name.length > LIMITS.nameCharactersMax) return rejected('key_name_invalid');
  const user = await deps.users.findUserByName(command.userName);
  if (user === null) return rejected('user_not_found');
  const nowMs = deps.clock.nowMs();
  const { expiresAtMs = null, addresses = [] } = command;
  if (expiresAtMs !== null && expiresAtMs <= nowMs) return rejected('expiry_passed');
  const minted = mintKey(deps.random);
  const key: ApiKey = {
    keyId: identifierAt('key', nowMs, deps.random.bytes(10)),
    userId: user.userId,
    name,
    prefix: minted.prefix,
    scopes: SCOPES.filter((scope) => command.scopes.includes(scope)),
    isEnabled: true,
    createdAtMs: nowMs,
    lastUsedAtMs: null,
    expiresAtMs,
    addresses,
    endUserId: null,
  };
  await deps.keys.insertKey(key, deps.digest.sha256(minted.key), null);
  const { actor = AT_THE_MACHINE } = command;
  const { userId, keyId: subject } = key;
  await noteAudit(deps, { userId, act: 'key_created', ...actor, subject });
  return accepted({ ...key, key: minted.key });
}
