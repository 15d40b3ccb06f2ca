// Wire shapes of sessions and passkeys, as the pages receive them.

import { formatInstant } from '#lib/time.ts';
import { LIMITS } from '#lib/limits.ts';
import { sessionEndMs } from '#domain/access/session-life.ts';
import type { OwnSession } from '#services/sign-in/find-own-session.ts';
import { mayLeaveOutFormer } from '#services/sign-in/set-password.ts';

/** Session of the caller, and by what it can be confirmed until when. */
export function sessionToWire({ session, access, proof }: OwnSession, nowMs: number) {
  return {
    session_id: session.sessionId,
    user_id: access.userId,
    user_name: access.name,
    role: access.role,
    is_partner: access.isPartner,
    has_password: access.passwordHash !== null,
    /** Whether a password may be set without the former one. */
    may_set_password: mayLeaveOutFormer(session, nowMs),
    /** By what its user proves to be there. */
    proof,
    confirmed_until: formatInstant(session.confirmedAtMs + LIMITS.confirmationMsMax),
    ends_at: formatInstant(sessionEndMs(session)),
  };
}

/** Session as a list shows it; the caller's own is marked. */
export function sessionRowToWire(session: OwnSession['session'], ownId: string) {
  return {
    session_id: session.sessionId,
    is_own: session.sessionId === ownId,
    created_at: formatInstant(session.createdAtMs),
    last_seen_at: formatInstant(session.lastSeenAtMs),
    ends_at: formatInstant(sessionEndMs(session)),
    address: session.address,
    agent: session.agent,
    signed_in_by: session.signedInBy,
  };
}

type ShownPasskey = {
  readonly passkeyId: string;
  readonly name: string;
  readonly host: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
};

/** Passkey without its public key. */
export function passkeyToWire(passkey: ShownPasskey) {
  const { lastUsedAtMs } = passkey;
  return {
    passkey_id: passkey.passkeyId,
    name: passkey.name,
    host: passkey.host,
    created_at: formatInstant(passkey.createdAtMs),
    last_used_at: lastUsedAtMs === null ? null : formatInstant(lastUsedAtMs),
  };
}
