// Signs in with a passkey, which says whose it is: nobody types a name. The device has seen a
// finger, a face or a code before, so that no second factor is needed either.

import { present } from '#lib/assert.ts';
import type { Passkey } from '#ports/stores/second-factor-store.ts';
import type { PasskeyPlace } from '#ports/world/passkeys.ts';
import type { SignInOutcome } from '#services/sign-in/enter.ts';
import { newChallenge } from '#services/sign-in/make-passkey.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import { openSession } from '#services/sign-in/open-session.ts';
import type { SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

type PasskeyDeps = Omit<SignInDeps, 'passwords' | 'secrets'>;

/** What the browser is asked; it knows the passkeys of the host. */
export async function beginSignInByPasskey(
  deps: PasskeyDeps,
  place: PasskeyPlace,
): Promise<object> {
  return deps.passkeys.requestOptions(place, await newChallenge(deps, 'passkey', null));
}

type SignInByPasskey = {
  readonly place: PasskeyPlace;
  readonly response: unknown;
  readonly visitor: Visitor;
};

/** Null: it is unknown, made for another host, or its response does not hold. */
export async function signInByPasskey(
  deps: PasskeyDeps,
  { place, response, visitor }: SignInByPasskey,
): Promise<SignInOutcome | null> {
  const { signIns, passkeys, clock, digest } = deps;
  const credentialId = passkeys.credentialOf(response);
  const passkey = credentialId === null ? null : await signIns.findPasskey(credentialId);
  if (passkey === null || passkey.host !== place.host) return null;
  const useCount = await passkeys.readUse(place, response, passkey, async (challenge) => {
    const hash = digest.sha256(challenge);
    return (await signIns.takeTicket('passkey', hash, clock.nowMs())) !== null;
  });
  if (useCount === null || !(await noteUse(deps, passkey, useCount, visitor))) return null;
  const { userId } = passkey;
  const access = present(await signIns.findAccessOf(userId), 'a passkey is of a user');
  const opened = await openSession(deps, userId, visitor, 'passkey');
  return { kind: 'signed_in', opened, access };
}

/** False, and noted, where it counts fewer uses than are known: somebody has a copy. */
async function noteUse(
  deps: PasskeyDeps,
  { passkeyId, userId }: Passkey,
  useCount: number,
  { address }: Visitor,
): Promise<boolean> {
  if (await deps.signIns.notePasskeyUse(passkeyId, useCount, deps.clock.nowMs())) return true;
  await noteAudit(deps, { userId, act: 'passkey_copied', address, subject: passkeyId });
  return false;
}
