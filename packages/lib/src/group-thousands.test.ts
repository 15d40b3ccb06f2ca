import assert from 'node:assert/strict';
import { test } from 'node:test';

import { groupThousands } from '#lib/group-thousands.ts';

for (const [text, grouped] of [
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-999.5', '-999.5'],
  ['-100000', '-100,000'],
  ['+1234567.8901234', '+1,234,567.8901234'],
  ['0.00001', '0.00001'],
] as const) {
  test(`${text} is written ${grouped}`, () => assert.equal(groupThousands(text), grouped));
}
