// The audit log: what a user did, and what was done to it; or that of all users.

import type { AuditEntry, SignInStore } from '#ports/stores/sign-in-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

export type ListedEntry = AuditEntry & {
  /** Null: the user is no more. */
  readonly userName: string | null;
  /** Who acted on another; null: the user itself, or the operator at the machine. */
  readonly actorName: string | null;
};

type Deps = {
  readonly signIns: Pick<SignInStore, 'listAudit'>;
  readonly users: Pick<UserStore, 'listUsers'>;
};

type ListAudit = {
  /** Null: everybody's. */
  readonly userId: string | null;
  /** The id of an entry; null: from the newest on. */
  readonly before: string | null;
  readonly limit: number;
};

/** Newest first. */
export async function listAudit(deps: Deps, query: ListAudit): Promise<readonly ListedEntry[]> {
  const [entries, users] = await Promise.all([
    deps.signIns.listAudit(query),
    deps.users.listUsers(),
  ]);
  const names = new Map(users.map(({ userId, name }) => [userId, name]));
  return entries.map((entry) => ({
    ...entry,
    userName: names.get(entry.userId) ?? null,
    actorName: entry.actorUserId === null ? null : (names.get(entry.actorUserId) ?? null),
  }));
}
