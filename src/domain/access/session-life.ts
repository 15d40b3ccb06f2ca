// Lifetime of a session: until it was left alone for hours, at most for some weeks.

import { LIMITS } from '#lib/limits.ts';

/** From when on the session is over, if nothing ends it before. */
export function sessionEndMs(session: {
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
}): number {
  const idleEndMs = session.lastSeenAtMs + LIMITS.sessionIdleMsMax;
  return Math.min(idleEndMs, session.createdAtMs + LIMITS.sessionMsMax);
}
