// The wire shapes of webhooks, their deliveries, and the message that is sent.

import Type from 'typebox';
import { EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';
import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { Delivery, Webhook, WebhookTest } from '#domain/webhook/webhook.ts';
import { DELIVERY_STATES, TEST_TYPE } from '#domain/webhook/webhook.ts';
import { URL_CHARACTERS_MAX } from '#domain/webhook/webhook-address.ts';
import type { WebhookWithSecret } from '#services/webhooks/create-webhook.ts';
import {
  field,
  fieldsOf,
  instantField,
  listOf,
  nullableInstantField,
  pageOf,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { eventToWire } from '#api/schemas/event.ts';
import { formatInstant } from '#lib/time.ts';
import { flag, int32, nullable, oneOf, shape, text } from '#api/schemas/wire-values.ts';

const URL_EXAMPLE = 'https://example.com/tidemill';

const FIELDS = fieldsOf<Webhook>()({
  webhook_id: field(text('The webhook.', 'wh_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.webhookId),
  url: field(text('Where events are sent.', URL_EXAMPLE), (of) => of.url),
  types: field(
    Type.Array(Type.String(), { description: 'Types of events; empty: all.', examples: [[]] }),
    (of) => [...of.types],
  ),
  is_enabled: field(flag('Whether events are sent.'), (of) => of.disabled === null),
  disabled_reason: field(
    nullable(text('Why it was disabled; null: it was not.', 'It failed for three days.')),
    (of) => of.disabled?.reason ?? null,
  ),
  failing_since: nullableInstantField(
    'Since when deliveries fail; null: the last one did not.',
    (of) => of.failingSinceMs,
  ),
  failing_reason: field(
    nullable(
      text('Why, as of the oldest event that waits; null: they do not fail.', 'It responded 500.'),
    ),
    (of) => of.failingReason,
  ),
  previous_secret_until: nullableInstantField(
    'Until when the secret before the present one signs too; null: there is none.',
    (of) => of.previousUntilMs,
  ),
  created_at: instantField('When it was made.', (of) => of.createdAtMs),
});

const WEBHOOK = shapeOf<Webhook>()('Webhook', 'An address that events are sent to.', FIELDS);
export const WebhookSchema = WEBHOOK.schema;
export const webhookToWire = WEBHOOK.toWire;
export const WEBHOOK_LIST = listOf('WebhookList', WEBHOOK);

const WITH_SECRET = shapeOf<WebhookWithSecret>()(
  'WebhookWithSecret',
  'A webhook with its secret, shown this once.',
  {
    ...FIELDS,
    secret: field(
      text('What signatures are verified with. It cannot be shown again.', 'whsec_…'),
      (of) => of.secret,
    ),
  },
);
export const WebhookWithSecretSchema = WITH_SECRET.schema;
export const webhookWithSecretToWire = WITH_SECRET.toWire;

export const CreateWebhookSchema = shape('CreateWebhook', 'A webhook to make.', {
  url: Type.String({
    minLength: 1,
    maxLength: URL_CHARACTERS_MAX,
    description: 'Where to send events: an address that begins with `https://`.',
    examples: [URL_EXAMPLE],
  }),
  types: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: EVENT_TYPES.length,
      description: 'Types of events, or groups such as `order.*`; left out: all.',
      examples: [['order.*', 'fill.created']],
    }),
  ),
});

export const DELIVERY = shapeOf<Delivery>()(
  'WebhookDelivery',
  'What became of an event to be sent.',
  {
    delivery_id: field(text('The delivery.', '1207'), (of) => String(of.deliveryId)),
    webhook_id: field(
      text('The webhook that it is for.', 'wh_01jd3f8k2m5q7r9t1v3x5z7b9c'),
      (of) => of.webhookId,
    ),
    user_id: field(
      text('Whom it happened to: you, or one of your end users.', 'usr_01jd3f8k2m5q7r9t'),
      (of) => of.userId,
    ),
    event_id: field(
      text('Number of the event in the log of that user; `0`: a test, which is in no log.', '42'),
      (of) => String(of.sequence),
    ),
    type: field(text(`Its type; of a test \`${TEST_TYPE}\`.`, 'order.filled'), (of) => of.type),
    object_id: field(text('What it happened to.', 'ord_01jd3f8k2m5q7r9t'), (of) => of.objectId),
    status: field(oneOf(DELIVERY_STATES, 'Where it stands.'), (of) => of.state),
    attempts: field(int32('How often it was tried.', 1, { minimum: 0 }), (of) => of.attemptsCount),
    http_status: field(
      nullable(int32('The status that the last attempt got; null: none.', 204)),
      (of) => of.status,
    ),
    response: field(
      nullable(text('How the response begins; null: there is none.', '')),
      (of) => of.response,
    ),
    problem: field(
      nullable(text('Why the last attempt failed; null: it did not.', 'It responded 500.')),
      (of) => of.problem,
    ),
    queued_at: instantField('When it was queued.', (of) => of.queuedAtMs),
    next_attempt_at: nullableInstantField(
      'When it is tried again; null: it did not fail, or is not tried again.',
      (of) => of.nextAtMs,
    ),
    ended_at: nullableInstantField('When it ended; null: it waits.', (of) => of.endedAtMs),
  },
);
export const WEBHOOK_DELIVERY_PAGE = pageOf('WebhookDeliveryPage', DELIVERY);

/** What is sent: the same bytes for the same event. */
export function webhookBody(event: LoggedEvent | WebhookTest, userId: string): string {
  if (event.type === TEST_TYPE) return testBody(event, userId);
  const { event_id, type, object_id, occurred_at: timestamp, data } = eventToWire(event);
  return JSON.stringify({ type, timestamp, user_id: userId, event_id, object_id, data });
}

function testBody({ type, atMs, webhookId }: WebhookTest, userId: string): string {
  const of = { type, timestamp: formatInstant(atMs), user_id: userId, event_id: '0' };
  return JSON.stringify({ ...of, object_id: webhookId, data: {} });
}
