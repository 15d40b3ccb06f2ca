// The wire shapes of credentials, and of what is known of the key of an account.

import Type from 'typebox';
import type { Static } from 'typebox';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import { CREDENTIAL_WARNINGS } from '#services/credentials/credential-warnings.ts';
import type { AccountWithKey, VenueCredentials } from '#services/credentials/credential-deps.ts';
import {
  field,
  instantField,
  nullableInstantField,
  nullableShapeField,
  shapeOf,
  listOf,
} from '#api/schemas/field-codec.ts';
import { ADDITION, flag, int32, nullable, oneOf, shape, text } from '#api/schemas/wire-values.ts';

export const ACCOUNT_STATUSES = [
  'connected',
  'read_only',
  'invalid_credentials',
  'disabled',
  'unknown',
] as const;

/** `writeOnly` also keeps what was sent out of messages about it. */
const NEVER_SENT = { writeOnly: true } as const;

function secret(description: string) {
  return Type.String({ minLength: 1, maxLength: 4_000, ...NEVER_SENT, description });
}

export const CredentialsSchema = shape(
  'Credentials',
  'What signs in at the exchange; never returned.',
  {
    api_key: secret('Key at the exchange.'),
    api_secret: secret('Its secret.'),
    passphrase: Type.Optional(nullable(secret('Where the exchange has one.'))),
  },
  NEVER_SENT,
);

/** Credentials of a body; a passphrase that is left out is null. */
export function credentialsFromWire(wire: Static<typeof CredentialsSchema>): VenueCredentials {
  const { api_key: apiKey, api_secret: secretText, passphrase = null } = wire;
  return { apiKey, secret: secretText, passphrase };
}

type KeyOfAccount = {
  readonly credentials: NonNullable<AccountWithKey['credentials']>;
  readonly warnings: AccountWithKey['warnings'];
};

export const ACCOUNT_KEY = shapeOf<KeyOfAccount>()(
  'AccountCredentials',
  'What is known of the key of an account; the key itself is never returned.',
  {
    version: field(
      int32('Counts the credentials that the account has had.', 1),
      ({ credentials }) => credentials.version,
    ),
    hint: field(
      text('The last four characters of the API key; empty for a short one.', 'x7Qa'),
      ({ credentials }) => credentials.hint,
    ),
    permissions: field(
      Type.Array(text('A right, in the words of the exchange.', 'spot_trading'), {
        description: 'What the key may do.',
        examples: [['reading', 'spot_trading']],
      }),
      ({ credentials }) => [...credentials.permissions],
    ),
    can_trade: field(flag('Whether it may trade.'), ({ credentials }) => credentials.canTrade),
    can_withdraw: field(
      flag('Whether it may withdraw; such a key is refused here.', false),
      ({ credentials }) => credentials.canWithdraw,
    ),
    is_address_bound: field(
      flag('Whether it works only from listed addresses.'),
      ({ credentials }) => credentials.isAddressBound,
    ),
    expires_at: nullableInstantField(
      'When it expires; null: never.',
      ({ credentials }) => credentials.expiresAtMs,
    ),
    checked_at: instantField(
      'When the exchange last said so.',
      ({ credentials }) => credentials.checkedAtMs,
    ),
    refusal: field(
      nullable(text('Why the exchange refuses it; null: it does not.', 'Invalid API-key.')),
      ({ credentials }) => credentials.refusal,
    ),
    warnings: field(
      Type.Array(oneOf(CREDENTIAL_WARNINGS, 'Something to know about the key.'), {
        description: 'The weightiest first; `expires_soon` is said for the last fourteen days.',
      }),
      ({ warnings }) => [...warnings],
    ),
  },
  ADDITION,
);

const END_USER_KEY = shapeOf<AccountWithKey>()(
  'EndUserCredentials',
  'What is known of the key of an end user for one kind of market.',
  {
    market_type: field(
      oneOf(MARKET_TYPES, 'Kind of markets.'),
      ({ account }) => account.marketType,
    ),
    status: field(
      oneOf(ACCOUNT_STATUSES, 'Whether the exchange accepts it; `read_only`: it may not trade.'),
      ({ account }) => account.status,
    ),
    credentials: nullableShapeField(ACCOUNT_KEY, ({ credentials, warnings }: AccountWithKey) =>
      credentials === null ? null : { credentials, warnings },
    ),
  },
  ADDITION,
);
export const END_USER_CREDENTIALS_LIST = listOf('EndUserCredentialsList', END_USER_KEY);
