// Deletion of users in memory: the user stays, nothing signs in by it any more.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { deletedName } from '#ports/stores/user-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

/** User whose deletion has ended. */
export function isDeleted({ deletions }: MemoryState, userId: string): boolean {
  return (deletions.get(userId)?.deletedAtMs ?? null) !== null;
}

/** Deletions over this state; a deletion that began is continued, not begun again. */
export function userDeletions(
  state: MemoryState,
): Pick<UserStore, 'beginDeletion' | 'endDeletion' | 'claimDeletion'> {
  const { users, endUsers, access, deletions } = state;
  return {
    async beginDeletion(userId, atMs, plan, audit = null) {
      if (!users.has(userId) || endUsers.has(userId) || isDeleted(state, userId))
        return 'user_not_found';
      const owners = [...access].filter(([, { role }]) => role === 'owner');
      if (owners.length === 1 && owners[0]?.[0] === userId) return 'last_owner';
      revokeAll(state, userId);
      const beganAtMs = deletions.get(userId)?.beganAtMs ?? null;
      deletions.set(userId, { beganAtMs: beganAtMs ?? atMs, deletedAtMs: null, plan });
      if (beganAtMs === null && audit !== null) state.audit.push(audit);
      return beganAtMs === null ? 'begun' : 'begun_before';
    },
    async endDeletion(userId, atMs, audit = null) {
      const user = users.get(userId);
      const deletion = deletions.get(userId);
      if (user === undefined || deletion === undefined || deletion.deletedAtMs !== null)
        return false;
      users.set(userId, { ...user, name: deletedName(userId) });
      deletions.set(userId, { ...deletion, deletedAtMs: atMs });
      closeAccounts(state, userId, atMs);
      state.watchedMarkets.delete(userId);
      state.dataSeries.delete(userId);
      revokeAll(state, userId);
      if (audit !== null) state.audit.push(audit);
      return true;
    },
    async claimDeletion(nowMs, resumesAtMs) {
      const [due] = [...deletions]
        .filter(([, { deletedAtMs, plan }]) => deletedAtMs === null && plan.resumesAtMs <= nowMs)
        .toSorted(([, one], [, other]) => one.plan.resumesAtMs - other.plan.resumesAtMs);
      if (due === undefined) return null;
      const [userId, deletion] = due;
      deletions.set(userId, { ...deletion, plan: { ...deletion.plan, resumesAtMs } });
      const { cancelsOrders, closesPositions } = deletion.plan;
      return { userId, cancelsOrders, closesPositions };
    },
  };
}

/** Whatever a person or a program signs in with. */
function revokeAll(state: MemoryState, userId: string): void {
  const { keys, sessions, links, tickets, secondFactors, passkeys, access, networks } = state;
  for (const { key } of keys.values()) if (key.userId === userId) keys.delete(key.keyId);
  for (const { session } of sessions.values())
    if (session.userId === userId) sessions.delete(session.sessionId);
  for (const [hash, link] of links) if (link.userId === userId) links.delete(hash);
  for (const [hash, ticket] of tickets) if (ticket.userId === userId) tickets.delete(hash);
  for (const [id, passkey] of passkeys) if (passkey.userId === userId) passkeys.delete(id);
  for (const key of networks.keys()) if (key.startsWith(`${userId} `)) networks.delete(key);
  secondFactors.delete(userId);
  access.delete(userId);
}

function closeAccounts(state: MemoryState, userId: string, atMs: number): void {
  const { accounts, credentials, previousCredentials } = state;
  for (const account of accounts.values()) {
    if (account.userId !== userId) continue;
    const { accountId } = account;
    credentials.delete(accountId);
    previousCredentials.delete(accountId);
    const closed = { status: 'disabled', allowsBots: false, updatedAtMs: atMs } as const;
    accounts.set(accountId, { ...account, ...closed });
  }
}
