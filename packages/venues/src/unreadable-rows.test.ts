// Reports of rows that cannot be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handTime } from '#venues/monotonic-time.fixture.ts';
import { makeUnreadableRows } from '#venues/unreadable-rows.ts';

const ROW = { name: 'BTCUSDT', detail: '"tickSize" is not a decimal number.', index: 0 };
const OTHER = { name: null, detail: '"symbol" is not a text.', index: 1 };

function said() {
  const time = handTime();
  const lines: unknown[] = [];
  const rows = makeUnreadableRows('scripted', time, {
    warn: (event, fields) => void lines.push([event, fields]),
  });
  return { time, lines, rows };
}

test('a row is logged once for as long as it is listed', () => {
  const { lines, rows } = said();
  for (let count = 0; count < 3; count += 1) rows.noteMarkets([ROW]);
  const line = { exchange: 'scripted', list: 'markets', row: ROW.name, cause: ROW.detail };
  assert.deepEqual(lines, [['venue.row_unreadable', line]]);
  rows.noteMarkets([]);
  assert.deepEqual(rows.current(), []);
  rows.noteMarkets([ROW, OTHER]);
  assert.equal(lines.length, 3);
});

test('rows of accounts are counted, and named in the log alone', () => {
  const { lines, rows } = said();
  rows.note('account', [ROW], 'acc_1');
  rows.note('account', [ROW], 'acc_2');
  rows.note('market_data', [OTHER]);
  rows.noteMarkets([ROW]);
  assert.deepEqual(rows.counts(), { markets: 1, market_data: 1, account: 2 });
  assert.deepEqual(rows.current(), [
    { list: 'market_data', name: null, reason: OTHER.detail },
    { list: 'markets', name: ROW.name, reason: ROW.detail },
  ]);
  assert.equal(lines.length, 4);
});

test('what is not listed again is forgotten after an hour', () => {
  const { time, rows } = said();
  rows.note('market_data', [ROW]);
  rows.noteMarkets([ROW]);
  time.advance(3_600_001);
  assert.deepEqual(rows.counts(), { markets: 1, market_data: 0, account: 0 });
});
