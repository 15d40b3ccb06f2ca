// Market lists in one process, of an exchange that responds, hangs, fails, or did so before the
// process started.

import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { rememberedMarkets } from '#adapters/venue-link/remembered-markets.ts';
import type { DatedMarkets } from '#adapters/venue-link/retained-markets.ts';
import { handTime } from '#venues/monotonic-time.fixture.ts';

const LISTED = [spotMarket()];
const BEFORE = { markets: [spotMarket({}, { isOpen: false })], asOfMs: 5 };

type Usual = {
  readonly isRetained: boolean;
  readonly readAtMs: number | null;
  readonly isOnDemand: boolean;
};

/** What is not given is as usual: a file that is read at once, lists that say their age. */
function setUp(
  retainedBefore: DatedMarkets | null | Promise<DatedMarkets>,
  { isRetained = true, readAtMs = 9, isOnDemand = false }: Partial<Usual> = {},
) {
  const time = handTime();
  const requests: PromiseWithResolvers<typeof LISTED>[] = [];
  const written: DatedMarkets[] = [];
  const markets = rememberedMarkets({
    code: 'one',
    time,
    retained: isRetained
      ? {
          read: async () => retainedBefore,
          write: async (_code, dated) => void written.push(dated),
        }
      : null,
    isOnDemand,
    fetch() {
      const request = Promise.withResolvers<typeof LISTED>();
      requests.push(request);
      return request.promise;
    },
    readAtMs: () => readAtMs,
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

test('a file that is read after the first list of the exchange changes nothing', async () => {
  const file = Promise.withResolvers<DatedMarkets>();
  const { markets, end } = setUp(file.promise);
  markets.known();
  await end('list');
  file.resolve(BEFORE);
  await nextTurn();
  assert.equal(markets.known(), LISTED);
  assert.equal(markets.asOfMs(), 9);
});

for (const isRetained of [true, false])
  test(`nothing is known at the first start of ${isRetained ? 'a' : 'no'} file`, async () => {
    const { markets, end } = setUp(null, { isRetained });
    markets.known();
    await nextTurn();
    assert.equal(markets.known(), null);
    assert.equal(markets.asOfMs(), null);
    await end('list');
    assert.equal(markets.known(), LISTED);
  });

test('a list of unknown age is used, and not retained as if its age were known', async () => {
  const { markets, end, written } = setUp(null, { readAtMs: null });
  markets.known();
  await end('list');
  assert.equal(markets.known(), LISTED);
  assert.equal(markets.asOfMs(), null);
  assert.deepEqual(written, []);
});

test('a list of before all was forgotten is not taken for the new one', async () => {
  const { markets, requests } = setUp(null);
  markets.known();
  markets.forget();
  assert.equal(markets.known(), null);
  requests[0]?.resolve([spotMarket({}, { isOpen: false })]);
  await nextTurn();
  assert.equal(markets.known(), null, 'the new one is under way');
  requests[1]?.resolve(LISTED);
  await nextTurn();
  assert.equal(markets.known(), LISTED);
});

test('a request that fails after all was forgotten does not end the new one', async () => {
  const { markets, requests } = setUp(null);
  markets.known();
  markets.forget();
  markets.known();
  requests[0]?.reject(new Failure('timeout', 'no response'));
  await nextTurn();
  markets.known();
  assert.equal(requests.length, 2, 'it is not requested a third time');
  requests[1]?.resolve(LISTED);
  await nextTurn();
  assert.equal(markets.known(), LISTED);
});

test('an exchange on demand is left alone until its markets are needed', async () => {
  const { markets, end, requests } = setUp(null, { isOnDemand: true });
  for (let count = 0; count < 3; count += 1) {
    assert.equal(markets.known(), null);
    await nextTurn();
  }
  assert.deepEqual([requests.length, markets.isUnused()], [0, true]);
  assert.equal(markets.isFirstReadUnderWay(), false);
  void markets.read();
  assert.deepEqual([requests.length, markets.isUnused()], [1, false]);
  assert.equal(markets.isFirstReadUnderWay(), true);
  await end('list');
  assert.equal(markets.known(), LISTED);
  assert.equal(markets.isUnused(), false);
});

test('an exchange on demand that was needed before the start is read anew', async () => {
  const { markets, requests } = setUp(BEFORE, { isOnDemand: true });
  markets.known();
  await nextTurn();
  assert.equal(markets.isUnused(), false);
  assert.equal(markets.known(), BEFORE.markets);
  assert.equal(requests.length, 1);
});
