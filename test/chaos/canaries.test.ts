// Canaries fit the sources that they are planted in; `npm run chaos -- canary=all` shows that each
// is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANARIES, plantedText } from './canaries.ts';

for (const canary of CANARIES)
  test(`${canary.name}: can be planted`, () => {
    assert.ok(canary.edits.length > 0);
    for (const [own, planted] of canary.edits) assert.notEqual(own, planted);
    assert.ok(plantedText(canary).length > 0);
  });

test('no two canaries have one name', () => {
  assert.equal(new Set(CANARIES.map(({ name }) => name)).size, CANARIES.length);
});
