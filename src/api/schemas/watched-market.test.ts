import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { leftOutOf } from '#api/http/responses/left-out.ts';
import { PRICE_LIST } from '#api/schemas/watched-market.ts';
import type { PriceRow } from '#services/history/show-prices.ts';

test('a market that has fallen in 24 hours is listed like one that has risen', () => {
  const rows = ['-500.5', '0', '500.5'].map((change): PriceRow => ({
    marketTag: 'SIM_BTC_USDT',
    price: decimal('62000.5'),
    atMs: 1_000,
    gap: null,
    change: decimal(change),
    changePercent: decimal(change),
    volume: decimal('2'),
  }));
  const list = PRICE_LIST.toWire(rows);
  assert.deepEqual(
    list.data.map(({ change }) => change),
    ['-500.5', '0', '500.5'],
  );
  assert.equal(leftOutOf(list), null);
});
