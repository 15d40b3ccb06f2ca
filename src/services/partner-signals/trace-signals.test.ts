// Deliveries in a signal's trace: of the signal as each bot got it, and of its orders.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery } from '#domain/webhook/webhook.ts';
import type { PartnerSignalStore, SignalEffect } from '#ports/stores/partner-signal-store.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import { traceSignals } from '#services/partner-signals/send-signal.ts';

const EFFECTS: readonly SignalEffect[] = [
  {
    signalId: '7',
    botId: 'bot_1',
    userId: 'u',
    takenAtMs: 1,
    reception: 'heard',
    orderIds: ['ord_1'],
    messages: [],
  },
  {
    signalId: '8',
    botId: 'bot_2',
    userId: 'u',
    takenAtMs: 1,
    reception: 'heard',
    orderIds: [],
    messages: [],
  },
];

const delivery = (deliveryId: number, objectId: string, signalId: string | null): Delivery =>
  ({ deliveryId, objectId, signalId }) as Delivery;

const DELIVERIES = [
  delivery(1, 'bot_1', '7'),
  delivery(2, 'ord_1', null),
  delivery(3, 'bot_2', '8'),
];

async function traced(endUserId: string | null) {
  const requested: unknown[] = [];
  const signal = { sequence: 1, token: 't', action: 'buy', receivedAtMs: 0, effects: EFFECTS };
  const signals = { listSignals: async () => [signal] } as unknown as PartnerSignalStore;
  const webhooks = {
    listDeliveriesAbout: async (userId: string, about: unknown) => {
      requested.push(userId, about);
      return DELIVERIES;
    },
  };
  const page = await traceSignals(
    { signals, webhooks, clock: { nowMs: () => 1 } },
    { caller: sampleCaller('partner', { endUserId }), token: 't', after: null, limit: 10 },
  );
  assert.ok(page.ok);
  const effects = page.value.signals.flatMap((each) => each.effects);
  return { requested, ids: effects.map((each) => each.deliveries.map((of) => of.deliveryId)) };
}

test('each bot has the deliveries of its signal, and of the orders that followed', async () => {
  const { requested, ids } = await traced(null);
  assert.deepEqual(requested, ['partner', { orderIds: ['ord_1'], signalIds: ['7', '8'] }]);
  assert.deepEqual(ids, [[1, 2], [3]]);
});

test('a key for one end user is shown none: webhooks are the partner’s', async () => {
  assert.deepEqual(await traced('u'), { requested: [], ids: [[], []] });
});
