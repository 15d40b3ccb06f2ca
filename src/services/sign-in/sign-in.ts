// Signs in with a name and a password. Attempts are slowed down for each name and each address, and
// counted before the password is looked at, so that many at once count as many. From a network that
// the user signed in from they count apart, so that strangers keep nobody out. The response is the
// same, and takes as long, whether the name is unknown, the password wrong or none was set.

import { LIMITS } from '#lib/limits.ts';
import { ATTEMPTS_OF_ADDRESS, ATTEMPTS_OF_NAME } from '#domain/access/attempts.ts';
import type { SignInOutcome } from '#services/sign-in/enter.ts';
import { enter } from '#services/sign-in/enter.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { Guess, SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

export type SignInCommand = {
  readonly userName: string;
  readonly password: string;
  readonly visitor: Visitor;
};

/** Signs in, or says how long to wait. An unknown name takes as long as a wrong password. */
export async function signIn(
  deps: Omit<SignInDeps, 'passkeys' | 'secrets'>,
  command: SignInCommand,
): Promise<Guess<SignInOutcome>> {
  const { signIns, passwords } = deps;
  const { userName, password, visitor } = command;
  const subject = await nameSubject(deps, userName, visitor);
  const waitMs = await takeAttempts(deps, subject, visitor);
  if (waitMs > 0) return { kind: 'too_many', waitMs };
  const access = await signIns.findAccess(userName);
  const isRight = await passwords.verify(password, access?.passwordHash ?? null);
  if (access === null || !isRight) {
    if (access !== null)
      await noteAudit(deps, {
        userId: access.userId,
        act: 'sign_in_failed',
        address: visitor.address,
        subject: 'password',
      });
    return { kind: 'wrong' };
  }
  await signIns.returnAttempt(subject);
  await signIns.returnAttempt(addressSubject(visitor));
  return { kind: 'right', value: await enter(deps, access, visitor, 'password') };
}

type AttemptDeps = Pick<SignInDeps, 'signIns' | 'clock' | 'digest'>;

/** How long to wait; 0: the attempt is taken. An address that has to wait costs names nothing. */
async function takeAttempts(deps: AttemptDeps, ofName: string, visitor: Visitor): Promise<number> {
  const { signIns, clock } = deps;
  const nowMs = clock.nowMs();
  const ofAddress = addressSubject(visitor);
  const addressWaitMs = await signIns.takeAttempt(ofAddress, ATTEMPTS_OF_ADDRESS, nowMs);
  if (addressWaitMs > 0) return addressWaitMs;
  return signIns.takeAttempt(ofName, ATTEMPTS_OF_NAME, nowMs);
}

/** Names are whatever somebody typed, a password by mistake, so they are not stored as they are. */
async function nameSubject(
  { signIns, clock, digest }: AttemptDeps,
  userName: string,
  { network }: Visitor,
): Promise<string> {
  const name = `name ${Buffer.from(digest.sha256(userName)).toString('base64url')}`;
  const sinceMs = clock.nowMs() - LIMITS.sessionMsMax;
  const isKnown = await signIns.isKnownNetwork(userName, network, sinceMs);
  return isKnown ? `${name} from ${network}` : name;
}

function addressSubject({ network }: Visitor): string {
  return `address ${network}`;
}
