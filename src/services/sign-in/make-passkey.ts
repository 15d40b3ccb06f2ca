// Makes a passkey of who is signed in: the browser has a device make it, and what it says of it is
// checked before it counts.

import { identifierAt } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import { present } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Passkey } from '#ports/stores/second-factor-store.ts';
import type { Session } from '#ports/stores/sign-in-store.ts';
import type { PasskeyPlace } from '#ports/world/passkeys.ts';
import { mintSecret } from '#services/keys/mint-key.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

type PasskeyDeps = Omit<SignInDeps, 'passwords' | 'secrets'>;

/** What the browser is asked. */
export async function beginPasskey(
  deps: PasskeyDeps,
  { userId, place }: { readonly userId: string; readonly place: PasskeyPlace },
): Promise<object> {
  const { signIns, passkeys } = deps;
  const access = present(await signIns.findAccessOf(userId), 'a session is of a user');
  const known = await signIns.listPasskeys(userId);
  const challenge = await newChallenge(deps, 'new_passkey', userId);
  const credentialIds = known.map(({ credentialId }) => credentialId);
  return passkeys.creationOptions(place, challenge, {
    userId,
    userName: access.name,
    credentialIds,
  });
}

type FinishPasskey = {
  readonly session: Session;
  readonly place: PasskeyPlace;
  readonly name: string;
  /** Of the browser. */
  readonly response: unknown;
  readonly visitor: Pick<Visitor, 'address'>;
};

/**
 * Stores a passkey that the browser made; rejects a bad response, a challenge that was used, and
 * too many.
 */
export async function finishPasskey(
  deps: PasskeyDeps,
  { session, place, name, response, visitor }: FinishPasskey,
): Promise<Result<Passkey, 'passkey_unusable' | 'too_many_passkeys'>> {
  const { signIns, passkeys, clock, random, digest } = deps;
  const { userId, sessionId } = session;
  const made = await passkeys.readCreation(place, response, async (challenge) => {
    const hash = digest.sha256(challenge);
    const ticket = await signIns.takeTicket('new_passkey', hash, clock.nowMs());
    return ticket?.userId === userId;
  });
  if (made === null) return rejected('passkey_unusable');
  const createdAtMs = clock.nowMs();
  const passkeyId = identifierAt('pk', createdAtMs, random.bytes(10));
  const rest = { host: place.host, createdAtMs, lastUsedAtMs: null };
  const passkey: Passkey = { passkeyId, userId, name, ...made, ...rest };
  if (!(await signIns.insertPasskey(passkey, LIMITS.passkeysPerUserMax)))
    return rejected('too_many_passkeys');
  const actor = { actorId: sessionId, address: visitor.address, subject: passkeyId };
  await noteAudit(deps, { userId, act: 'passkey_made', ...actor });
  return accepted(passkey);
}

type RemovePasskey = {
  readonly session: Session;
  readonly passkeyId: string;
  readonly visitor: Pick<Visitor, 'address'>;
};

/** Removes a passkey of the session's user, and notes it in the audit log. */
export async function removePasskey(
  deps: PasskeyDeps,
  { session, passkeyId, visitor }: RemovePasskey,
): Promise<Result<null, 'passkey_not_found'>> {
  const { userId, sessionId } = session;
  if (!(await deps.signIns.removePasskey(userId, passkeyId))) return rejected('passkey_not_found');
  const actor = { actorId: sessionId, address: visitor.address, subject: passkeyId };
  await noteAudit(deps, { userId, act: 'passkey_removed', ...actor });
  return accepted(null);
}

/** Of 256 bits, for one response. */
export async function newChallenge(
  { signIns, clock, random, digest }: PasskeyDeps,
  purpose: 'passkey' | 'new_passkey',
  userId: string | null,
): Promise<string> {
  const challenge = mintSecret('', random);
  const expiresAtMs = clock.nowMs() + LIMITS.signInTicketMsMax;
  const ticket = { purpose, userId, signedInBy: null, expiresAtMs } as const;
  await signIns.insertTicket(ticket, digest.sha256(challenge));
  return challenge;
}
