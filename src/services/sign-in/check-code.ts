// Checks a code of the user's authenticator app, or a recovery code of it. A code counts once, and
// guesses are slowed down as those of passwords are: a million codes take years.

import { ATTEMPTS_OF_NAME } from '#domain/access/attempts.ts';
import { readRecoveryCode } from '#domain/access/recovery-code.ts';
import { stepOfCode } from '#domain/access/app-code.ts';
import { present } from '#lib/assert.ts';
import type { SecondFactor } from '#ports/stores/second-factor-store.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { Guess, SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

export type CheckCodeDeps = Pick<SignInDeps, 'signIns' | 'secrets' | 'clock' | 'random' | 'digest'>;

type CheckCode = {
  readonly userId: string;
  readonly code: string;
  readonly visitor: Pick<Visitor, 'address'>;
  /** Of who has one. */
  readonly sessionId: string | null;
};

/** Of a user without an app no code is right. */
export async function checkCode(deps: CheckCodeDeps, command: CheckCode): Promise<Guess<null>> {
  const { signIns, clock } = deps;
  const { userId } = command;
  const subject = `code ${userId}`;
  const waitMs = await signIns.takeAttempt(subject, ATTEMPTS_OF_NAME, clock.nowMs());
  if (waitMs > 0) return { kind: 'too_many', waitMs };
  const factor = await signIns.findSecondFactor(userId);
  const isRight = factor !== null && (await takeCode(deps, factor, command));
  if (!isRight) return { kind: 'wrong' };
  await signIns.returnAttempt(subject);
  return { kind: 'right', value: null };
}

async function takeCode(
  deps: CheckCodeDeps,
  factor: SecondFactor,
  { code, visitor, sessionId }: CheckCode,
): Promise<boolean> {
  const { signIns, clock, digest } = deps;
  const { userId } = factor;
  const secret = openSecret(deps, factor);
  const step = stepOfCode(digest.hmacSha1, secret, code, clock.nowMs());
  if (step !== null) return signIns.takeCodeStep(userId, step);
  const recovery = readRecoveryCode(code);
  if (recovery === null) return false;
  const isKnown = await signIns.takeRecoveryCode(userId, digest.sha256(recovery));
  const actor = { actorId: sessionId, address: visitor.address };
  if (isKnown) await noteAudit(deps, { userId, act: 'recovery_code_used', ...actor });
  return isKnown;
}

/** What a secret is sealed for, so that one user's is no other's. */
export function secretContext(userId: string): string {
  return `authenticator app of ${userId}`;
}

function openSecret({ secrets }: CheckCodeDeps, factor: SecondFactor): Uint8Array {
  const secret = secrets.open(factor.sealedSecret, secretContext(factor.userId));
  return present(secret, 'the secret of an app was sealed by the master key of this installation');
}
