// Exchanges that never reply, and all that does not name them: its result is there while their
// replies are still open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import type { VenueLink } from '#adapters/venue-link/open-venue-link.ts';
import { linkedExchange } from '#adapters/venue-link/linked-exchange.ts';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { listExchangeRecords } from '#services/exchanges/get-exchange.ts';
import { listExchanges } from '#services/exchanges/list-exchanges.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import { showPrice } from '#services/history/show-price.ts';
import { listMarkets } from '#services/markets/list-markets.ts';
import { listOfferedMarkets } from '#services/partners/list-offer.ts';

/** A link whose calls the test ends, or leaves open for ever. */
function linkByHand() {
  const calls: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  const link: VenueLink = {
    call: () =>
      new Promise((resolve, reject) => {
        calls.push({ resolve, reject });
      }),
    watch: () => new Promise(() => undefined),
    follow: () => new Promise(() => undefined),
    statusOf: () => null,
    close: () => undefined,
  };
  return { link, calls };
}

async function withDeadOnes() {
  const { sim } = await makeSimHarness(makeMemorySimStore());
  const time = { now: 0 };
  const hands = ['away', 'zone'].map((code) => {
    const { link, calls } = linkByHand();
    const clock = { ...SYSTEM_LINK_TIME, nowMs: () => time.now };
    const exchange: Exchange = linkedExchange(link, { ...sim, code, name: code }, clock);
    return { exchange, calls };
  });
  const [away, zone] = hands;
  assert(away !== undefined && zone !== undefined);
  const exchanges = exchangeRegistry([away.exchange, zone.exchange, sim]);
  return { exchanges, sim, away, zone, time };
}

test('every list is there while exchanges do not reply', async () => {
  const { exchanges, away, zone } = await withDeadOnes();
  const listed = await listExchanges({ exchanges });
  assert.deepEqual(
    listed.map(({ exchange, isOpen }) => [exchange, isOpen]),
    [
      ['away', false],
      ['sim', true],
      ['zone', false],
    ],
  );
  const page = await listMarkets({ exchanges }, { exchange: null, afterTag: null, limit: 1_000 });
  assert(page.ok);
  assert.deepEqual([...new Set(page.value.markets.map((market) => market.exchange))], ['sim']);
  const records = await listExchangeRecords({ exchanges, simulatedVenues: [] });
  assert.deepEqual(
    records.map(({ marketTypes }) => marketTypes),
    [null, ['spot', 'futures'], null],
  );
  // Each was asked once, and its reply is still open.
  assert.deepEqual([away.calls.length, zone.calls.length], [1, 1]);
});

test('a market and its price are found while other exchanges do not reply', async () => {
  const { exchanges } = await withDeadOnes();
  const shown = await showPrice({ exchanges }, 'SIM_BTC_USDT');
  assert(shown.ok);
  assert.equal((await findMarketAnywhere({ exchanges }, 'NOBODY_BTC_USDT')) ?? null, null);
});

test('a partner lists the markets of its exchanges while one of them does not reply', async () => {
  const { exchanges } = await withDeadOnes();
  const partner = { exchanges: ['away', 'sim'], marketTags: [] as readonly string[] };
  const partners = { findPartner: async () => ({ ...partner }) as never };
  const page = await listOfferedMarkets(
    { exchanges, partners },
    { partnerId: 'p', exchange: null, afterTag: null, limit: 1_000 },
  );
  assert(page.ok && page.value.markets.length > 0);
});

test('a tag that names an exchange which does not reply ends as that exchange does', async () => {
  const { exchanges, away, zone } = await withDeadOnes();
  const found = findMarketAnywhere({ exchanges }, 'AWAY_BTC_USDT');
  await new Promise(setImmediate);
  away.calls[0]?.reject(new Failure('timeout', 'it did not reply'));
  await assert.rejects(found, { code: 'timeout', exchange: 'away' });
  assert.equal(zone.calls.length, 1);
});

test('a failure is remembered by what lists, until the exchange is tried again', async () => {
  const { exchanges, sim, away, time } = await withDeadOnes();
  await listExchanges({ exchanges });
  away.calls[0]?.reject(new Failure('timeout', 'it did not reply'));
  await new Promise(setImmediate);
  for (let time = 0; time < 3; time += 1) await listExchanges({ exchanges });
  assert.equal(away.calls.length, 1);
  time.now += 5_000;
  await listExchanges({ exchanges });
  assert.equal(away.calls.length, 2);
  away.calls[1]?.resolve(await sim.listMarkets());
  await new Promise(setImmediate);
  const [listed] = await listExchanges({ exchanges });
  assert((listed?.marketsCount ?? 0) > 0);
});

test('what was read stays listed while it cannot be read anew', async () => {
  const { exchanges, sim, away, time } = await withDeadOnes();
  await listExchanges({ exchanges });
  away.calls[0]?.resolve(await sim.listMarkets());
  await new Promise(setImmediate);
  time.now += 60 * 60_000;
  const [listed] = await listExchanges({ exchanges });
  assert((listed?.marketsCount ?? 0) > 0);
  assert.equal(away.calls.length, 2);
});
