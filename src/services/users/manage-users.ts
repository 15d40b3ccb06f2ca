// Use cases of owners for users, by the API: make them, and change their role, plan and sessions.

import { identifierFromBytes } from '#lib/identifier.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Role } from '#domain/access/role.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { KnownUser, SignInStore } from '#ports/stores/sign-in-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';
import type { Actor, AuditDeps } from '#services/audit/note-audit.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { CreateUserRejection } from '#services/users/create-user.ts';
import { createUser } from '#services/users/create-user.ts';

export type ManageUsersDeps = AuditDeps & {
  readonly users: Pick<
    UserStore,
    'insertUser' | 'findUserByName' | 'setPlan' | 'beginDeletion' | 'endDeletion'
  >;
  readonly signIns: Pick<SignInStore, 'changeRole' | 'findKnownUser' | 'listKnownUsers'>;
  readonly digest: Digest;
};

export type { KnownUser };

export type KnownUserPage = {
  readonly users: readonly KnownUser[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

/** Sorted by id, which is by age. */
export async function listKnownUsers(
  { signIns, clock }: Pick<ManageUsersDeps, 'signIns' | 'clock'>,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<KnownUserPage> {
  const read = await signIns.listKnownUsers({ afterId, limit: limit + 1, nowMs: clock.nowMs() });
  const users = read.slice(0, limit);
  return { users, lastId: read.length > limit ? (users.at(-1)?.userId ?? null) : null };
}

type MakeUser = {
  readonly name: string;
  readonly plan: PlanName;
  readonly role: Role;
  readonly actor: Actor;
  /** Equal for each try of one request: all tries make the same user. */
  readonly derivationId: string;
  readonly claim: HeldClaim | null;
};

/** Makes a user, and again none for a derivation that made one. Rejects a name that is taken. */
export async function makeUser(
  deps: ManageUsersDeps,
  { name, plan, role, actor, derivationId, claim }: MakeUser,
): Promise<Result<KnownUser, CreateUserRejection>> {
  const seed = deps.digest.sha256(`user:${derivationId}`);
  const userId = identifierFromBytes('user', seed);
  const made = await createUser(deps, { name, plan, actor, userId, claim });
  if (!made.ok) {
    const known = await findKnown(deps, userId);
    return known?.name === name ? accepted(known) : made;
  }
  if (role !== 'trader') await changeRole(deps, { userId, role, actor, claim });
  const known = await findKnown(deps, userId);
  return known === null ? rejected('user_name_taken') : accepted(known);
}

type OfUser = {
  readonly userId: string;
  readonly actor: Actor;
  /** What the change insists on; null: nothing. */
  readonly claim: HeldClaim | null;
};

/** Changes a role; rejects the last owner's. */
export async function changeRole(
  deps: ManageUsersDeps,
  { userId, role, actor, claim }: OfUser & { readonly role: Role },
): Promise<Result<KnownUser, 'user_not_found' | 'last_owner'>> {
  const known = await findKnown(deps, userId);
  const changed = await deps.signIns.changeRole(userId, role, claim);
  if (changed !== 'changed') return rejected(changed);
  await noteAudit(deps, { userId, act: 'role_set', ...actor, subject: role });
  return known === null ? rejected('user_not_found') : accepted({ ...known, role });
}

type ChangePlan = OfUser & { readonly plan: PlanName; readonly untilMs: number | null };

/** Changes a plan and when it ends; null means that it does not. */
export async function changePlan(
  deps: ManageUsersDeps,
  { userId, plan, untilMs, actor, claim }: ChangePlan,
): Promise<Result<KnownUser, 'user_not_found'>> {
  const known = await findKnown(deps, userId);
  if (known === null || !(await deps.users.setPlan(userId, plan, untilMs, claim)))
    return rejected('user_not_found');
  await noteAudit(deps, { userId, act: 'plan_set', ...actor, subject: plan });
  return accepted({ ...known, plan, planUntilMs: untilMs });
}

/** Null: there is no such user, or it is an end user. */
export function findKnown(
  { signIns, clock }: Pick<ManageUsersDeps, 'signIns' | 'clock'>,
  userId: string,
): Promise<KnownUser | null> {
  return signIns.findKnownUser(userId, clock.nowMs());
}
