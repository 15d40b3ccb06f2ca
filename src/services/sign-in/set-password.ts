// Sets the password of who is signed in. All sessions end with it, so that whoever stole one is
// out; the browser that asked goes on with a new one. Needs the former password, unless the session
// began with a one-time link some minutes ago.

import type { PasswordProblem } from '#domain/access/password.ts';
import { passwordProblem } from '#domain/access/password.ts';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Session } from '#ports/stores/sign-in-store.ts';
import { checkPassword } from '#services/sign-in/confirm-session.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import { newSession } from '#services/sign-in/open-session.ts';
import type { OpenedSession, SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

export type SetPasswordOutcome =
  | { readonly kind: 'set'; readonly opened: OpenedSession }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too_many'; readonly waitMs: number }
  | { readonly kind: 'unfit'; readonly problem: PasswordProblem };

export type SetPasswordCommand = {
  readonly session: Session;
  readonly password: string;
  /** Null: none was given. */
  readonly formerPassword: string | null;
  readonly visitor: Visitor;
};

/**
 * Sets the password and opens the session that replaces all others; an unfit password is refused
 * before the former one is checked.
 */
export async function setPassword(
  deps: Omit<SignInDeps, 'passkeys' | 'secrets'>,
  { session, password, formerPassword, visitor }: SetPasswordCommand,
): Promise<SetPasswordOutcome> {
  const { signIns, passwords, clock, digest } = deps;
  const { userId } = session;
  const access = present(await signIns.findAccessOf(userId), 'a session is of a user');
  const problem = passwordProblem(password, access.name);
  if (problem !== null) return { kind: 'unfit', problem };
  if (!mayLeaveOutFormer(session, clock.nowMs())) {
    const checked = await checkPassword(deps, session, formerPassword ?? '');
    if (checked.kind !== 'right') return checked;
  }
  const passwordHash = await passwords.hash(password);
  const opened = successorOf(deps, session, visitor);
  const sessionHash = digest.sha256(opened.token);
  const atMs = opened.session.createdAtMs;
  const change = { userId, passwordHash, atMs, session: opened.session, sessionHash };
  await signIns.setPassword(change);
  const actor = { actorId: session.sessionId, address: visitor.address };
  await noteAudit(deps, { userId, act: 'password_set', ...actor });
  return { kind: 'set', opened };
}

/** Goes on where the session ends, with no more rights: not by a link, and proved no later. */
function successorOf(
  deps: Pick<SignInDeps, 'clock' | 'random'>,
  { userId, signedInBy, confirmedAtMs }: Session,
  visitor: Visitor,
): OpenedSession {
  const means = signedInBy === 'link' ? 'password' : signedInBy;
  const { session, token } = newSession(deps, userId, visitor, means);
  return { session: { ...session, confirmedAtMs }, token };
}

/** Whether the session may set a password without the former one. */
export function mayLeaveOutFormer({ signedInBy, createdAtMs }: Session, nowMs: number): boolean {
  return signedInBy === 'link' && nowMs - createdAtMs < LIMITS.signInLinkPasswordMsMax;
}
