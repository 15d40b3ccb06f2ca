// Proves anew that the user of a session is there, before what lets others in: with the code of the
// app where the user has one, with the password otherwise.

import { ATTEMPTS_OF_NAME } from '#domain/access/attempts.ts';
import { LIMITS } from '#lib/limits.ts';
import { present } from '#lib/assert.ts';
import type { Session } from '#ports/stores/sign-in-store.ts';
import { checkCode } from '#services/sign-in/check-code.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { Guess, SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

export const PROOFS = ['code', 'password', 'sign_in'] as const;
/** `sign_in`: the user has neither, and signs in anew, by a passkey or a link. */
export type Proof = (typeof PROOFS)[number];

type ConfirmDeps = Omit<SignInDeps, 'passkeys'>;

/** Means of proof: code, password, or a new sign-in where the user has neither. */
export async function proofOf(
  { signIns }: Pick<SignInDeps, 'signIns'>,
  userId: string,
): Promise<Proof> {
  if ((await signIns.findSecondFactor(userId)) !== null) return 'code';
  const access = await signIns.findAccessOf(userId);
  return access?.passwordHash === undefined || access.passwordHash === null
    ? 'sign_in'
    : 'password';
}

/** Whether what lets others in may be done now. */
export function isConfirmed(
  { confirmedAtMs }: { readonly confirmedAtMs: number },
  nowMs: number,
): boolean {
  return nowMs - confirmedAtMs < LIMITS.confirmationMsMax;
}

type ConfirmCommand = {
  readonly session: Session;
  /** A code or the password, as `proofOf` says. */
  readonly secret: string;
  readonly visitor: Visitor;
};

/**
 * Confirms a session with the secret that `proofOf` names; attempts are limited and noted in the
 * audit log.
 */
export async function confirmSession(
  deps: ConfirmDeps,
  command: ConfirmCommand,
): Promise<Guess<null>> {
  const { session, secret, visitor } = command;
  const { userId, sessionId } = session;
  const proof = await proofOf(deps, userId);
  const checked =
    proof === 'code'
      ? await checkCode(deps, { userId, code: secret, visitor, sessionId })
      : await checkPassword(deps, session, secret);
  if (checked.kind === 'too_many') return checked;
  const isRight = checked.kind === 'right';
  const actor = { actorId: sessionId, address: visitor.address, subject: proof };
  await noteAudit(deps, { userId, act: isRight ? 'confirmed' : 'confirm_failed', ...actor });
  if (isRight) await deps.signIns.confirmSession(sessionId, deps.clock.nowMs());
  return checked;
}

/**
 * Counted by the session, apart from attempts to sign in under the name: wrong passwords of a
 * stranger keep nobody out who is signed in.
 */
export async function checkPassword(
  deps: Pick<SignInDeps, 'signIns' | 'passwords' | 'clock'>,
  { userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>,
  password: string,
): Promise<Guess<null>> {
  const { signIns, passwords, clock } = deps;
  const access = present(await signIns.findAccessOf(userId), 'a session is of a user');
  const subject = `session ${sessionId}`;
  const waitMs = await signIns.takeAttempt(subject, ATTEMPTS_OF_NAME, clock.nowMs());
  if (waitMs > 0) return { kind: 'too_many', waitMs };
  if (!(await passwords.verify(password, access.passwordHash))) return { kind: 'wrong' };
  await signIns.returnAttempt(subject);
  return { kind: 'right', value: null };
}
