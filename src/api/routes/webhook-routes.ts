// Operations on webhooks: addresses that events are sent to.

import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { WebhookWithSecret } from '#services/webhooks/create-webhook.ts';
import { createWebhook, rotateWebhook } from '#services/webhooks/create-webhook.ts';
import {
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  testWebhook,
} from '#services/webhooks/manage-webhooks.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import {
  created,
  NO_CONTENT,
  ok,
  refuse,
  refuseField,
  taken,
} from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { eventTypesNamed } from '#domain/event-log/event-types-named.ts';
import {
  CreateWebhookSchema,
  DELIVERY,
  WEBHOOK_DELIVERY_PAGE,
  WEBHOOK_LIST,
  WebhookSchema,
  webhookToWire,
  WebhookWithSecretSchema,
  webhookWithSecretToWire,
} from '#api/schemas/webhook.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

const WEBHOOK = {
  webhook_id: { description: 'Webhook, as listed.', notFound: 'webhook_not_found' },
} as const;
const SHARED = { tag: 'Events', query: {}, body: null, isAddition: true } as const;

export const webhookRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description: 'All of them, oldest first, without their secrets.',
    scope: 'read',
    tier: 'reads',
    params: {},
    success: { status: 200, description: 'The webhooks.', schema: WEBHOOK_LIST.schema },
    errors: [],
    handle: async (deps, { caller }) => ok(WEBHOOK_LIST.toWire(await listWebhooks(deps, caller))),
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/webhooks',
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Events from now on are sent to the address, signed by the Standard Webhooks convention ' +
      '(docs/webhooks.md). The secret is in this response and never again.',
    scope: 'trading',
    tier: 'writes',
    params: {},
    body: CreateWebhookSchema,
    success: { status: 201, description: 'The webhook.', schema: WebhookWithSecretSchema },
    errors: ['forbidden', 'confirmation_required'],
    needsConfirmation: true,
    needsProtectingScope: true,
    sealOutcome: true,
    handle: async (deps, call) => {
      const { caller, body, derivationId } = call;
      const types = typesOf(body.types ?? []);
      if ('kind' in types) return types;
      const completion = call.slotFor(webhookCreated);
      const command = { caller, url: body.url, types: types.types, derivationId, completion };
      const made = await createWebhook(deps, command);
      if (made.ok) return webhookCreated(made.value);
      const { rejection } = made;
      if (rejection.code === 'forbidden') return refuse('forbidden', rejection.detail);
      return refuseField('url', rejection.expected, `"${body.url.slice(0, 200)}"`);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'DELETE',
    path: '/v1/webhooks/{webhook_id}',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'With its deliveries; what waits is not sent.',
    scope: 'trading',
    tier: 'writes',
    params: WEBHOOK,
    success: { status: 204, description: 'It is deleted.', schema: null },
    errors: ['webhook_not_found'],
    handle: async (deps, { caller, params }) => {
      const webhookId = params.webhook_id;
      const done = await deleteWebhook(deps, { caller, webhookId });
      return done.ok ? NO_CONTENT : noWebhook(webhookId);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/rotate',
    operationId: 'rotateWebhook',
    summary: 'Rotate the secret of a webhook',
    description: 'Makes a new secret. For 24 hours messages are signed by both.',
    scope: 'trading',
    tier: 'writes',
    params: WEBHOOK,
    success: { status: 200, description: 'The webhook.', schema: WebhookWithSecretSchema },
    errors: ['webhook_not_found', 'confirmation_required'],
    needsConfirmation: true,
    needsProtectingScope: true,
    sealOutcome: true,
    handle: async (deps, call) => {
      const { caller, params } = call;
      const webhookId = params.webhook_id;
      const responseOf = (webhook: WebhookWithSecret) => ok(webhookWithSecretToWire(webhook));
      const completion = call.slotFor(responseOf);
      const done = await rotateWebhook(deps, { caller, webhookId, completion });
      return done.ok ? responseOf(done.value) : noWebhook(webhookId);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/enable',
    operationId: 'enableWebhook',
    summary: 'Enable a webhook',
    description: 'One that was disabled is sent what waited then, and what happens from now on.',
    scope: 'trading',
    tier: 'writes',
    params: WEBHOOK,
    success: { status: 200, description: 'The webhook.', schema: WebhookSchema },
    errors: ['webhook_not_found', 'confirmation_required'],
    needsConfirmation: true,
    needsProtectingScope: true,
    handle: async (deps, { caller, params, claim }) => {
      const webhookId = params.webhook_id;
      const done = await enableWebhook(deps, { caller, webhookId, claim });
      return done.ok ? ok(webhookToWire(done.value)) : noWebhook(webhookId);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/test',
    operationId: 'testWebhook',
    summary: 'Send a test to a webhook',
    description:
      'A signed message of type `webhook.tested`, sent once and at once, whatever types the ' +
      'webhook is for and also while its deliveries fail. The delivery in the response is listed ' +
      'with what became of it.',
    scope: 'trading',
    tier: 'writes',
    params: WEBHOOK,
    success: { status: 202, description: 'The delivery.', schema: DELIVERY.schema },
    errors: ['webhook_not_found', 'forbidden'],
    handle: async (deps, { caller, params, claim }) => {
      const webhookId = params.webhook_id;
      const done = await testWebhook(deps, { caller, webhookId, claim });
      if (done.ok) return taken(DELIVERY.toWire(done.value));
      if (done.rejection === 'webhook_not_found') return noWebhook(webhookId);
      return refuse(
        'forbidden',
        done.rejection === 'test_waits'
          ? 'A test waits to be sent already.'
          : 'The webhook is disabled; enable it first.',
      );
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries of a webhook',
    description: 'What was sent and responded, and what waits; newest first, for a week.',
    scope: 'read',
    tier: 'reads',
    params: WEBHOOK,
    query: PAGE_QUERY,
    success: {
      status: 200,
      description: 'One page of deliveries.',
      schema: WEBHOOK_DELIVERY_PAGE.schema,
    },
    errors: ['webhook_not_found'],
    handle: async (deps, call) => {
      const { caller, params, after, query } = call;
      const webhookId = params.webhook_id;
      const beforeId = after === null ? null : Number(after);
      const wanted = { caller, webhookId, beforeId, limit: query.limit };
      const page = await listDeliveries(deps, wanted);
      if (!page.ok) return noWebhook(webhookId);
      const { deliveries, lastId } = page.value;
      const cursor = call.nextCursor(lastId === null ? null : String(lastId));
      return ok(WEBHOOK_DELIVERY_PAGE.toWire(deliveries, cursor));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend',
    operationId: 'resendWebhookDelivery',
    summary: 'Send a delivery again',
    description:
      'Also one that succeeded; its message has the same id. Works while the event is retained.',
    scope: 'trading',
    tier: 'writes',
    params: {
      webhook_id: { ...WEBHOOK.webhook_id, notFound: 'delivery_not_found' },
      delivery_id: { description: 'Delivery, as listed.', notFound: 'delivery_not_found' },
    },
    success: { status: 204, description: 'It waits to be sent.', schema: null },
    errors: ['delivery_not_found'],
    handle: async (deps, { caller, params, claim }) => {
      const { webhook_id: webhookId, delivery_id: text } = params;
      const deliveryId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
      const done = await resendDelivery(deps, { caller, webhookId, deliveryId, claim });
      return done.ok ? NO_CONTENT : refuse(done.rejection, `There is no delivery "${text}".`);
    },
  }),
];

function webhookCreated(webhook: WebhookWithSecret) {
  return created(webhookWithSecretToWire(webhook), `/v1/webhooks/${webhook.webhookId}`);
}

function noWebhook(webhookId: string): Refusal {
  return refuse('webhook_not_found', `There is no webhook "${webhookId}".`);
}

function typesOf(names: readonly string[]): { readonly types: readonly EventType[] } | Refusal {
  const types = new Set<EventType>();
  for (const name of names) {
    const named = eventTypesNamed(name);
    if (named === null) return refuseField('types', 'types of events', `"${name}"`);
    for (const type of named) types.add(type);
  }
  return { types: [...types] };
}
