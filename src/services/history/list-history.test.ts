// History can be listed while the exchange of a part of it does not respond.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { ARCHIVE_TAG, historyHarness } from '#services/history/history-harness.fixture.ts';
import { listHistory } from '#services/history/list-history.ts';

async function exchangeOfStored(changes: Partial<Exchange>): Promise<string | null | undefined> {
  const { deps } = await historyHarness();
  const all = deps.exchanges.list();
  const changed = all.map((each) => (each.code === 'archive' ? { ...each, ...changes } : each));
  const listed = await listHistory({ ...deps, exchanges: exchangeRegistry(changed) });
  return listed.find(({ marketTag }) => marketTag === ARCHIVE_TAG)?.exchange;
}

test('what is stored has the exchange that lists its market', async () => {
  assert.equal(await exchangeOfStored({}), 'archive');
});

test('the exchange of what is stored is known while it does not respond', async () => {
  const down = new Failure('unavailable', 'down', { exchange: 'archive' });
  const changes = { knownMarkets: () => null, listMarkets: () => Promise.reject(down) };
  assert.equal(await exchangeOfStored(changes), 'archive');
});
