// Lists of webhooks, hooks and notifications.

import { sampleBot, sampleHash, sampleId } from '#ports/stores/store.fixture.ts';
import type { StoredList, Surroundings } from './stored-stores.ts';
import { NOW_MS, shown } from './stored-stores.ts';

const SEALED = new Uint8Array([1, 2, 3]);

export async function webhookLists(around: Surroundings): Promise<readonly StoredList[]> {
  const {
    userId,
    stores: { webhooks },
  } = around;
  const webhookIds = [sampleId('wh'), sampleId('wh')];
  for (const webhookId of webhookIds)
    await webhooks.insertWebhook(
      {
        webhookId,
        userId,
        url: 'https://example.com/hook',
        types: ['order.filled'],
        createdAtMs: NOW_MS,
        previousUntilMs: null,
        failingSinceMs: null,
        failingReason: null,
        disabled: null,
      },
      SEALED,
      null,
      10,
    );
  const [webhookId = ''] = webhookIds;
  for (const atMs of [1, 2]) await webhooks.queueTest({ userId, webhookId }, atMs, null);
  return [
    shown('webhooks.listWebhooks', 'webhooks', { webhook_id: webhookIds[0] ?? '' }, (each) =>
      each.webhooks.listWebhooks(userId),
    ),
    shown(
      'webhooks.listDeliveries',
      'webhook_deliveries',
      { delivery_id: '1' },
      (each) => each.webhooks.listDeliveries({ userId, webhookId }, null, 100),
      ['user_id', 'webhook_id', 'delivery_id'],
    ),
  ];
}

export async function channelLists({
  userId,
  stores,
}: Surroundings): Promise<readonly StoredList[]> {
  const { notifications } = stores;
  await notifications.openNotifications(userId, []);
  const channelIds = [sampleId('nch'), sampleId('nch')];
  for (const channelId of channelIds)
    await notifications.insertChannel(
      {
        channel: {
          channelId,
          userId,
          kind: 'slack',
          name: channelId,
          destination: 'hooks.example (…abcd)',
          createdAtMs: NOW_MS,
          provenAtMs: null,
          mute: null,
          lastDeliveredAtMs: null,
          failingSinceMs: null,
          lastProblem: null,
          disabled: null,
        },
        sealedAddress: SEALED,
        hasOwnServer: false,
        channelsMax: 9,
        code: {
          sealed: SEALED,
          atMs: NOW_MS,
          expiresAtMs: NOW_MS + 1_000,
          message: {
            notices: [{ title: 'It happened', text: null, context: null, atMs: 1, link: null }],
            more: null,
            timeZone: null,
          },
          codesMax: 10,
        },
      },
      null,
    );
  return [
    shown(
      'notifications.listChannels',
      'notification_channels',
      { channel_id: channelIds[0] ?? '' },
      (each) => each.notifications.listChannels(userId),
    ),
    shown(
      'notifications.listDeliveries',
      'notification_deliveries',
      { delivery_id: '1' },
      (each) => each.notifications.listDeliveries(userId, null, null, 100),
      ['user_id', 'channel_id', 'delivery_id'],
    ),
  ];
}

export async function ruleLists({ userId, stores }: Surroundings): Promise<readonly StoredList[]> {
  const { notifications } = stores;
  const ruleIds = [sampleId('nrl'), sampleId('nrl')];
  for (const ruleId of ruleIds)
    await notifications.insertRule(
      {
        ruleId,
        userId,
        name: 'Orders',
        types: ['order.placed'],
        isProblemsOnly: false,
        botIds: [],
        accountIds: [],
        channelIds: [],
        everyMs: 0,
        quietHours: null,
        isEnabled: true,
        createdAtMs: 1,
      },
      10,
      null,
    );
  return [
    shown('notifications.listRules', 'notification_rules', { rule_id: ruleIds[0] ?? '' }, (each) =>
      each.notifications.listRules(userId),
    ),
  ];
}

export async function hookLists({
  userId,
  account,
  stores,
}: Surroundings): Promise<readonly StoredList[]> {
  const bot = sampleBot(account);
  await stores.insertBot(bot, null);
  const hookIds = [sampleId('hook'), sampleId('hook')];
  for (const hookId of hookIds)
    await stores.insertHook(
      {
        hookId,
        userId,
        botId: bot.botId,
        signal: hookId,
        template: '{{action}} {{ticker}}',
        addresses: ['192.0.2.0/24'],
        sellsEnterShort: true,
        repeatWindowMs: 0,
        isSigned: true,
        createdAtMs: NOW_MS,
        rotatedAtMs: null,
      },
      sampleHash(),
      10,
      null,
    );
  return [
    shown('listHooks', 'hooks', { hook_id: hookIds[0] ?? '' }, (each) => each.listHooks(userId), [
      'user_id',
      'bot_id',
    ]),
  ];
}
