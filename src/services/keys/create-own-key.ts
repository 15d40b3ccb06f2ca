// Makes a key for who asks. It may never do more than the key that makes it: its scopes are among
// that key's, and its expiry and networks are no wider. A person has no such bounds: a session ends
// soon, and is of wherever the person is.

import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { formatInstant } from '#lib/time.ts';
import { allowsRanges, parseAddressRange } from '#domain/access/address-range.ts';
import type { Scope } from '#domain/access/scope.ts';
import { SCOPES } from '#domain/access/scope.ts';
import type { ApiKey, KeyStore, Principal } from '#ports/stores/key-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Random } from '#ports/world/random.ts';
import { isBySession } from '#services/access/request-ports.ts';
import type { NewKey } from '#services/keys/create-key.ts';
import { mintKey } from '#services/keys/mint-key.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type CreateOwnKeyCommand = {
  readonly caller: Principal;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: as the caller's. */
  readonly expiresAtMs: number | null;
  /** Empty: as the caller's. */
  readonly addresses: readonly string[];
  /** Null: as the caller's. */
  readonly endUserId: string | null;
  /** Equal for each try of one request: all tries make the same key. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<NewKey> | null;
};

export type CreateOwnKeyRejection =
  | { readonly code: 'forbidden'; readonly detail: string }
  | {
      readonly code: 'invalid_request';
      readonly field: 'name' | 'scopes' | 'expires_at' | 'allowed_addresses';
      readonly detail: string;
    };

type CreateOwnKeyDeps = {
  readonly keys: Pick<KeyStore, 'insertKey'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
};

/** Makes a key within the bounds of the caller's; equal derivations give the same key id. */
export async function createOwnKey(
  deps: CreateOwnKeyDeps,
  command: CreateOwnKeyCommand,
): Promise<Result<NewKey, CreateOwnKeyRejection>> {
  const { derivationId, completion } = command;
  const caller = boundsOf(command.caller);
  const nowMs = deps.clock.nowMs();
  const misfit = keyMisfit(command, caller, nowMs);
  if (misfit !== null) return rejected(misfit);
  const { key, prefix } = mintKey(deps.random);
  const row: ApiKey = {
    keyId: identifierFromBytes('key', deps.digest.sha256(`key:${derivationId}`)),
    userId: caller.userId,
    name: command.name.trim(),
    prefix,
    scopes: SCOPES.filter((scope) => command.scopes.includes(scope)),
    isEnabled: true,
    createdAtMs: nowMs,
    lastUsedAtMs: null,
    expiresAtMs: command.expiresAtMs ?? caller.expiresAtMs,
    addresses: command.addresses.length > 0 ? command.addresses : caller.addresses,
    endUserId: command.endUserId ?? caller.endUserId,
  };
  const made = { ...row, key };
  const hash = deps.digest.sha256(key);
  const { keysPerUserMax } = LIMITS;
  const completed = completionWith(completion, made);
  if (await deps.keys.insertKey(row, hash, completed, keysPerUserMax)) return accepted(made);
  const detail = `At most ${keysPerUserMax} keys may exist; revoke one first.`;
  return rejected({ code: 'forbidden', detail });
}

/** What no key that the caller makes may go beyond. */
export function boundsOf(caller: Principal): Principal {
  return isBySession(caller) ? { ...caller, expiresAtMs: null, addresses: [] } : caller;
}

function keyMisfit(
  { name, scopes, expiresAtMs, addresses }: CreateOwnKeyCommand,
  caller: Principal,
  nowMs: number,
): CreateOwnKeyRejection | null {
  if (name.trim() === '') return fault('name', 'expected 1 to 150 characters, found none.');
  if (scopes.length === 0 && caller.scopes.length > 0)
    return fault('scopes', `expected some of ${caller.scopes.join(', ')}; found none.`);
  const beyond = scopes.find((scope) => caller.scopes.length > 0 && !caller.scopes.includes(scope));
  if (beyond !== undefined) {
    const own = caller.scopes.join(', ');
    return fault('scopes', `expected some of this key's own, ${own}; found "${beyond}".`);
  }
  if (expiresAtMs !== null && expiresAtMs <= nowMs)
    return fault('expires_at', 'expected an instant to come.');
  if (expiresAtMs !== null && caller.expiresAtMs !== null && expiresAtMs > caller.expiresAtMs) {
    const most = formatInstant(caller.expiresAtMs);
    return fault('expires_at', `expected at most ${most}, when this key itself expires.`);
  }
  return addressMisfit(caller, addresses);
}

function addressMisfit(
  caller: Principal,
  addresses: readonly string[],
): CreateOwnKeyRejection | null {
  for (const text of addresses) {
    const range = parseAddressRange(text);
    if (!range.ok)
      return fault('allowed_addresses', `expected ${range.rejection}, found "${text}".`);
    if (!allowsRanges(caller.addresses, [text])) {
      const allowed = caller.addresses.join(', ');
      return fault('allowed_addresses', `expected a part of ${allowed}, found "${text}".`);
    }
  }
  return null;
}

function fault(
  field: Extract<CreateOwnKeyRejection, { readonly code: 'invalid_request' }>['field'],
  detail: string,
): CreateOwnKeyRejection {
  return { code: 'invalid_request', field, detail: `Field "${field}": ${detail}` };
}
