// What a process knows of the markets of an exchange that responds, hangs, fails, or did so before
// the process started.

import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { spotMarket } from '#domain/market/market.fixture.ts';
import { Failure } from '#ports/world/failure.ts';
import { rememberedMarkets } from '#adapters/venue-link/remembered-markets.ts';
import type { DatedMarkets } from '#adapters/venue-link/retained-markets.ts';
import { handTime } from '#adapters/venues/monotonic-time.fixture.ts';

const LISTED = [spotMarket()];
const BEFORE = { markets: [spotMarket({}, { isOpen: false })], asOfMs: 5 };

function setUp(retainedBefore: DatedMarkets | null) {
  const time = handTime();
  const requests: PromiseWithResolvers<typeof LISTED>[] = [];
  const written: DatedMarkets[] = [];
  const markets = rememberedMarkets({
    code: 'one',
    time,
    retained: {
      read: async () => retainedBefore,
      write: async (_code, dated) => void written.push(dated),
    },
    fetch() {
      const request = Promise.withResolvers<typeof LISTED>();
      requests.push(request);
      return request.promise;
    },
    readAtMs: () => 9,
  });
  const end = async (with_: 'list' | 'failure'): Promise<void> => {
    if (with_ === 'list') requests.at(-1)?.resolve(LISTED);
    else requests.at(-1)?.reject(new Failure('timeout', 'no response'));
    await nextTurn();
  };
  return { markets, time, requests, written, end };
}

test('the list of before the start counts until the exchange has listed its markets', async () => {
  const { markets, end, written } = setUp(BEFORE);
  assert.equal(markets.known(), null, 'it waits for nothing');
  await nextTurn();
  assert.equal(markets.known(), BEFORE.markets);
  assert.equal(markets.asOfMs(), 5);
  assert.equal(markets.isFirstReadUnderWay(), true);
  await end('list');
  assert.equal(markets.known(), LISTED);
  assert.equal(markets.asOfMs(), 9);
  assert.equal(markets.isFirstReadUnderWay(), false);
  assert.deepEqual(written, [{ markets: LISTED, asOfMs: 9 }]);
});

test('it stays while the exchange fails, which is requested once in five seconds', async () => {
  const { markets, end, requests, time } = setUp(BEFORE);
  markets.known();
  await end('failure');
  assert.equal(markets.isFirstReadUnderWay(), false);
  for (let count = 0; count < 5; count += 1) assert.equal(markets.known(), BEFORE.markets);
  assert.equal(requests.length, 1);
  time.advance(5_000);
  markets.known();
  assert.equal(requests.length, 2);
  await end('failure');
  assert.equal(markets.asOfMs(), 5);
});

test('a list that comes before that of the file is not replaced by it', async () => {
  const { markets, end } = setUp(null);
  markets.known();
  await end('list');
  assert.equal(markets.known(), LISTED);
});

test('what is read again stays known meanwhile, however long that takes', async () => {
  const { markets, end, requests, time } = setUp(null);
  markets.known();
  await end('list');
  time.advance(60_000);
  assert.equal(markets.known(), LISTED);
  assert.equal(markets.known(), LISTED);
  assert.equal(requests.length, 2);
  await end('failure');
  assert.equal(markets.known(), LISTED);
});
