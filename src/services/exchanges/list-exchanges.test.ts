// The list of exchanges is there while one of them is not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { present } from '#lib/assert.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { listExchanges, namedMarkets } from '#services/exchanges/list-exchanges.ts';
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

const LAST_MARKETS: Partial<Exchange> = {
  knownMarkets: () => [spotMarket({}, { exchange: 'away', marketTag: 'AWAY_BTC_USDT' })],
  marketsAsOfMs: () => 1_000,
};

/** How an exchange is, and what is listed of it: whether it is open, and how it can be reached. */
const REACHES: readonly (readonly [string, Partial<Exchange>, boolean, string])[] = [
  ['is well', { health: () => 'open', isStarting: () => false }, true, 'open'],
  ['responds slowly', { health: () => 'degraded' }, true, 'degraded'],
  ['is down', { health: () => 'down', isStarting: () => false }, false, 'down'],
  ['was not heard of yet', { health: () => 'down', isStarting: () => true }, false, 'starting'],
];

for (const [how, state, isOpen, reach] of REACHES)
  test(`an exchange that ${how} is listed as "${reach}", with the age of its markets`, async () => {
    const [away] = await listExchanges(await withOneDown({ ...LAST_MARKETS, ...state }));
    const shown = [away?.isOpen, away?.reach, away?.marketsCount, away?.marketsAsOfMs];
    assert.deepEqual(shown, [isOpen, reach, 1, 1_000]);
  });

test('the markets of one that is named are those of before while it is down', async () => {
  const away = async (changes: Partial<Exchange>) => {
    const { exchanges } = await withOneDown({ ...REFUSES, ...changes });
    return present(exchanges.find('away'), 'it is there');
  };
  const [last] = await namedMarkets(await away(LAST_MARKETS));
  assert.equal(last?.marketTag, 'AWAY_BTC_USDT');
  const hangs = { listMarkets: () => new Promise<never>(() => undefined) };
  const known = await namedMarkets(await away({ ...LAST_MARKETS, ...hangs, health: () => 'down' }));
  assert.equal(known.length, 1, 'nobody waits for one that is known to be down');
  const never = namedMarkets(await away({ knownMarkets: () => null }));
  await assert.rejects(never, { code: 'unavailable' });
});
