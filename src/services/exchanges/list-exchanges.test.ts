// The list of exchanges is there while one of them is not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '#ports/exchange/exchange.ts';
import { Failure } from '#ports/world/failure.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { listExchanges } from '#services/exchanges/list-exchanges.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';

async function withOneDown(down: Partial<Exchange>) {
  const { sim } = await makeSimHarness(makeMemorySimStore());
  const away: Exchange = { ...sim, code: 'away', name: 'Away', ...down };
  return { exchanges: exchangeRegistry([away, sim]) };
}

const REFUSES: Partial<Exchange> = {
  listMarkets: () => Promise.reject(new Failure('unavailable', 'the exchange is down')),
};

test('an exchange that does not respond is listed as closed, the others as they are', async () => {
  const listed = await listExchanges(await withOneDown(REFUSES));
  assert.deepEqual(
    listed.map(({ exchange, isOpen }) => [exchange, isOpen]),
    [
      ['away', false],
      ['sim', true],
    ],
  );
  assert.deepEqual([listed[0]?.marketTypes, listed[0]?.marketsCount], [[], 0]);
});

test('an exchange that is down is closed, whatever markets it had', async () => {
  const [away] = await listExchanges(await withOneDown({ health: () => 'down' }));
  assert.equal(away?.isOpen, false);
  assert((away?.marketsCount ?? 0) > 0);
});

test('a defect of a driver is not taken for an exchange that is down', async () => {
  const listMarkets = () => Promise.reject(new TypeError('a mistake'));
  await assert.rejects(listExchanges(await withOneDown({ listMarkets })), TypeError);
});

test('a market is found past an exchange that does not respond', async () => {
  const deps = await withOneDown(REFUSES);
  const found = await findMarketAnywhere(deps, 'SIM_BTC_USDT');
  assert.equal(found?.exchange.code, 'sim');
});

test('a market that no other exchange has may be at the one that does not respond', async () => {
  const requested = findMarketAnywhere(await withOneDown(REFUSES), 'AWAY_BTC_USDT');
  await assert.rejects(requested, { code: 'unavailable' });
});
