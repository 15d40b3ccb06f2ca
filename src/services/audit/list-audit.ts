// The audit log: what a user did, and what was done to it; or that of all users.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AuditEntry, SignInStore } from '#ports/stores/sign-in-store.ts';
import { AUDIT_ACTS } from '#ports/stores/sign-in-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

export { AUDIT_ACTS };

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

export type AuditPage = {
  readonly entries: readonly ListedEntry[];
  /** Where the next page begins before; null on the last one. */
  readonly lastId: string | null;
};

type ListAuditPage = ListAudit & { readonly caller: Pick<Principal, 'userId' | 'role'> };

/** One's own, unless an owner wants that of another, or of all (null). Newest first. */
export async function listAuditPage(
  deps: Deps,
  { caller, userId, before, limit }: ListAuditPage,
): Promise<Result<AuditPage, 'forbidden'>> {
  const isOwner = caller.role === 'owner';
  if (!isOwner && userId !== null && userId !== caller.userId) return rejected('forbidden');
  const wanted = isOwner ? userId : caller.userId;
  const read = await listAudit(deps, { userId: wanted, before, limit: limit + 1 });
  const entries = read.slice(0, limit);
  const lastId = read.length > limit ? (entries.at(-1)?.entryId ?? null) : null;
  return accepted({ entries, lastId });
}

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
