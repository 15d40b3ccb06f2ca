// Messages that wait for a webhook, with claims that end: the database has them in statements of
// its own, which no store in memory repeats.

import { TEST_TYPE } from '#domain/webhook/webhook.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

export type WaitingMessage = {
  readonly id: number;
  state: 'waiting' | 'delivered' | 'given_up';
  claimedUntilMs: number;
  attemptsCount: number;
};

export function messageQueue(
  messages: readonly WaitingMessage[],
  clock: Clock,
): Pick<WebhookStore, 'claimDeliveries' | 'endAttempt'> {
  return {
    async claimDeliveries({ nowMs, claimedUntilMs }) {
      const due = messages.filter(
        (message) => message.state === 'waiting' && message.claimedUntilMs <= nowMs,
      );
      return due.map((message) => {
        message.claimedUntilMs = claimedUntilMs;
        message.attemptsCount += 1;
        return claimedFrom(message, clock.nowMs());
      });
    },
    async endAttempt({ claimed, verdict }) {
      const message = messages.find(({ id }) => id === claimed.deliveryId);
      if (message?.claimedUntilMs !== claimed.claimedUntilMs) return;
      message.claimedUntilMs = 0;
      if (verdict.kind === 'delivered') message.state = 'delivered';
      else if (verdict.kind !== 'failed' || verdict.nextAtMs === null) message.state = 'given_up';
    },
  };
}

function claimedFrom({ id, claimedUntilMs, attemptsCount }: WaitingMessage, nowMs: number) {
  return {
    deliveryId: id,
    webhookId: 'whk_1',
    userId: 'user',
    url: 'https://example.com/hook',
    sealedSecret: new Uint8Array([1]),
    previousSealed: null,
    claimedUntilMs,
    attemptsCount,
    triedSinceMs: nowMs,
    failuresCount: 0,
    failingSinceMs: null,
    event: { type: TEST_TYPE, webhookId: 'whk_1', atMs: nowMs },
  } as const;
}
