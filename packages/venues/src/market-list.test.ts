// Markets of a venue, as its list changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { MarketChanges } from '#venues/market-list.ts';
import { makeMarketList } from '#venues/market-list.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';
import { LOG } from '#venues/scripted-venue.fixture.ts';

const listed = (marketTag: string, symbol: string): ListedMarket => ({
  market: spotMarket({}, { marketTag }),
  symbol,
});

/** A list whose venue lists what the test says. */
function listOf(...first: readonly ListedMarket[]) {
  const now = { markets: first };
  const heard: MarketChanges[] = [];
  const list = makeMarketList(
    'scripted',
    async (onPart) => onPart(now.markets),
    LOG,
    (changes) => heard.push(changes),
  );
  return { list, now, heard };
}

const [ONE, OTHER] = [listed('m1', 'S1'), listed('m2', 'S2')];

test('a market that is gone is no longer listed, and is found as a closed one', async () => {
  const { list, now, heard } = listOf(ONE, OTHER);
  await list.current();
  now.markets = [OTHER];
  assert.deepEqual(await list.refresh(), { gone: ['m1'], changed: [] });
  const { markets, byTag, find } = list.latest();
  assert.deepEqual(markets, [OTHER.market]);
  assert.equal(byTag.get('m1')?.market.isOpen, false);
  assert.equal(find('spot', 'S1')?.market.marketTag, 'm1');
  assert.deepEqual(await list.refresh(), { gone: [], changed: [] });
  assert.equal(list.latest().byTag.get('m1')?.symbol, 'S1');
  assert.equal(heard.length, 1);
});

test('a market that comes back is as it is listed', async () => {
  const { list, now } = listOf(ONE);
  await list.current();
  now.markets = [];
  await list.refresh();
  now.markets = [ONE];
  await list.refresh();
  assert.equal(list.latest().byTag.get('m1')?.market.isOpen, true);
  assert.deepEqual(list.latest().markets, [ONE.market]);
});

test('a symbol that another market has taken over is that one', async () => {
  const { list, now } = listOf(ONE);
  await list.current();
  now.markets = [listed('m3', 'S1')];
  await list.refresh();
  assert.equal(list.latest().find('spot', 'S1')?.market.marketTag, 'm3');
});

test('changed steps are reported; an unchanged list is not', async () => {
  const { list, now, heard } = listOf(ONE, OTHER);
  await list.current();
  await list.refresh();
  assert.deepEqual(heard, []);
  const market = { ...ONE.market, amountStep: decimal('0.1') };
  now.markets = [{ ...ONE, market }, OTHER];
  await list.refresh();
  assert.deepEqual(heard, [{ gone: [], changed: ['m1'] }]);
});

test('a market whose row cannot be read any more stays as it was, and is named', async () => {
  const now: { markets: readonly ListedMarket[]; leftOut: readonly UnreadableRow[] } = {
    markets: [ONE, OTHER],
    leftOut: [],
  };
  const named: (string | null)[] = [];
  const list = makeMarketList(
    'scripted',
    async (onPart, onLeftOut) => {
      onPart(now.markets);
      onLeftOut(now.leftOut);
    },
    LOG,
    () => undefined,
    (rows) => named.push(...rows.map(({ name }) => name)),
  );
  await list.current();
  for (const name of ['S1', null]) {
    now.markets = [OTHER];
    now.leftOut = [{ name, detail: '"tickSize" is not a decimal number.', index: 0 }];
    assert.deepEqual(await list.refresh(), { gone: [], changed: [] });
    assert.equal(list.latest().byTag.get('m1')?.market.isOpen, true);
  }
  now.leftOut = [];
  assert.deepEqual(await list.refresh(), { gone: ['m1'], changed: [] });
  assert.deepEqual(named, ['S1', null]);
});

test('a list that could not be read is requested again when the venue may reply', async () => {
  const now = { isDown: true, asked: 0 };
  const list = makeMarketList(
    'scripted',
    async (onPart) => {
      now.asked += 1;
      if (now.isDown) throw new Failure('timeout', 'it did not reply');
      onPart([ONE]);
    },
    LOG,
  );
  for (let time = 0; time < 3; time += 1) await assert.rejects(list.current(), { code: 'timeout' });
  assert.equal(now.asked, 1);
  now.isDown = false;
  list.retry();
  assert.deepEqual((await list.current()).markets, [ONE.market]);
  assert.equal(now.asked, 2);
});
