// Contract of every store for the health of exchanges: one event when it changes, for each user of
// the exchange, whoever sees it.

import assert from 'node:assert/strict';
import type { VenueHealth } from '#venue-port/exchange/exchange.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { sampleAccount, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';

const QUIET_MS = 30_000;

async function userOf(store: Store, ...exchanges: readonly string[]): Promise<string> {
  const user = sampleUser();
  await store.insertUser(user);
  for (const exchange of exchanges)
    await store.insertAccount(sampleAccount(user.userId, { exchange, isSimulated: false }));
  return user.userId;
}

async function eventsOf(store: Store, userId: string) {
  while ((await store.numberEvents(1_000)) > 0);
  const slice = await store.readEvents({ userId, after: 0, types: null, limit: 100 });
  return slice.events.map(({ type, objectId, atMs, data }) => [type, objectId, atMs, data]);
}

export const EXCHANGE_HEALTH_CASES: StoreCases = {
  'users of an exchange hear once that it responds badly, and once that it is back': async (
    store,
  ) => {
    const exchange = sampleId('venue');
    const userId = await userOf(store, exchange, exchange);
    const stranger = await userOf(store, sampleId('venue'));
    const see = (health: VenueHealth, nowMs: number) =>
      store.noteExchangeHealth({ exchange, health, nowMs, quietMs: QUIET_MS });
    assert.equal(await see('open', 1_000), null);
    assert.equal(await see('degraded', 2_000), 'exchange.degraded');
    assert.equal(await see('down', 3_000), null);
    assert.equal(await see('open', 4_000), null, 'another process saw it otherwise just now');
    assert.equal(await see('open', 3_000 + QUIET_MS), 'exchange.restored');
    assert.equal(await see('open', 90_000), null);
    assert.equal(await see('down', 91_000), 'exchange.degraded');
    assert.deepEqual(await eventsOf(store, userId), [
      ['exchange.degraded', exchange, 2_000, { exchange, health: 'degraded' }],
      ['exchange.restored', exchange, 3_000 + QUIET_MS, { exchange, health: 'open' }],
      ['exchange.degraded', exchange, 91_000, { exchange, health: 'down' }],
    ]);
    assert.deepEqual(await eventsOf(store, stranger), []);
  },
  'of many who see it at once, one reports it': async (store) => {
    const exchange = sampleId('venue');
    const userId = await userOf(store, exchange);
    const seen = { exchange, health: 'down', nowMs: 5_000, quietMs: QUIET_MS } as const;
    const noted = await Promise.all(
      Array.from({ length: 10 }, () => store.noteExchangeHealth(seen)),
    );
    assert.equal(noted.filter((type) => type !== null).length, 1);
    assert.equal((await eventsOf(store, userId)).length, 1);
  },
};
