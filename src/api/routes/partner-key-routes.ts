// Operations on a partner's own keys.

import { createPartnerKey } from '#services/partners/create-partner-key.ts';
import { listOwnKeys, revokeOwnKey } from '#services/keys/own-keys.ts';
import type { NewPartnerKey } from '#services/partners/create-partner-key.ts';
import {
  created,
  NO_CONTENT,
  ok,
  refuse,
  refuseRejected,
} from '#api/http/responses/api-response.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import {
  API_KEY_PAGE,
  CreateApiKeySchema,
  NewApiKeySchema,
  newApiKeyToWire,
} from '#api/schemas/api-key.ts';
import { instantFromWire, PAGE_QUERY } from '#api/schemas/wire-values.ts';

export const partnerKeyRoutes = [
  ...partnerOperation({
    method: 'GET',
    path: '/keys',
    operation: 'ListKeys',
    published: ['whitelabel'],
    summary: 'List API keys',
    description: 'Keys that may do no more than the one that asks, sorted by id, without secrets.',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'One page of keys.', schema: API_KEY_PAGE.schema },
    errors: [],
    handle: async (deps, call) => {
      const { caller, after, query } = call;
      const requested = { caller, afterId: after, limit: query.limit };
      const { keys, lastId } = await listOwnKeys(deps, requested);
      return ok(API_KEY_PAGE.toWire(keys, call.nextCursor(lastId)));
    },
  }),

  ...partnerOperation({
    method: 'POST',
    path: '/keys',
    operation: 'CreateKey',
    published: ['whitelabel'],
    summary: 'Create an API key',
    description:
      'The full key is in this response and never again. It may do no more than the key that ' +
      'makes it: what is left out of expiry, networks and end user is inherited. A session has ' +
      'to be confirmed.',
    tier: 'writes',
    params: {},
    query: {},
    body: CreateApiKeySchema,
    success: { status: 201, description: 'The key, this once.', schema: NewApiKeySchema },
    errors: ['user_not_found', 'confirmation_required'],
    sealOutcome: true,
    needsConfirmation: true,
    handle: async (deps, call, prefix) => {
      const { body, caller, derivationId } = call;
      const responseOf = (key: NewPartnerKey) =>
        created(newApiKeyToWire(key), `${prefix}/keys/${key.keyId}`);
      const { expires_at: expiresAt = null, user_id: endUserId = null } = body;
      const made = await createPartnerKey(deps, {
        caller,
        name: body.name,
        scopes: body.scopes,
        expiresAtMs: expiresAt === null ? null : instantFromWire(expiresAt),
        addresses: body.allowed_addresses ?? [],
        endUserId,
        derivationId,
        completion: call.slotFor(responseOf),
      });
      return made.ok ? responseOf(made.value) : refuseRejected(made.rejection);
    },
  }),

  ...partnerOperation({
    method: 'DELETE',
    path: '/keys/{key_id}',
    operation: 'RevokeKey',
    published: ['whitelabel'],
    summary: 'Revoke an API key',
    description: 'For good, at once and everywhere. A key that may do more is treated like none.',
    tier: 'writes',
    params: { key_id: { description: 'Key, as listed.', notFound: 'key_not_found' } },
    query: {},
    body: null,
    success: { status: 204, description: 'The key is revoked.', schema: null },
    errors: ['key_not_found'],
    handle: async (deps, { caller, params }) => {
      const revoked = await revokeOwnKey(deps, { caller, keyId: params.key_id });
      return revoked.ok ? NO_CONTENT : refuse(revoked.rejection, 'There is no such key.');
    },
  }),
];
