// Means of sign-in, in memory.

import { accessOf, memoryKnownUsers, NO_ACCESS } from '#adapters/memory/memory-known-users.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { textOfBytes } from '#adapters/memory/memory-state.ts';
import { nextAttempt } from '#domain/access/attempts.ts';
import { scopesOfRole } from '#domain/access/role.ts';
import { sessionEndMs } from '#domain/access/session-life.ts';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Session, SignInStore } from '#ports/stores/sign-in-store.ts';

/** Store over this state. */
export function memorySignInStore(state: MemoryState): SignInStore {
  return {
    ...accessStore(state),
    ...memoryKnownUsers(state),
    ...sessionStore(state),
    ...auditStore(state),
  };
}

type AccessStore = Pick<
  SignInStore,
  | 'findAccess'
  | 'findAccessOf'
  | 'setPassword'
  | 'insertLink'
  | 'takeLink'
  | 'takeAttempt'
  | 'returnAttempt'
  | 'noteNetwork'
  | 'isKnownNetwork'
>;

function accessStore(state: MemoryState): AccessStore {
  const { users, access, sessions, links, attempts, networks } = state;

  function endAll(userId: string): void {
    for (const { session } of sessions.values())
      if (session.userId === userId) sessions.delete(session.sessionId);
    for (const [hash, link] of links) if (link.userId === userId) links.delete(hash);
  }

  return {
    async findAccess(userName) {
      return accessOf(
        state,
        [...users.values()].find(({ name }) => name === userName),
      );
    },
    async findAccessOf(userId) {
      return accessOf(state, users.get(userId));
    },
    async setPassword({ userId, passwordHash, session, sessionHash }) {
      endAll(userId);
      access.set(userId, { ...(access.get(userId) ?? NO_ACCESS), passwordHash });
      sessions.set(session.sessionId, { session, secretHash: textOfBytes(sessionHash) });
    },
    async insertLink(userId, secretHash, expiresAtMs) {
      links.set(textOfBytes(secretHash), { userId, expiresAtMs });
    },
    async takeLink(secretHash, nowMs) {
      const hash = textOfBytes(secretHash);
      const link = links.get(hash);
      links.delete(hash);
      return link !== undefined && link.expiresAtMs > nowMs ? link.userId : null;
    },
    async takeAttempt(subject, rules, nowMs) {
      const known = attempts.get(subject) ?? null;
      const next = nextAttempt(known, rules, nowMs);
      if (next === null) return (known?.blockedUntilMs ?? nowMs) - nowMs;
      attempts.set(subject, next);
      return 0;
    },
    async returnAttempt(subject) {
      const known = attempts.get(subject);
      if (known === undefined) return;
      const failedCount = Math.max(0, known.failedCount - 1);
      attempts.set(subject, { ...known, failedCount, blockedUntilMs: 0 });
    },
    async noteNetwork(userId, network, atMs) {
      const key = networkKey(userId, network);
      networks.set(key, Math.max(atMs, networks.get(key) ?? atMs));
    },
    async isKnownNetwork(userName, network, sinceMs) {
      const user = [...users.values()].find(({ name }) => name === userName);
      const key = user === undefined ? null : networkKey(user.userId, network);
      return key !== null && (networks.get(key) ?? Number.NEGATIVE_INFINITY) >= sinceMs;
    },
  };
}

type SessionStore = Pick<
  SignInStore,
  | 'insertSession'
  | 'findSession'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'confirmSession'
  | 'touchSessions'
>;

function sessionStore(state: MemoryState): SessionStore {
  const { users, partners, access, sessions, links, deletions } = state;

  function sessionsOf(userId: string): readonly Session[] {
    return [...sessions.values()]
      .map(({ session }) => session)
      .filter((session) => session.userId === userId)
      .toSorted((left, right) => (left.sessionId < right.sessionId ? 1 : -1));
  }

  return {
    async insertSession(session, secretHash, sessionsMax) {
      for (const { sessionId } of sessionsOf(session.userId).slice(sessionsMax - 1))
        sessions.delete(sessionId);
      sessions.set(session.sessionId, { session, secretHash: textOfBytes(secretHash) });
    },
    async findSession(secretHash) {
      const hash = textOfBytes(secretHash);
      const found = [...sessions.values()].find((stored) => stored.secretHash === hash)?.session;
      if (found === undefined || deletions.has(found.userId)) return null;
      const { userId, plan, planUntilMs } = present(users.get(found.userId), 'it has a user');
      const { role } = access.get(userId) ?? NO_ACCESS;
      return {
        keyId: found.sessionId,
        userId,
        scopes: scopesOfRole(role),
        plan,
        planUntilMs,
        expiresAtMs: sessionEndMs(found),
        addresses: [],
        endUserId: null,
        isPartner: partners.has(userId),
        role,
        confirmedAtMs: found.confirmedAtMs,
      };
    },
    async listSessions(userId, nowMs) {
      return sessionsOf(userId).filter((session) => sessionEndMs(session) > nowMs);
    },
    async endSession(userId, sessionId) {
      if (sessions.get(sessionId)?.session.userId !== userId) return false;
      return sessions.delete(sessionId);
    },
    async endOtherSessions(userId, sessionId) {
      const others = sessionsOf(userId).filter((session) => session.sessionId !== sessionId);
      for (const other of others) sessions.delete(other.sessionId);
      for (const [hash, link] of links) if (link.userId === userId) links.delete(hash);
      return others.length;
    },
    async confirmSession(sessionId, atMs) {
      const stored = sessions.get(sessionId);
      if (stored === undefined) return;
      sessions.set(sessionId, { ...stored, session: { ...stored.session, confirmedAtMs: atMs } });
    },
    async touchSessions(uses) {
      for (const { keyId, usedAtMs } of uses) {
        const stored = sessions.get(keyId);
        if (stored === undefined) continue;
        const lastSeenAtMs = Math.max(stored.session.lastSeenAtMs, usedAtMs);
        sessions.set(keyId, { ...stored, session: { ...stored.session, lastSeenAtMs } });
      }
    },
  };
}

function networkKey(userId: string, network: string): string {
  return `${userId} ${network}`;
}

type AuditStore = Pick<SignInStore, 'appendAudit' | 'listAudit' | 'forgetSignIns'>;

function auditStore({ audit, sessions, links, tickets, networks }: MemoryState): AuditStore {
  return {
    async appendAudit(entry) {
      audit.push(entry);
    },
    async listAudit({ userId, before, limit }) {
      return audit
        .filter((of) => userId === null || of.userId === userId || of.actorUserId === userId)
        .filter(({ entryId }) => before === null || entryId < before)
        .toSorted((left, right) => (left.entryId < right.entryId ? 1 : -1))
        .slice(0, limit);
    },
    async forgetSignIns(nowMs) {
      for (const { session } of sessions.values())
        if (sessionEndMs(session) <= nowMs) sessions.delete(session.sessionId);
      for (const [hash, link] of links) if (link.expiresAtMs <= nowMs) links.delete(hash);
      for (const [hash, { expiresAtMs }] of tickets) if (expiresAtMs <= nowMs) tickets.delete(hash);
      for (const [key, seenAtMs] of networks)
        if (seenAtMs < nowMs - LIMITS.sessionMsMax) networks.delete(key);
    },
  };
}
