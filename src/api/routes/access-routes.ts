// Operations on who may do what: keys of one's own, and the log of what was done.

import Type from 'typebox';
import type { NewKey } from '#services/keys/create-key.ts';
import { createOwnKey } from '#services/keys/create-own-key.ts';
import { listOwnKeys, revokeOwnKey, switchOwnKey } from '#services/keys/own-keys.ts';
import { listAuditPage } from '#services/audit/list-audit.ts';
import {
  created,
  NO_CONTENT,
  ok,
  refuse,
  refuseRejected,
} from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { AUDIT_PAGE } from '#api/schemas/audit.ts';
import {
  API_KEY_PAGE,
  ApiKeySchema,
  apiKeyToWire,
  CreateKeySchema,
  NewApiKeySchema,
  newApiKeyToWire,
  SwitchKeySchema,
} from '#api/schemas/api-key.ts';
import { identifier, instantFromWire, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const SHARED = { tag: 'Access', scope: 'admin', query: {}, body: null, isAddition: true } as const;
const KEY = { key_id: { description: 'Key, as listed.', notFound: 'key_not_found' } } as const;
const NO_KEY = refuse('key_not_found', 'There is no such key.');

export const accessRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/audit',
    operationId: 'listAudit',
    summary: 'List the audit log',
    description:
      'Who did what from where, newest first: what you did and what was done to you. An owner ' +
      'sees all users, or one.',
    tier: 'reads',
    params: {},
    query: {
      ...PAGE_QUERY,
      user_id: Type.Optional(identifier('Only this user; for owners.', 'user_01jd3f8k2m5q7r9t')),
    },
    success: { status: 200, description: 'One page of entries.', schema: AUDIT_PAGE.schema },
    errors: ['forbidden'],
    handle: async (deps, call) => {
      const { caller, after, query } = call;
      const { user_id: userId = null, limit } = query;
      const page = await listAuditPage(deps, { caller, userId, before: after, limit });
      if (!page.ok) return refuse('forbidden', 'Only an owner sees the log of others.');
      return ok(AUDIT_PAGE.toWire(page.value.entries, call.nextCursor(page.value.lastId)));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/keys',
    operationId: 'listKeys',
    summary: 'List API keys',
    description: 'Yours, sorted by id, without secrets; a key sees those that may do no more.',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    success: { status: 200, description: 'One page of keys.', schema: API_KEY_PAGE.schema },
    errors: [],
    handle: async (deps, call) => {
      const { caller, after, query } = call;
      const requested = { caller, afterId: after, limit: query.limit };
      const { keys, lastId } = await listOwnKeys(deps, requested);
      return ok(API_KEY_PAGE.toWire(keys, call.nextCursor(lastId)));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/keys',
    operationId: 'createKey',
    summary: 'Create an API key',
    description:
      'The full key is in this response and never again. A key makes none that may do more: what ' +
      'is left out of expiry and networks is inherited. A session has to be confirmed.',
    tier: 'writes',
    params: {},
    body: CreateKeySchema,
    success: { status: 201, description: 'The key, this once.', schema: NewApiKeySchema },
    errors: ['forbidden', 'confirmation_required'],
    sealOutcome: true,
    needsConfirmation: true,
    handle: async (deps, call) => {
      const { body, caller, derivationId } = call;
      const responseOf = (key: NewKey) => created(newApiKeyToWire(key), `/v1/keys/${key.keyId}`);
      const { expires_at: expiresAt = null } = body;
      const made = await createOwnKey(deps, {
        caller,
        name: body.name,
        scopes: body.scopes ?? [],
        expiresAtMs: expiresAt === null ? null : instantFromWire(expiresAt),
        addresses: body.allowed_addresses ?? [],
        endUserId: null,
        derivationId,
        completion: call.slotFor(responseOf),
      });
      return made.ok ? responseOf(made.value) : refuseRejected(made.rejection);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'PUT',
    path: '/v1/keys/{key_id}/enabled',
    operationId: 'switchKey',
    summary: 'Disable or enable an API key',
    description:
      'At once and everywhere. A disabled key responds like an unknown one until it is enabled ' +
      'again. A session has to be confirmed to enable one.',
    tier: 'writes',
    params: KEY,
    body: SwitchKeySchema,
    success: { status: 200, description: 'The key.', schema: ApiKeySchema },
    errors: ['key_not_found', 'confirmation_required'],
    needsConfirmationOf: ({ is_enabled: isEnabled }) => isEnabled,
    handle: async (deps, { caller, params, body, claim }) => {
      const command = { caller, keyId: params.key_id, isEnabled: body.is_enabled, claim };
      const done = await switchOwnKey(deps, command);
      return done.ok ? ok(apiKeyToWire(done.value)) : NO_KEY;
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'DELETE',
    path: '/v1/keys/{key_id}',
    operationId: 'deleteKey',
    summary: 'Delete an API key',
    description: 'For good, at once and everywhere. A key that may do more is treated like none.',
    tier: 'writes',
    params: KEY,
    success: { status: 204, description: 'The key is deleted.', schema: null },
    errors: ['key_not_found'],
    handle: async (deps, { caller, params }) => {
      const done = await revokeOwnKey(deps, { caller, keyId: params.key_id });
      return done.ok ? NO_CONTENT : NO_KEY;
    },
  }),
];
