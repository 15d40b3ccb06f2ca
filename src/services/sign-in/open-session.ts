// A new session with a token of its own, so that nobody can have planted one in a browser before.

import { identifierAt } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { SignInMeans } from '#ports/stores/sign-in-store.ts';
import { mintSecret } from '#services/keys/mint-key.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { OpenedSession, SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

const TOKEN_PREFIX = 'tm_session_';

/** Nothing is stored yet. */
export function newSession(
  { clock, random }: Pick<SignInDeps, 'clock' | 'random'>,
  userId: string,
  visitor: Visitor,
  signedInBy: SignInMeans,
): OpenedSession {
  const nowMs = clock.nowMs();
  const session = {
    sessionId: identifierAt('sess', nowMs, random.bytes(10)),
    userId,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    address: visitor.address,
    agent: visitor.agent?.slice(0, LIMITS.agentCharactersMax) ?? null,
    signedInBy,
    confirmedAtMs: nowMs,
  };
  return { session, token: mintSecret(TOKEN_PREFIX, random) };
}

/** Opens one, and notes that somebody signed in. */
export async function openSession(
  deps: Pick<SignInDeps, 'signIns' | 'clock' | 'random' | 'digest'>,
  userId: string,
  visitor: Visitor,
  signedInBy: SignInMeans,
): Promise<OpenedSession> {
  const opened = newSession(deps, userId, visitor, signedInBy);
  const hash = deps.digest.sha256(opened.token);
  await deps.signIns.insertSession(opened.session, hash, LIMITS.sessionsPerUserMax);
  await deps.signIns.noteNetwork(userId, visitor.network, opened.session.createdAtMs);
  const actor = { actorId: opened.session.sessionId, address: visitor.address };
  await noteAudit(deps, { userId, act: 'sign_in', ...actor, subject: signedInBy });
  return opened;
}
