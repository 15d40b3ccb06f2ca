// A new session with a token of its own, so that nobody can have planted one in a browser before.

import { identifierAt } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import { mintSecret } from '#services/keys/mint-key.ts';
import type { OpenedSession, SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

const TOKEN_PREFIX = 'tm_session_';

/** Nothing is stored yet. */
export function newSession(
  { clock, random }: Pick<SignInDeps, 'clock' | 'random'>,
  userId: string,
  visitor: Visitor,
  isByLink: boolean,
): OpenedSession {
  const nowMs = clock.nowMs();
  const session = {
    sessionId: identifierAt('sess', nowMs, random.bytes(10)),
    userId,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    address: visitor.address,
    agent: visitor.agent?.slice(0, LIMITS.agentCharactersMax) ?? null,
    isByLink,
  };
  return { session, token: mintSecret(TOKEN_PREFIX, random) };
}

/** Opens one, and notes that somebody signed in. */
export async function openSession(
  deps: Pick<SignInDeps, 'signIns' | 'clock' | 'random' | 'digest'>,
  userId: string,
  visitor: Visitor,
  isByLink: boolean,
): Promise<OpenedSession> {
  const opened = newSession(deps, userId, visitor, isByLink);
  const hash = deps.digest.sha256(opened.token);
  await deps.signIns.insertSession(opened.session, hash, LIMITS.sessionsPerUserMax);
  return opened;
}
