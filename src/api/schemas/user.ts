// The wire shapes of users, as owners see them.

import Type from 'typebox';
import { ROLES } from '#domain/access/role.ts';
import { PLAN_NAMES } from '#domain/plan/plan.ts';
import type { DeletionReport } from '#services/users/delete-user.ts';
import type { KnownUser } from '#services/users/manage-users.ts';
import {
  field,
  instantField,
  nullableInstantField,
  pageOf,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  flag,
  instantString,
  int32,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const ROLE = oneOf(ROLES, 'What it may do who signs in.', ADDITION);
const PLAN = oneOf(PLAN_NAMES, 'Its plan.', ADDITION);
const COUNT = { minimum: 0 } as const;

const USER = shapeOf<KnownUser>()(
  'User',
  'A user of the installation.',
  {
    user_id: field(text('The user.', 'user_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.userId),
    name: field(text('Its name, by which it signs in.', 'ada'), (of) => of.name),
    role: field(ROLE, (of) => of.role),
    plan: field(PLAN, (of) => of.plan),
    plan_until: nullableInstantField('When the plan ends; null: never.', (of) => of.planUntilMs),
    has_password: field(flag('Whether it has a password.'), (of) => of.hasPassword),
    has_app: field(flag('Whether it has an authenticator app.'), (of) => of.hasApp),
    passkeys_count: field(int32('Its passkeys.', 1, COUNT), (of) => of.passkeysCount),
    keys_count: field(int32('Its API keys.', 2, COUNT), (of) => of.keysCount),
    sessions_count: field(
      int32('Browsers that are signed in.', 1, COUNT),
      (of) => of.sessionsCount,
    ),
    last_seen_at: nullableInstantField(
      'When one of them was last used; null: there is none.',
      (of) => of.lastSeenAtMs,
    ),
    created_at: instantField('When it was made.', (of) => of.createdAtMs),
    deletion_began_at: nullableInstantField(
      'When its deletion was requested, which has not ended yet; null: it was not.',
      (of) => of.deletionBeganAtMs,
    ),
  },
  ADDITION,
);
export const UserSchema = USER.schema;
export const userToWire = USER.toWire;
export const USER_PAGE = pageOf('UserPage', USER);

export const CreateUserSchema = shape(
  'CreateUser',
  'A user to make.',
  {
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Letters, digits and `._@+-`, of which the first is a letter or a digit.',
      examples: ['ada'],
    }),
    role: Type.Optional(ROLE),
    plan: Type.Optional(PLAN),
  },
  ADDITION,
);

export const ChangeRoleSchema = shape('ChangeRole', 'A role to give.', { role: ROLE }, ADDITION);

export const ChangePlanSchema = shape(
  'ChangePlan',
  'A plan to move to.',
  {
    plan: PLAN,
    plan_until: Type.Optional(nullable(instantString('When it ends; null or left out: never.'))),
  },
  ADDITION,
);

/** Deletion is for good, so the name is written once more. */
export const DELETE_USER_QUERY = {
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Name of the user, which confirms that it is the one that is meant.',
    examples: ['ada'],
    ...ADDITION,
  }),
  cancel_orders: Type.Optional(
    Type.Boolean({
      description:
        'Whether its working orders are cancelled; they are by default. With `false` they stay ' +
        'at their exchanges, for example because one refuses the credentials.',
      ...ADDITION,
    }),
  ),
  close_positions: Type.Optional(
    Type.Boolean({
      description: 'Whether what is held is closed with market orders; it stays by default.',
      ...ADDITION,
    }),
  ),
};

const DELETION = shapeOf<DeletionReport>()(
  'UserDeletion',
  'How far the deletion of a user is.',
  {
    is_deleted: field(
      flag('Whether it is done. Otherwise the service resumes it every minute.'),
      (of) => of.isDeleted,
    ),
    bots_stopped: field(
      int32('Bots that ran and were stopped.', 3, COUNT),
      (of) => of.stoppedCount,
    ),
    orders_cancelled: field(
      int32('Orders that were cancelled.', 12, COUNT),
      (of) => of.cancelledCount,
    ),
    orders_working: field(
      int32('Orders that still work; while there are any, the user stays.', 0, COUNT),
      (of) => of.workingCount,
    ),
    closing_orders: field(
      int32('Market orders that were accepted to close what was held.', 1, COUNT),
      (of) => of.closingCount,
    ),
    positions_left: field(
      int32(
        'Positions that were to be closed and stay; while one is refused, the user stays too.',
        0,
        COUNT,
      ),
      (of) => of.positionsLeftCount,
    ),
    accounts_left: field(
      int32('Accounts that were not done in time, or whose exchange failed.', 0, COUNT),
      (of) => of.failedAccountIds.length,
    ),
  },
  ADDITION,
);
export const UserDeletionSchema = DELETION.schema;
export const userDeletionToWire = DELETION.toWire;

const ENDED_SESSIONS = shapeOf<{ readonly count: number }>()(
  'EndedSessions',
  'How many ended.',
  {
    ended_count: field(int32('Browsers that were signed out.', 2, COUNT), (of) => of.count),
  },
  ADDITION,
);
export const EndedSessionsSchema = ENDED_SESSIONS.schema;
export const endedSessionsToWire = ENDED_SESSIONS.toWire;
