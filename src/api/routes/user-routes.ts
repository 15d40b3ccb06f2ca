// Operations of owners on the users of the installation.

import type { Actor } from '#services/audit/note-audit.ts';
import { endOtherSessions } from '#services/sign-in/end-other-sessions.ts';
import { deleteUser } from '#services/users/delete-user.ts';
import {
  changePlan,
  changeRole,
  findKnown,
  listKnownUsers,
  makeUser,
} from '#services/users/manage-users.ts';
import {
  created,
  ok,
  okUnless,
  refuse,
  refuseAt,
  refuseParameter,
} from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import {
  ChangePlanSchema,
  ChangeRoleSchema,
  CreateUserSchema,
  DELETE_USER_QUERY,
  EndedSessionsSchema,
  endedSessionsToWire,
  USER_PAGE,
  UserDeletionSchema,
  userDeletionToWire,
  UserSchema,
  userToWire,
} from '#api/schemas/user.ts';
import { instantFromWire, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const SHARED = {
  tag: 'Access',
  scope: 'admin',
  query: {},
  body: null,
  needsOwner: true,
  isAddition: true,
} as const;
const USER = { user_id: { description: 'User, as listed.', notFound: 'user_not_found' } } as const;
const LAST_OWNER = refuse('forbidden', 'This is the last owner: make another one first.');
/** Well below what a request may take; the next one goes on. */
const DELETION_WITHIN_MS = 5_000;
const NO_USER = refuse('user_not_found', 'There is no such user.');

export const userRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/users',
    operationId: 'listUsers',
    summary: 'List users',
    description: 'Those of the installation, oldest first, without end users of partners.',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    success: { status: 200, description: 'One page of users.', schema: USER_PAGE.schema },
    errors: ['forbidden'],
    handle: async (deps, call) => {
      const query = { afterId: call.after, limit: call.query.limit };
      const { users, lastId } = await listKnownUsers(deps, query);
      return ok(USER_PAGE.toWire(users, call.nextCursor(lastId)));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/users/{user_id}',
    operationId: 'getUser',
    summary: 'Get a user',
    description: 'With what it signs in with.',
    tier: 'reads',
    params: USER,
    success: { status: 200, description: 'The user.', schema: UserSchema },
    errors: ['forbidden', 'user_not_found'],
    handle: async (deps, { params }) => {
      const known = await findKnown(deps, params.user_id);
      return known === null ? NO_USER : ok(userToWire(known));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/users',
    operationId: 'createUser',
    summary: 'Create a user',
    description:
      'A trader on the plan `unlimited` unless stated otherwise. It signs in by a link that an ' +
      'owner makes in the console, or the operator by `tidemill users sign-in-link`.',
    tier: 'writes',
    params: {},
    body: CreateUserSchema,
    success: { status: 201, description: 'The user.', schema: UserSchema },
    errors: ['forbidden', 'confirmation_required'],
    needsConfirmation: true,
    handle: async (deps, { caller, body, derivationId, claim }) => {
      const { name, role = 'trader', plan = 'unlimited' } = body;
      const actor = actorOf(caller);
      const made = await makeUser(deps, { name, role, plan, actor, derivationId, claim });
      if (made.ok) return created(userToWire(made.value), `/v1/users/${made.value.userId}`);
      return refuseAt('name', FAULTS[made.rejection]);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'PUT',
    path: '/v1/users/{user_id}/role',
    operationId: 'changeRole',
    summary: 'Give a user a role',
    description: 'Takes effect at once, also for who is signed in. The last owner stays one.',
    tier: 'writes',
    params: USER,
    body: ChangeRoleSchema,
    success: { status: 200, description: 'The user.', schema: UserSchema },
    errors: ['forbidden', 'confirmation_required', 'user_not_found'],
    needsConfirmation: true,
    handle: async (deps, { caller, params, body, claim }) => {
      const { user_id: userId } = params;
      const command = { userId, role: body.role, actor: actorOf(caller), claim };
      const changed = await changeRole(deps, command);
      if (changed.ok) return ok(userToWire(changed.value));
      if (changed.rejection === 'user_not_found') return NO_USER;
      return LAST_OWNER;
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'PUT',
    path: '/v1/users/{user_id}/plan',
    operationId: 'changePlan',
    summary: 'Move a user to a plan',
    description: 'Takes effect at once, for its end users too.',
    tier: 'writes',
    params: USER,
    body: ChangePlanSchema,
    success: { status: 200, description: 'The user.', schema: UserSchema },
    errors: ['forbidden', 'user_not_found', 'confirmation_required'],
    needsConfirmation: true,
    handle: async (deps, { caller, params, body, claim }) => {
      const { plan, plan_until: until = null } = body;
      const untilMs = until === null ? null : instantFromWire(until);
      const command = { userId: params.user_id, plan, untilMs, actor: actorOf(caller), claim };
      const changed = await changePlan(deps, command);
      return changed.ok ? ok(userToWire(changed.value)) : NO_USER;
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/users/{user_id}/end-sessions',
    operationId: 'endSessions',
    summary: 'Sign a user out everywhere',
    description: 'At once, and links that were not used yet are void. Keys stay.',
    tier: 'writes',
    params: USER,
    success: { status: 200, description: 'How many ended.', schema: EndedSessionsSchema },
    errors: ['forbidden', 'user_not_found'],
    handle: async (deps, { caller, params }) => {
      const userId = params.user_id;
      if ((await findKnown(deps, userId)) === null) return NO_USER;
      const command = { userId, sessionId: null, actor: actorOf(caller) };
      return ok(endedSessionsToWire({ count: await endOtherSessions(deps, command) }));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'DELETE',
    path: '/v1/users/{user_id}',
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description:
      'For good, and with its end users where it is a partner. Nothing signs in as the user any ' +
      'more, its hooks, webhooks and channels of notifications are deleted, its bots are stopped ' +
      'and its orders cancelled, then its bots, scripts, labs, backtests and credentials are ' +
      'deleted. Orders, fills, books, equity and the audit log stay, under a name that says ' +
      'nothing. Until `is_deleted` is true something is left: the service resumes the deletion ' +
      'every minute, with what was requested last, and the request may be repeated. ' +
      'The last owner stays.',
    tier: 'writes',
    params: USER,
    query: DELETE_USER_QUERY,
    success: { status: 200, description: 'How far it is.', schema: UserDeletionSchema },
    errors: ['forbidden', 'confirmation_required', 'user_not_found'],
    needsConfirmation: true,
    handle: async (deps, { caller, params, query, derivationId, isTakeover }) => {
      const { user_id: userId } = params;
      const { name, cancel_orders: cancelsOrders = true, close_positions: closes = false } = query;
      if (userId === caller.userId) return refuse('forbidden', 'An owner does not delete itself.');
      const known = await findKnown(deps, userId);
      if (known === null) return isTakeover ? DELETED_BEFORE : NO_USER;
      if (known.name !== name) return refuseParameter('name', "the user's name", `"${name}"`);
      const choices = { cancelsOrders, closesPositions: closes, withinMs: DELETION_WITHIN_MS };
      const command = { userId, actor: actorOf(caller), derivationId, ...choices };
      const { riskSwitch, timer } = deps.reserve;
      const deleted = await deleteUser({ ...deps, riskSwitch, timer }, command);
      if (deleted.ok) return okUnless(!deleted.value.isDeleted, userDeletionToWire(deleted.value));
      return deleted.rejection === 'user_not_found' ? NO_USER : LAST_OWNER;
    },
  }),
];

/** An earlier try got that far, and its response was lost. */
const DELETED_BEFORE = ok(
  userDeletionToWire({
    isDeleted: true,
    stoppedCount: 0,
    cancelledCount: 0,
    workingCount: 0,
    closingCount: 0,
    positionsLeftCount: 0,
    failedAccountIds: [],
  }),
);

const FAULTS = {
  user_name_invalid:
    'Field "name": expected letters, digits and ._@+-, of which the first is a letter or a digit.',
  user_name_taken: 'Field "name": expected one that nobody has.',
} as const;

/** The address is in the entry of the request. */
function actorOf(caller: { readonly keyId: string; readonly userId: string }): Actor {
  return { actorId: caller.keyId, actorUserId: caller.userId, address: null };
}
