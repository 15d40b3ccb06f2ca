// The doctor's verdict on records that cannot be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeRecords } from '#main/doctor/check-records.ts';

test('records that can be read are counted', () => {
  const { result, detail } = judgeRecords(12, []);
  assert.deepEqual([result, detail], ['ok', '12 of working orders and running bots can be read']);
});

test('those that cannot be read are named, the first three', () => {
  const { result, detail, advice } = judgeRecords(9, ['order a', 'order b', 'bot c']);
  assert.deepEqual([result, detail], ['warn', 'cannot be read: order a, order b, bot c']);
  assert.match(advice ?? '', /RecordsUnreadable/);
  const more = judgeRecords(9, ['order a', 'order b', 'bot c', 'bot d']).detail;
  assert.equal(more, 'cannot be read: order a, order b, bot c and 1 more');
});
