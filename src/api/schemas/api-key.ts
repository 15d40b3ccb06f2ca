// The wire shapes of API keys. The full key stands in the response that makes it, and nowhere else.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { SCOPES } from '#domain/access/scope.ts';
import type { ApiKey } from '#services/keys/own-keys.ts';
import {
  field,
  fieldsOf,
  instantField,
  nullableInstantField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import {
  EXAMPLE_LATER,
  ADDITION,
  chosenName,
  flag,
  identifier,
  instantString,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const SCOPE = oneOf(SCOPES, 'One right of the key.');

const FIELDS = fieldsOf<ApiKey>()({
  key_id: field(text('Identifier of the key.', 'key_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.keyId),
  name: field(text('What it is called.', 'backend'), (of) => of.name),
  prefix: field(text('How the key begins.', 'tm_live_Ab12'), (of) => of.prefix),
  scopes: field(Type.Array(SCOPE, { description: 'Rights of the key; empty: all.' }), (of) => [
    ...of.scopes,
  ]),
  is_enabled: field(flag('Whether it is accepted.'), (of) => of.isEnabled),
  created_at: instantField('When it was made.', (of) => of.createdAtMs),
  last_used_at: nullableInstantField('When it was last used.', (of) => of.lastUsedAtMs),
  expires_at: nullableInstantField('When it ends; null: never.', (of) => of.expiresAtMs),
  allowed_addresses: field(
    Type.Array(Type.String(), {
      description: 'Networks from which it may be used; empty: from anywhere.',
      examples: [['192.0.2.0/24']],
      ...ADDITION,
    }),
    (of) => [...of.addresses],
  ),
  user_id: field(
    Type.Union([Type.String(), Type.Null()], {
      description: 'The only end user that it reaches; null: all.',
      examples: [null],
      ...ADDITION,
    }),
    (of) => of.endUserId,
  ),
});

const KEY = shapeOf<ApiKey>()('ApiKey', 'A key, without its secret.', FIELDS);
export const ApiKeySchema = KEY.schema;
export const apiKeyToWire = KEY.toWire;
export const API_KEY_PAGE = pageOf('ApiKeyPage', KEY);

type NewKey = ApiKey & { readonly key: string };

const NEW_KEY = shapeOf<NewKey>()('NewApiKey', 'A key with its secret, shown this once.', {
  ...FIELDS,
  key: field(text('The full key. Keep it: it cannot be shown again.', 'tm_live_…'), (of) => of.key),
});
export const NewApiKeySchema = NEW_KEY.schema;
export const newApiKeyToWire = NEW_KEY.toWire;

export const CreateApiKeySchema = shape('CreateApiKey', 'A key to make.', {
  name: chosenName('What to call it.', 'backend'),
  scopes: Type.Array(SCOPE, {
    minItems: 1,
    maxItems: SCOPES.length,
    description: 'What it may do: some of what this key may.',
    examples: [['whitelabel']],
  }),
  expires_at: Type.Optional(
    Type.Union([instantString('When it ends.', EXAMPLE_LATER), Type.Null()], ADDITION),
  ),
  allowed_addresses: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: LIMITS.keyAddressesMax,
      description: 'IP addresses and ranges from which it may be used.',
      examples: [['192.0.2.0/24']],
      ...ADDITION,
    }),
  ),
  user_id: Type.Optional(
    Type.Union([identifier('The only end user that it reaches.', 'usr_…'), Type.Null()], {
      examples: [null],
      ...ADDITION,
    }),
  ),
});

export const CreateKeySchema = shape(
  'CreateKey',
  'A key to make.',
  {
    name: chosenName('What it is for.', 'price alerts'),
    scopes: Type.Optional(
      Type.Array(oneOf(SCOPES, 'One right of the key.'), {
        maxItems: SCOPES.length,
        description: 'What it may do; empty or left out: everything.',
        examples: [['read']],
      }),
    ),
    expires_at: Type.Optional(
      nullable(instantString('When it ends; null or left out: never.', EXAMPLE_LATER)),
    ),
    allowed_addresses: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: LIMITS.keyAddressesMax,
        description: 'Addresses and networks from which it may be used; left out: from anywhere.',
        examples: [['192.0.2.0/24']],
      }),
    ),
  },
  ADDITION,
);

export const SwitchKeySchema = shape(
  'SwitchKey',
  'Whether a key is accepted.',
  { is_enabled: flag('False: it is refused until it is enabled again.', false) },
  ADDITION,
);
