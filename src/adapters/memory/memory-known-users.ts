// Users as owners see them, with their roles, in memory.

import { insistOnClaim } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { isDeleted } from '#adapters/memory/memory-user-deletions.ts';
import { sessionEndMs } from '#domain/access/session-life.ts';
import type { KnownUser, SignInStore, UserAccess } from '#ports/stores/sign-in-store.ts';
import type { User } from '#ports/stores/user-store.ts';

/** Of a user without a row. */
export const NO_ACCESS = { role: 'trader', passwordHash: null } as const;

/** Null: it is none who signs in. */
export function accessOf(
  { access, partners, endUsers, deletions }: MemoryState,
  user: User | undefined,
): UserAccess | null {
  if (user === undefined || endUsers.has(user.userId) || deletions.has(user.userId)) return null;
  const { userId, name } = user;
  const isPartner = partners.has(userId);
  return { userId, name, ...(access.get(userId) ?? NO_ACCESS), isPartner };
}

type KnownUsers = Pick<SignInStore, 'setRole' | 'changeRole' | 'listKnownUsers' | 'findKnownUser'>;

/** Users over this state; the last owner keeps the role. */
export function memoryKnownUsers(state: MemoryState): KnownUsers {
  const { users, endUsers, access } = state;
  return {
    async setRole(userId, role) {
      if (accessOf(state, users.get(userId)) === null) return false;
      access.set(userId, { ...(access.get(userId) ?? NO_ACCESS), role });
      return true;
    },
    async changeRole(userId, role, claim = null) {
      if (claim !== null) insistOnClaim(state, claim);
      if (accessOf(state, users.get(userId)) === null) return 'user_not_found';
      const owners = [...access].filter(([, stored]) => stored.role === 'owner');
      const isLast = owners.length === 1 && owners[0]?.[0] === userId;
      if (isLast && role !== 'owner') return 'last_owner';
      access.set(userId, { ...(access.get(userId) ?? NO_ACCESS), role });
      return 'changed';
    },
    async listKnownUsers({ afterId, limit, nowMs }) {
      return sortedValues(users)
        .filter(({ userId }) => !endUsers.has(userId) && !isDeleted(state, userId))
        .filter(({ userId }) => afterId === null || userId > afterId)
        .slice(0, limit)
        .map((user) => knownUser(state, user, nowMs));
    },
    async findKnownUser(userId, nowMs) {
      const user = users.get(userId);
      const isKnown = user !== undefined && !endUsers.has(userId) && !isDeleted(state, userId);
      return isKnown ? knownUser(state, user, nowMs) : null;
    },
  };
}

function knownUser(state: MemoryState, user: User, nowMs: number): KnownUser {
  const { access, secondFactors, passkeys, keys, sessions, deletions } = state;
  const { userId } = user;
  const { role, passwordHash } = access.get(userId) ?? NO_ACCESS;
  const own = [...sessions.values()].filter(
    ({ session }) => session.userId === userId && sessionEndMs(session) > nowMs,
  );
  const seen = own.map(({ session }) => session.lastSeenAtMs);
  return {
    ...user,
    role,
    hasPassword: passwordHash !== null,
    hasApp: secondFactors.has(userId),
    passkeysCount: [...passkeys.values()].filter((of) => of.userId === userId).length,
    keysCount: [...keys.values()].filter(({ key }) => key.userId === userId).length,
    sessionsCount: own.length,
    lastSeenAtMs: seen.length === 0 ? null : Math.max(...seen),
    deletionBeganAtMs: deletions.get(userId)?.beganAtMs ?? null,
  };
}
