// The wire shapes of end users. Their accounts have none.

import Type from 'typebox';
import type { Static } from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { EndUser, EndUserView } from '#services/partners/partner-deps.ts';
import { PRINTABLE } from '#api/http/responses/printable.ts';
import { STARTING_BALANCES_MAX, StartingBalanceSchema } from '#api/schemas/account.ts';
import { CredentialsSchema } from '#api/schemas/credentials.ts';
import {
  field,
  instantField,
  nullableInstantField,
  shapeOf,
  pageOf,
  derivedFrom,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  flag,
  identifier,
  int32,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const END_USER = shapeOf<EndUserView>()('EndUser', 'A customer of a partner.', {
  user_id: field(
    text('Identifier of the end user.', 'usr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.userId,
  ),
  external_id: field(
    text("The partner's own name of its customer.", 'customer-42'),
    (of) => of.externalId,
  ),
  exchange: field(text('Exchange that the end user is at.', 'sim'), (of) => of.exchange),
  status: field(
    oneOf(['active'], 'An end user that is deleted is not returned any more.'),
    () => 'active' as const,
  ),
  is_simulated: field(
    Type.Boolean({
      description: 'Whether it trades play money.',
      examples: [true],
      ...ADDITION,
    }),
    (of) => of.isSimulated,
  ),
  bots_count: field(int32('How many bots it has.', 2), (of) => of.botsCount),
  running_bots_count: field(int32('How many of them run.', 1), (of) => of.runningBotsCount),
  created_at: instantField('When it was made.', (of) => of.createdAtMs),
  last_activity_at: nullableInstantField(
    'When one of its bots was last made or started.',
    (of) => of.lastActivityAtMs,
  ),
});
export const EndUserSchema = END_USER.schema;
export const endUserToWire = END_USER.toWire;
export type EndUserWire = Static<typeof EndUserSchema>;

/** One that has just been made. */
const NEW_END_USER = derivedFrom(END_USER, (endUser: EndUser) => {
  return { ...endUser, botsCount: 0, runningBotsCount: 0, lastActivityAtMs: null };
});
export const newEndUserToWire = NEW_END_USER.toWire;

export const END_USER_PAGE = pageOf('EndUserPage', END_USER);

export const CreateEndUserSchema = shape('CreateEndUser', 'An end user to make.', {
  external_id: Type.String({
    minLength: 1,
    maxLength: LIMITS.externalIdCharactersMax,
    pattern: PRINTABLE,
    description: 'Your own name of the customer; no two end users have the same.',
    examples: ['customer-42'],
  }),
  exchange: identifier('An exchange that is enabled for you.', 'sim'),
  is_simulated: Type.Optional(flag('Whether it trades play money.')),
  credentials: Type.Optional(nullable(CredentialsSchema)),
  balances: Type.Optional(
    Type.Array(StartingBalanceSchema, {
      maxItems: STARTING_BALANCES_MAX,
      description: 'Play money to begin with; 10,000 of the usual currency by default.',
      examples: [[{ currency: 'USDT', amount: '5000' }]],
      ...ADDITION,
    }),
  ),
});
