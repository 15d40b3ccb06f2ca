// Values at bars, from the stretches in which they stay, and how they are written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  portKey,
  portValuesOf,
  valueAt,
  valueWords,
} from '../../console/src/visual/port-values.ts';

const LISTED = {
  block: 'low',
  port: '',
  kind: 'condition',
  bars: 6,
  active_bars: 2,
  last_active_at: null,
  values: ['false', 'some', null, 'true'],
  lengths: [2, 1, 2, 1],
} as const;

test('a value is found at each bar of its stretch, and none beyond the last', () => {
  const port = portValuesOf([LISTED]);
  const view = port.get(portKey('low', ''));
  assert.ok(view !== undefined);
  const found = [0, 1, 2, 3, 4, 5, 6].map((bar) => valueAt(view, bar));
  assert.deepEqual(found, ['false', 'false', 'some', null, null, 'true', null]);
});

test('values are written as a trader reads them', () => {
  const cases = [
    [null, '–'],
    ['true', 'yes'],
    ['false', 'no'],
    ['some', 'at times'],
    ['SignalLong', 'long'],
    ['28.414159265', '28.41'],
    ['-0.00123456', '−0.00123'],
    ['97012.25', '97012.3'],
    ['0', '0'],
    ['1e-9', '1.000e-9'],
    ['some text', 'some text'],
  ] as const;
  for (const [value, words] of cases) assert.equal(valueWords(value), words);
});
