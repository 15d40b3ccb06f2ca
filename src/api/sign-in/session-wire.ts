// What the pages are given of who is signed in.

import { formatInstant } from '#lib/time.ts';
import { sessionEndMs } from '#domain/access/session-life.ts';
import type { OwnSession } from '#services/sign-in/find-own-session.ts';
import { mayLeaveOutFormer } from '#services/sign-in/set-password.ts';

export function sessionToWire({ session, access }: OwnSession, nowMs: number) {
  return {
    session_id: session.sessionId,
    user_id: access.userId,
    user_name: access.name,
    role: access.role,
    has_password: access.passwordHash !== null,
    /** Whether a password may be set without the former one. */
    may_set_password: mayLeaveOutFormer(session, nowMs),
    ends_at: formatInstant(sessionEndMs(session)),
  };
}
