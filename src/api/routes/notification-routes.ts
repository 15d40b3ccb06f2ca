// Operations on rules of notifications, and on what was sent.

import type { NotificationRule } from '#domain/notification/rule.ts';
import { listNotifications, resendNotification } from '#services/notifications/manage-channels.ts';
import type { RuleRefusal } from '#services/notifications/manage-rules.ts';
import {
  createRule,
  deleteRule,
  listRules,
  replaceRule,
} from '#services/notifications/manage-rules.ts';
import { defineOperation } from '#api/http/operation.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { created, NO_CONTENT, ok, refuse, refuseField } from '#api/http/responses/api-response.ts';
import { NOTIFICATION_PAGE } from '#api/schemas/notification-channel.ts';
import { RULE, RULE_LIST, SaveRuleSchema, termsFromWire } from '#api/schemas/notification-rule.ts';
import { identifier, PAGE_QUERY } from '#api/schemas/wire-values.ts';
import Type from 'typebox';

const PATH = '/v1/notifications/rules';
const ONE = {
  rule_id: { description: 'Rule, as listed.', notFound: 'rule_not_found' },
} as const;
const SHARED = { tag: 'Events', query: {}, body: null, isAddition: true } as const;
const CHANGE = { ...SHARED, scope: 'trading', tier: 'writes' } as const;

export const notificationRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    path: PATH,
    operationId: 'listNotificationRules',
    summary: 'List rules of notifications',
    description:
      'All of them, sorted by id. Everybody begins with two: problems, and messages of scripts.',
    scope: 'read',
    tier: 'reads',
    params: {},
    success: { status: 200, description: 'The rules.', schema: RULE_LIST.schema },
    errors: [],
    handle: async (deps, { caller }) => ok(RULE_LIST.toWire(await listRules(deps, caller))),
  }),

  defineOperation({
    ...CHANGE,
    method: 'POST',
    path: PATH,
    operationId: 'createNotificationRule',
    summary: 'Create a rule of notifications',
    description: 'It is about events from now on.',
    params: {},
    body: SaveRuleSchema,
    success: { status: 201, description: 'The rule.', schema: RULE.schema },
    errors: ['forbidden'],
    async handle(deps, call) {
      const { caller, body, derivationId } = call;
      const terms = termsFromWire(body);
      if (!terms.ok) return noTypes(terms.rejection);
      const responseOf = (rule: NotificationRule) =>
        created(RULE.toWire(rule), `${PATH}/${rule.ruleId}`);
      const completion = call.slotFor(responseOf);
      const made = await createRule(deps, { caller, terms: terms.value, derivationId, completion });
      if (made.ok) return responseOf(made.value);
      const { rejection } = made;
      if (rejection.code === 'rule_invalid') return notValid(rejection);
      return refuse('forbidden', rejection.detail);
    },
  }),

  defineOperation({
    ...CHANGE,
    method: 'PUT',
    path: `${PATH}/{rule_id}`,
    operationId: 'replaceNotificationRule',
    summary: 'Replace a rule of notifications',
    description: 'The whole of it; what waits by it is sent as it was.',
    params: ONE,
    body: SaveRuleSchema,
    success: { status: 200, description: 'The rule.', schema: RULE.schema },
    errors: ['rule_not_found'],
    needsProtectingScope: true,
    async handle(deps, { caller, params, body, claim }) {
      const ruleId = params.rule_id;
      const terms = termsFromWire(body);
      if (!terms.ok) return noTypes(terms.rejection);
      const done = await replaceRule(deps, { caller, ruleId, terms: terms.value, claim });
      if (done.ok) return ok(RULE.toWire(done.value));
      const { rejection } = done;
      return rejection.code === 'rule_invalid' ? notValid(rejection) : noRule(ruleId);
    },
  }),

  defineOperation({
    ...CHANGE,
    method: 'DELETE',
    path: `${PATH}/{rule_id}`,
    operationId: 'deleteNotificationRule',
    summary: 'Delete a rule of notifications',
    description: 'What waits by it is not sent.',
    params: ONE,
    success: { status: 204, description: 'It is deleted.', schema: null },
    errors: ['rule_not_found'],
    needsProtectingScope: true,
    async handle(deps, { caller, params }) {
      const ruleId = params.rule_id;
      const done = await deleteRule(deps, { caller, ruleId });
      return done.ok ? NO_CONTENT : noRule(ruleId);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/notifications/deliveries',
    operationId: 'listNotificationDeliveries',
    summary: 'List deliveries of notifications',
    description: 'What was sent and what waits; newest first, for a week.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: {
      ...PAGE_QUERY,
      channel_id: Type.Optional(
        identifier('Only of this channel.', 'nch_01jd3f8k2m5q7r9t1v3x5z7b9c'),
      ),
    },
    success: {
      status: 200,
      description: 'One page of deliveries.',
      schema: NOTIFICATION_PAGE.schema,
    },
    errors: [],
    async handle(deps, call) {
      const { caller, after, query } = call;
      const beforeId = after === null ? null : Number(after);
      const channelId = query.channel_id ?? null;
      const wanted = { caller, channelId, beforeId, limit: query.limit };
      const { deliveries, lastId } = await listNotifications(deps, wanted);
      const cursor = call.nextCursor(lastId === null ? null : String(lastId));
      return ok(NOTIFICATION_PAGE.toWire(deliveries, cursor));
    },
  }),

  defineOperation({
    ...CHANGE,
    method: 'POST',
    path: '/v1/notifications/deliveries/{delivery_id}/resend',
    operationId: 'resendNotificationDelivery',
    summary: 'Send a notification again',
    description: 'Also one that arrived. Codes are not sent again: ask for another one.',
    params: {
      delivery_id: { description: 'Delivery, as listed.', notFound: 'delivery_not_found' },
    },
    success: { status: 204, description: 'It waits to be sent.', schema: null },
    errors: ['delivery_not_found'],
    async handle(deps, { caller, params, claim }) {
      const { delivery_id: text } = params;
      const deliveryId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
      const done = await resendNotification(deps, { caller, deliveryId, claim });
      return done.ok ? NO_CONTENT : refuse(done.rejection, `There is no delivery "${text}".`);
    },
  }),
];

function noTypes(name: string): Refusal {
  return refuseField('types', 'types of events', `"${name}"`);
}

function notValid({ field, expected }: RuleRefusal): Refusal {
  return refuseField(field.replaceAll('.', '/'), expected, 'another value');
}

function noRule(ruleId: string): Refusal {
  return refuse('rule_not_found', `There is no rule "${ruleId}".`);
}
