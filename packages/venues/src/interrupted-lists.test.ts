// Lists of an exchange that fails some of the requests: what was read before a failure is not
// requested again, so that a long list comes to its end.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { DAY_MS } from '#lib/time.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import {
  BTC_PERPETUAL,
  BTC_SPOT,
  EXECUTION,
  page,
  reply,
} from '#venues/dialects/bybit/bybit.fixture.ts';
import { makeMarketList } from '#venues/market-list.ts';
import type { HandTime } from '#venues/monotonic-time.fixture.ts';
import { handTime } from '#venues/monotonic-time.fixture.ts';
import { KEYS, LOG, NOW_MS } from '#venues/scripted-venue.fixture.ts';
import { makeVenueClock } from '#venues/venue-clock.ts';
import { makeVenueExchange } from '#venues/venue-exchange.ts';
import { makeHealthRecord } from '#venues/venue-health.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const SPOT = { accountId: 'a1', marketType: 'spot' } as const;
const FUTURES = { accountId: 'a1', marketType: 'futures' } as const;

type Parameters = VenueCall['parameters'];

/** Each so many requests one fails; the list is newest first, as the venue gives it. */
function failingVenue(
  executions: readonly Readonly<Record<string, unknown>>[],
  { failsEach }: { readonly failsEach: number },
): { readonly exchange: Exchange; readonly requests: Parameters[]; readonly time: HandTime } {
  const requests: Parameters[] = [];
  const time = handTime();
  const respond = ({ startTime, endTime, execType, limit, cursor = '0' }: Parameters) => {
    const matching = executions
      .filter((each) => each['execType'] === execType)
      .filter(({ execTime }) => Number(execTime) >= Number(startTime))
      .filter(({ execTime }) => Number(execTime) <= Number(endTime))
      .toSorted((left, right) => Number(right['execTime']) - Number(left['execTime']));
    const end = Number(cursor) + Number(limit);
    return page(matching.slice(Number(cursor), end), end < matching.length ? String(end) : '');
  };
  const exchange = makeVenueExchange({
    dialect: BYBIT,
    wire: {
      async send({ parameters }) {
        requests.push(parameters);
        return requests.length % failsEach === 0
          ? reply('<html>bad gateway</html>', { status: 502 })
          : respond(parameters);
      },
      openStream: async () => assert.fail('no streams here'),
    },
    markets: makeMarketList('bybit', async (take) => take([BTC_SPOT, BTC_PERPETUAL]), LOG),
    venueClock: makeVenueClock({ nowMs: () => NOW_MS }, async () => NOW_MS),
    clock: { nowMs: () => NOW_MS },
    health: makeHealthRecord(),
    time,
    log: LOG,
    credentials: {
      credentialsOf: async () => KEYS,
      credentialsToCheck: async () => KEYS,
      onRefused: () => undefined,
    },
    sendByMs: () => Infinity,
    stopAddress: () => undefined,
  });
  return { exchange, requests, time };
}

/** So often as somebody who polls would, until it does not fail. */
async function untilRead<T>(triesMax: number, read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await read();
    } catch (error) {
      assert(error instanceof Failure && tries < triesMax, String(error));
    }
}

function execution(execId: string, agoMs: number, changes: object = {}) {
  return { ...EXECUTION, execId, execTime: String(NOW_MS - agoMs), ...changes };
}

const FUNDING = { execType: 'Funding', feeCurrency: '', execFee: '0.1' };
const LIQUIDATION = { execType: 'BustTrade', feeCurrency: '', side: 'Sell' };

// The last window is read in one go, a request for each of three kinds.
for (const failsEach of [4, 5, 7])
  test(`funding is read to the end where one request of ${failsEach} fails`, async () => {
    const { exchange, requests } = failingVenue(
      [
        execution('f1', 50 * DAY_MS, FUNDING),
        execution('l1', 50 * DAY_MS - 1, LIQUIDATION),
        execution('f2', 5_000, FUNDING),
      ],
      { failsEach },
    );
    const { events, cursor } = await untilRead(60, async () =>
      exchange.fetchMarginEvents(FUTURES, null, 100),
    );
    assert.deepEqual(
      events.map(({ eventId }) => eventId),
      ['f1', 'l1', 'f2'],
    );
    // Each window once for each kind, each failure once, and the last window again to its end.
    assert(requests.length < 100, String(requests.length));
    const later = await untilRead(60, async () => exchange.fetchMarginEvents(FUTURES, cursor, 100));
    assert.deepEqual(later.events, []);
  });

test('fills of many pages are read once each where one request of seven fails', async () => {
  const fills = Array.from({ length: 450 }, (_, index) => execution(`e${index}`, 1_000 + index));
  const { exchange } = failingVenue(fills, { failsEach: 7 });
  const page = await untilRead(60, async () => exchange.fetchFills(SPOT, [], null, 500));
  assert.deepEqual(
    page.fills.map(({ fillId }) => fillId),
    fills.map(({ execId }) => execId).toReversed(),
  );
});

test('what happened while a reading was interrupted is in it', async () => {
  const executions = [execution('f1', 9_000, FUNDING)];
  const { exchange } = failingVenue(executions, { failsEach: 28 });
  await assert.rejects(exchange.fetchMarginEvents(FUTURES, null, 100));
  executions.push(execution('f2', 500, FUNDING));
  const { events } = await exchange.fetchMarginEvents(FUTURES, null, 100);
  assert.deepEqual(
    events.map(({ eventId }) => eventId),
    ['f1', 'f2'],
  );
});

test('nothing is read twice where a list has grown while a reading was interrupted', async () => {
  const executions = Array.from({ length: 150 }, (_, index) =>
    execution(`f${index}`, 9_000 - index, FUNDING),
  );
  const { exchange } = failingVenue(executions, { failsEach: 2 });
  const sinceMs = NOW_MS - DAY_MS;
  const read = async () => exchange.fetchMarginEvents(FUTURES, null, 150, sinceMs);
  await assert.rejects(read());
  executions.push(execution('f150', 500, FUNDING));
  const { events } = await untilRead(9, read);
  assert.equal(events.length, 150);
  assert.equal(new Set(events.map(({ eventId }) => eventId)).size, 150);
});

test('what was read long ago of an interrupted list is read again', async () => {
  const { exchange, requests, time } = failingVenue([], { failsEach: 20 });
  await assert.rejects(exchange.fetchMarginEvents(FUTURES, null, 100));
  time.advance(3_600_000);
  requests.length = 0;
  await assert.rejects(exchange.fetchMarginEvents(FUTURES, null, 100));
  assert.equal(requests.length, 20);
});

test('a list without a cursor begins where its reader needs it, a little earlier', async () => {
  const sinceMs = NOW_MS - 3_600_000;
  const { exchange, requests } = failingVenue([execution('f1', DAY_MS, FUNDING)], {
    failsEach: 1_000,
  });
  const { events } = await exchange.fetchMarginEvents(FUTURES, null, 100, sinceMs);
  assert.deepEqual(events, []);
  assert.deepEqual(
    requests.map(({ startTime, execType }) => [startTime, execType]),
    [
      [sinceMs - 60_000, 'Funding'],
      [sinceMs - 60_000, 'BustTrade'],
      [sinceMs - 60_000, 'AdlTrade'],
    ],
  );
});
