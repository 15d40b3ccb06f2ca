// A request that is signed anew is not sent later than the first time would have been.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Query } from '#venues/dialect.ts';
import { makeHealthRecord } from '#venues/venue-health.ts';
import { makeVenueRequests } from '#venues/venue-requests.ts';
import type { VenueWire } from '#venues/wire/venue-wire.ts';

const KEYS = { apiKey: 'key', secret: 'secret', passphrase: null };

test('both tries of a request that was refused for its time stamp share one deadline', async () => {
  const sentBy: number[] = [];
  const wire: Pick<VenueWire, 'send'> = {
    async send(_call, _keys, _deadlineMs, sendByMs) {
      sentBy.push(sendByMs?.() ?? Infinity);
      return { kind: 'no_reply', cause: 'timeout' };
    },
  };
  const requests = makeVenueRequests({
    wire,
    venueClock: {
      nowMs: () => 0,
      skewMs: () => 0,
      errorMs: () => 0,
      isOff: () => false,
      measure: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return true;
      },
      follow: () => () => undefined,
    },
    health: makeHealthRecord(),
    credentialsOf: async () => Promise.resolve(KEYS),
    onRefused: () => undefined,
    sendByMs: () => Infinity,
    stopAddress: () => undefined,
  });
  const query = { call: {}, read: () => ({ kind: 'clock', detail: '' }) } as unknown;
  await requests.run({ accountId: 'acc_1' }, query as Query<never>);
  const [first = Infinity, second] = sentBy;
  assert(first < performance.now() + 10_000, 'the first has a deadline');
  assert.equal(second, first);
});
