// The wire shapes of API keys. The full key stands in the answer that makes it, and nowhere else.

import Type from 'typebox';
import type { Static } from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { SCOPES } from '#domain/access/scope.ts';
import type { PartnerKey } from '#services/partners/list-partner-keys.ts';
import {
  ADDITION,
  chosenName,
  flag,
  identifier,
  instantString,
  instantToWire,
  nullable,
  nullableInstantToWire,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const SCOPE = oneOf(SCOPES, 'One right of the key.');

const FIELDS = {
  key_id: text('Identifier of the key.', 'key_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  name: text('What it is called.', 'backend'),
  prefix: text('How the key begins.', 'tm_live_Ab12'),
  scopes: Type.Array(SCOPE, { description: 'Rights of the key; empty: all.' }),
  is_enabled: flag('Whether it is accepted.'),
  created_at: instantString('When it was made.'),
  last_used_at: nullable(instantString('When it was last used.')),
  expires_at: nullable(instantString('When it ends; null: never.')),
  allowed_addresses: Type.Array(Type.String(), {
    description: 'Networks from which it may be used; empty: from anywhere.',
    examples: [['192.0.2.0/24']],
    ...ADDITION,
  }),
  user_id: Type.Union([Type.String(), Type.Null()], {
    description: 'The only end user that it reaches; null: all.',
    examples: [null],
    ...ADDITION,
  }),
} as const;

const ApiKeySchema = shape('ApiKey', 'A key, without its secret.', FIELDS);
export type ApiKeyWire = Static<typeof ApiKeySchema>;

export const ApiKeyPageSchema = page('ApiKeyPage', ApiKeySchema);

export const NewApiKeySchema = shape('NewApiKey', 'A key with its secret, shown this once.', {
  ...FIELDS,
  key: text('The full key. Keep it: it cannot be shown again.', 'tm_live_…'),
});

export const CreateApiKeySchema = shape('CreateApiKey', 'A key to make.', {
  name: chosenName('What to call it.', 'backend'),
  scopes: Type.Array(SCOPE, {
    minItems: 1,
    maxItems: SCOPES.length,
    description: 'What it may do: some of what this key may.',
    examples: [['whitelabel']],
  }),
  expires_at: Type.Optional(Type.Union([instantString('When it ends.'), Type.Null()], ADDITION)),
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

export function apiKeyToWire(key: PartnerKey): ApiKeyWire {
  return {
    key_id: key.keyId,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    is_enabled: key.isEnabled,
    created_at: instantToWire(key.createdAtMs),
    last_used_at: nullableInstantToWire(key.lastUsedAtMs),
    expires_at: nullableInstantToWire(key.expiresAtMs),
    allowed_addresses: [...key.addresses],
    user_id: key.endUserId,
  };
}
