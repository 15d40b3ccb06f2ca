// Operations on channels that notifications are sent to.

import type { NotificationChannel } from '#domain/notification/channel.ts';
import { createChannel, TOO_MANY_CODES } from '#services/notifications/create-channel.ts';
import {
  changeChannel,
  deleteChannel,
  enableChannel,
  findChannel,
  listChannels,
  sendCode,
  testChannel,
  verifyChannel,
} from '#services/notifications/manage-channels.ts';
import { defineOperation } from '#api/http/operation.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import {
  created,
  NO_CONTENT,
  ok,
  refuse,
  refuseAt,
  refuseField,
  taken,
} from '#api/http/responses/api-response.ts';
import {
  addressFromWire,
  ChangeChannelSchema,
  CHANNEL,
  CHANNEL_LIST,
  CreateChannelSchema,
  NOTIFICATION,
  VerifyChannelSchema,
} from '#api/schemas/notification-channel.ts';
import { instantFromWire } from '#api/schemas/wire-values.ts';

const PATH = '/v1/notifications/channels';
const ONE = {
  channel_id: { description: 'Channel, as listed.', notFound: 'channel_not_found' },
} as const;
const SHARED = { tag: 'Events', query: {}, body: null, isAddition: true } as const;
const CHANGE = { ...SHARED, scope: 'trading', tier: 'writes', params: ONE } as const;
const SUCCESS = { status: 200, description: 'The channel.', schema: CHANNEL.schema } as const;

export const notificationChannelRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    path: PATH,
    operationId: 'listNotificationChannels',
    summary: 'List channels of notifications',
    description: 'All of them, sorted by id, without their secrets.',
    scope: 'read',
    tier: 'reads',
    params: {},
    success: { status: 200, description: 'The channels.', schema: CHANNEL_LIST.schema },
    errors: [],
    async handle(deps, { caller }) {
      const nowMs = deps.clock.nowMs();
      const channels = await listChannels(deps, caller);
      return ok(CHANNEL_LIST.toWire(channels.map((channel) => ({ channel, nowMs }))));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: PATH,
    operationId: 'createNotificationChannel',
    summary: 'Create a channel of notifications',
    description:
      'A code is sent to it; nothing else is sent before the code was entered ' +
      '(`verifyNotificationChannel`). See docs/notifications.md.',
    scope: 'trading',
    tier: 'writes',
    params: {},
    body: CreateChannelSchema,
    success: { status: 201, description: 'The channel.', schema: CHANNEL.schema },
    errors: ['forbidden', 'confirmation_required'],
    needsConfirmation: true,
    needsProtectingScope: true,
    async handle(deps, call) {
      const { caller, body, derivationId } = call;
      const address = addressFromWire(body);
      if (!address.ok) return refuseAt('name', address.rejection);
      const nowMs = deps.clock.nowMs();
      const responseOf = (channel: NotificationChannel) =>
        created(CHANNEL.toWire({ channel, nowMs }), `${PATH}/${channel.channelId}`);
      const completion = call.slotFor(responseOf);
      const command = { caller, name: body.name, address: address.value, derivationId, completion };
      const made = await createChannel(deps, command);
      if (made.ok) return responseOf(made.value);
      const { rejection } = made;
      if (rejection.code === 'forbidden') return refuse('forbidden', rejection.detail);
      // What was given may be a secret, and is not repeated.
      return refuseField(rejection.field.replaceAll('.', '/'), rejection.expected, 'another text');
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: `${PATH}/{channel_id}`,
    operationId: 'getNotificationChannel',
    summary: 'Get a channel of notifications',
    description: 'Where it leads, and whether messages arrive.',
    scope: 'read',
    tier: 'reads',
    params: ONE,
    success: SUCCESS,
    errors: ['channel_not_found'],
    async handle(deps, { caller, params }) {
      const channelId = params.channel_id;
      const found = await findChannel(deps, { caller, channelId });
      return found.ok ? shown(deps, found.value) : noChannel(channelId);
    },
  }),

  defineOperation({
    ...CHANGE,
    method: 'PUT',
    path: `${PATH}/{channel_id}`,
    operationId: 'changeNotificationChannel',
    summary: 'Rename or mute a channel of notifications',
    description: 'To change where it leads, make another one: that has to be proven anew.',
    body: ChangeChannelSchema,
    success: SUCCESS,
    errors: ['channel_not_found'],
    needsProtectingScope: true,
    async handle(deps, { caller, params, body, claim }) {
      const channelId = params.channel_id;
      const { name, is_muted: isMuted, muted_until: until } = body;
      const untilMs = until === undefined || until === null ? null : instantFromWire(until);
      const mute = isMuted ? { untilMs } : null;
      const done = await changeChannel(deps, { caller, channelId, claim, name, mute });
      return done.ok ? shown(deps, done.value) : noChannel(channelId);
    },
  }),

  defineOperation({
    ...CHANGE,
    method: 'DELETE',
    path: `${PATH}/{channel_id}`,
    operationId: 'deleteNotificationChannel',
    summary: 'Delete a channel of notifications',
    description: 'With its deliveries; what waits is not sent.',
    success: { status: 204, description: 'It is deleted.', schema: null },
    errors: ['channel_not_found'],
    needsProtectingScope: true,
    async handle(deps, { caller, params }) {
      const channelId = params.channel_id;
      const done = await deleteChannel(deps, { caller, channelId });
      return done.ok ? NO_CONTENT : noChannel(channelId);
    },
  }),

  ...proofRoutes(),

  defineOperation({
    ...CHANGE,
    method: 'POST',
    path: `${PATH}/{channel_id}/test`,
    operationId: 'testNotificationChannel',
    summary: 'Send a test to a channel of notifications',
    description: 'The delivery in the response says, when it is read again, what became of it.',
    success: { status: 202, description: 'The delivery.', schema: NOTIFICATION.schema },
    errors: ['channel_not_found', 'forbidden'],
    async handle(deps, { caller, params, claim }) {
      const channelId = params.channel_id;
      const done = await testChannel(deps, { caller, channelId, claim });
      if (done.ok) return taken(NOTIFICATION.toWire(done.value));
      if (done.rejection === 'channel_not_found') return noChannel(channelId);
      return refuse(
        'forbidden',
        done.rejection === 'test_waits'
          ? 'A test waits to be sent already.'
          : 'Nothing is sent before the code of the channel was entered.',
      );
    },
  }),

  defineOperation({
    ...CHANGE,
    method: 'POST',
    path: `${PATH}/{channel_id}/enable`,
    operationId: 'enableNotificationChannel',
    summary: 'Enable a channel of notifications',
    description: 'One that was disabled is sent what waited then, and what happens from now on.',
    success: SUCCESS,
    errors: ['channel_not_found', 'confirmation_required'],
    needsConfirmation: true,
    needsProtectingScope: true,
    async handle(deps, { caller, params, claim }) {
      const channelId = params.channel_id;
      const done = await enableChannel(deps, { caller, channelId, claim });
      return done.ok ? shown(deps, done.value) : noChannel(channelId);
    },
  }),
];

function proofRoutes() {
  return [
    defineOperation({
      ...CHANGE,
      method: 'POST',
      path: `${PATH}/{channel_id}/code`,
      operationId: 'sendNotificationCode',
      summary: 'Send another code to a channel of notifications',
      description: 'The code before it is of no use any more.',
      success: { status: 204, description: 'It waits to be sent.', schema: null },
      errors: ['channel_not_found', 'forbidden'],
      async handle(deps, { caller, params, claim }) {
        const channelId = params.channel_id;
        const done = await sendCode(deps, { caller, channelId, claim });
        if (done.ok) return NO_CONTENT;
        return done.rejection === 'codes_limit'
          ? refuse('forbidden', TOO_MANY_CODES)
          : noChannel(channelId);
      },
    }),

    defineOperation({
      ...CHANGE,
      method: 'POST',
      path: `${PATH}/{channel_id}/verify`,
      operationId: 'verifyNotificationChannel',
      summary: 'Prove a channel of notifications by its code',
      description: 'Events from now on are sent. A code is valid for 15 minutes and five tries.',
      body: VerifyChannelSchema,
      success: SUCCESS,
      errors: ['channel_not_found', 'confirmation_required'],
      needsConfirmation: true,
      needsProtectingScope: true,
      async handle(deps, { caller, params, body, claim }) {
        const channelId = params.channel_id;
        const done = await verifyChannel(deps, { caller, channelId, code: body.code, claim });
        if (done.ok) return shown(deps, done.value);
        if (done.rejection === 'channel_not_found') return noChannel(channelId);
        return refuseField(
          'code',
          'the code that was sent last, within 15 minutes and five tries',
          'another one',
        );
      },
    }),
  ];
}

function shown({ clock }: { readonly clock: { nowMs(): number } }, channel: NotificationChannel) {
  return ok(CHANNEL.toWire({ channel, nowMs: clock.nowMs() }));
}

function noChannel(channelId: string): Refusal {
  return refuse('channel_not_found', `There is no channel "${channelId}".`);
}
