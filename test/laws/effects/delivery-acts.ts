// Acts of a random day that have a message sent, to a webhook or to a channel of notifications,
// whose receiver takes it or does not.

import { pumpNotifications } from '#main/serving/notification-pump.ts';
import { pumpWebhooks } from '#main/serving/webhook-pump.ts';
import { webhookBody } from '#api/schemas/webhook.ts';
import { present } from '#lib/assert.ts';
import type { ChannelSender } from '#ports/world/channel-sender.ts';
import { memoryNotificationStore } from '#adapters/memory/memory-notification-store.ts';
import { memoryWebhookStore } from '#adapters/memory/memory-webhook-store.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import type { ServedHarness } from '../../support/serve-harness.ts';
import { serveHarness } from '../../support/serve-harness.ts';
import type { Act, Day, JudgedPromise } from './day.ts';
import type { WorkView } from './judge-promise.ts';

const PROBLEM = 'the receiver was away';
const TELEGRAM = {
  name: 'Mine',
  telegram: { token: '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc', chat_id: '40721' },
};

type Receiver = {
  readonly served: ServedHarness;
  readonly userId: string;
  readonly takes: boolean;
  /** All that waits is sent, and the receiver takes it, or does not. */
  send(takes: boolean): Promise<void>;
  /** The newest code that a channel got. */
  code(): string;
};

type DeliveryAct = {
  readonly operation: string;
  /** Returns where its deliveries are listed. */
  readonly act: (receiver: Receiver) => Promise<string>;
};

const DELIVERY_ACTS: readonly DeliveryAct[] = [
  {
    operation: 'testWebhook',
    async act(receiver) {
      const path = await makeWebhook(receiver);
      await receiver.served.call(receiver.userId, `${path}/test`, {});
      return `${path}/deliveries`;
    },
  },
  {
    operation: 'resendWebhookDelivery',
    async act(receiver) {
      const path = await makeWebhook(receiver);
      await receiver.served.call(receiver.userId, `${path}/test`, {});
      await receiver.send(!receiver.takes);
      await insist(receiver, `${path}/deliveries/${await newest(receiver, path)}/resend`);
      return `${path}/deliveries`;
    },
  },
  {
    operation: 'sendNotificationCode',
    async act(receiver) {
      const path = await makeChannel(receiver);
      await insist(receiver, `${path}/code`);
      return 'notifications/deliveries';
    },
  },
  {
    operation: 'testNotificationChannel',
    async act(receiver) {
      const path = await prove(receiver, await makeChannel(receiver));
      await receiver.served.call(receiver.userId, `${path}/test`, {});
      return 'notifications/deliveries';
    },
  },
  {
    operation: 'resendNotificationDelivery',
    async act(receiver) {
      const path = await prove(receiver, await makeChannel(receiver));
      await receiver.served.call(receiver.userId, `${path}/test`, {});
      await receiver.send(!receiver.takes);
      const id = await newest(receiver, 'notifications');
      await insist(receiver, `notifications/deliveries/${id}/resend`);
      return 'notifications/deliveries';
    },
  },
];

export const ACTS_ON_RECEIVERS: readonly Act[] = DELIVERY_ACTS.map(
  (each): Act =>
    (day) =>
      actOn(day, each),
);

async function actOn(day: Day, { operation, act }: DeliveryAct): Promise<JudgedPromise> {
  const takes = day.chance() < 0.5;
  const receiver = await receiverOf(day, takes);
  const { served, userId } = receiver;
  try {
    const path = await act(receiver);
    await receiver.send(takes);
    return {
      operation,
      act: takes ? 'to a receiver that takes it' : 'to a receiver that is away',
      promised: {
        kind: 'work',
        canBeDone: takes,
        shown: viewOf(present((await listed(served, userId, path))[0], 'a delivery is listed')),
        eventWanted: null,
        events: [],
      },
    };
  } finally {
    await served.close();
  }
}

type ListedDelivery = {
  readonly delivery_id: string;
  readonly status: string;
  readonly problem: string | null;
};

/** One that failed waits for its next attempt, and says why. */
function viewOf({ status, problem }: ListedDelivery): WorkView {
  if (status === 'delivered') return { standing: 'done', reason: null };
  const isUntried = status === 'waiting' && problem === null;
  return { standing: isUntried ? 'waiting' : 'not_done', reason: problem };
}

async function listed(
  served: ServedHarness,
  userId: string,
  path: string,
): Promise<readonly ListedDelivery[]> {
  return (await served.call<{ readonly data: readonly ListedDelivery[] }>(userId, path)).data;
}

async function newest({ served, userId }: Receiver, path: string): Promise<string> {
  const [delivery] = await listed(served, userId, `${path}/deliveries`);
  return present(delivery, 'a delivery is listed').delivery_id;
}

async function insist({ served, userId }: Receiver, path: string, body?: object): Promise<void> {
  const refusal = await served.request(userId, 'POST', path, body);
  if (refusal !== null) throw new Error(`${path} can be done: ${refusal}`);
}

async function makeWebhook({ served, userId }: Receiver): Promise<string> {
  const wish = { url: 'https://example.com/hook', types: ['order.filled'] };
  type Made = { readonly webhook_id: string };
  return `webhooks/${(await served.call<Made>(userId, 'webhooks', wish)).webhook_id}`;
}

async function makeChannel({ served, userId }: Receiver): Promise<string> {
  type Made = { readonly channel_id: string };
  const path = 'notifications/channels';
  return `${path}/${(await served.call<Made>(userId, path, TELEGRAM)).channel_id}`;
}

async function prove(receiver: Receiver, path: string): Promise<string> {
  await receiver.send(true);
  await insist(receiver, `${path}/verify`, { code: receiver.code() });
  return path;
}

async function receiverOf({ harness }: Day, takes: boolean): Promise<Receiver> {
  const { deps, spot, state, store } = harness;
  const secrets = systemSecrets(new Uint8Array(32).fill(9));
  const webhooks = memoryWebhookStore(state);
  const notifications = memoryNotificationStore(state);
  const served = await serveHarness(harness, { secrets, webhooks, notifications });
  const sent = { code: '' };
  const log = { info: () => undefined };
  const shared = { ...deps, bots: store, secrets, log, webhooks, notifications, consoleUrl: null };
  const { signal } = new AbortController();
  return {
    served,
    userId: spot.userId,
    takes,
    code: () => sent.code,
    async send(isTaken) {
      const errors: unknown[] = [];
      const sender = {
        send: async () =>
          isTaken
            ? ({ kind: 'responded', outcome: 'accepted', status: 200, text: 'ok' } as const)
            : ({ kind: 'unreachable', problem: PROBLEM } as const),
      };
      const channelSender: ChannelSender = {
        async send({ message }) {
          if (!isTaken) return { kind: 'failed', problem: PROBLEM };
          sent.code = /^Code: (\d+)$/.exec(message.notices[0]?.title ?? '')?.[1] ?? sent.code;
          return { kind: 'accepted', response: 'ok' };
        },
      };
      const note = (error: unknown): void => void errors.push(error);
      await pumpWebhooks({ ...shared, sender, bodyOf: webhookBody }, signal, note);
      await pumpNotifications({ ...shared, channelSender }, signal, note);
      if (errors.length > 0) throw new Error('a sender failed', { cause: errors[0] });
    },
  };
}
