// A market is enabled for a partner without other exchanges than its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { changeMarket } from '#services/partners/change-offer.ts';

async function setUp(exchanges: readonly string[]) {
  const store = memoryStore();
  const user = { userId: 'usr_1', name: 'acme', plan: 'unlimited', planUntilMs: null } as const;
  await store.insertUser({ ...user, createdAtMs: 0 });
  await store.insertPartner({ partnerId: 'usr_1', exchanges, marketTags: [], createdAtMs: 0 });
  const { sim } = await makeSimHarness(makeMemorySimStore());
  const hung: Exchange = {
    ...sim,
    code: 'hung',
    listMarkets: () => new Promise(() => undefined),
    knownMarkets: () => null,
  };
  const deps = { users: store, partners: store, exchanges: exchangeRegistry([hung, sim]) };
  const change = { userName: 'acme', marketTag: 'SIM_BTC_USDT', isEnabled: true };
  return changeMarket(deps, change);
}

test('it is enabled while another exchange of the partner hangs', async () => {
  const changed = await setUp(['hung', 'sim']);
  assert.ok(changed.ok);
  assert.deepEqual(changed.value.marketTags, ['SIM_BTC_USDT']);
});

test('one of an exchange that is not enabled is not found', async () => {
  assert.deepEqual(await setUp(['hung']), { ok: false, rejection: 'market_not_found' });
});
