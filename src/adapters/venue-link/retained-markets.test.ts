// Lists of markets last over restarts, exactly or not at all.

import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Market } from '#venue-port/market/market.ts';
import { decimal } from '#lib/decimal.ts';
import { MARKETS_FORMAT, retainedMarkets } from '#adapters/venue-link/retained-markets.ts';

const AS_OF_MS = 1_760_000_000_000;

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'retained-markets-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'markets');
}

const MARKETS: readonly Market[] = [
  spotMarket({}, { exchange: 'one', priceStep: decimal('0.000000000000000001') }),
  futuresMarket('vanilla', '1'),
];

test('a list is read as it was written, by another process, with its time', async (t) => {
  const folder = folderFor(t);
  await retainedMarkets(folder, Date.now).write('one', { markets: MARKETS, asOfMs: AS_OF_MS });
  const found = await retainedMarkets(folder, Date.now).read('one');
  assert.deepEqual(found, { markets: MARKETS, asOfMs: AS_OF_MS });
  assert.deepEqual(readdirSync(folder), ['one.json'], 'nothing unfinished is left');
  assert.equal(statSync(join(folder, 'one.json')).mode & 0o077, 0);
});

test('what is not a list of this format and exchange is as none', async (t) => {
  const folder = folderFor(t);
  mkdirSync(folder);
  const lists = retainedMarkets(folder, Date.now);
  assert.equal(await lists.read('one'), null, 'there is no file');
  const of = (fields: object): string =>
    JSON.stringify({ format: MARKETS_FORMAT, exchange: 'one', asOfMs: 1, markets: [], ...fields });
  for (const text of [
    '',
    '{"format":',
    'null',
    of({ format: 0 }),
    of({ exchange: 'two' }),
    of({ markets: 1 }),
  ]) {
    writeFileSync(join(folder, 'one.json'), text);
    assert.equal(await lists.read('one'), null, text);
  }
});

test('a list is written once in ten minutes, where the folder takes it', async (t) => {
  const folder = folderFor(t);
  const lists = retainedMarkets(folder, Date.now);
  await lists.write('one', { markets: MARKETS, asOfMs: 1 });
  await lists.write('one', { markets: [], asOfMs: 2 });
  assert.equal((await lists.read('one'))?.asOfMs, 1);
  utimesSync(join(folder, 'one.json'), 1, 1);
  await lists.write('one', { markets: [], asOfMs: 3 });
  assert.deepEqual(await lists.read('one'), { markets: [], asOfMs: 3 });
  writeFileSync(join(folder, 'file'), '');
  await retainedMarkets(join(folder, 'file'), Date.now).write('two', { markets: [], asOfMs: 1 });
  assert.deepEqual(readdirSync(folder).toSorted(), ['file', 'one.json']);
});

// A list of other fields would be read as one of these: raise MARKETS_FORMAT with every change.
test('the format is that of the fields of a market', () => {
  const fields = (of: object): string => Object.keys(of).toSorted().join(' ');
  const [spot, futures] = MARKETS;
  assert.equal(MARKETS_FORMAT, 1);
  assert.equal(
    fields(spot ?? {}),
    'amountDecimals amountStep base contract exchange isOpen listedAtMs makerFeePercent ' +
      'marketBuyBy marketTag marketType maxOrderAmount maxOrderValue minOrderAmount ' +
      'minOrderValue priceDecimals priceSignificantDigits priceStep quote takerFeePercent',
  );
  assert.equal(
    fields(futures?.contract ?? {}),
    'contractValue contractValueCurrency displayName highestLeverage lowestLeverage ' +
      'marginCurrency name type',
  );
});
