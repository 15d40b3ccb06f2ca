import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeWithin, textFromAfar, wireSize } from '../../console/src/visual/graph/wire-size.ts';

test('values on wires are legible at each zoom at which they have room', () => {
  for (let zoom = 0.27; zoom <= 2; zoom += 0.01) {
    const onScreen = wireSize(zoom) * zoom;
    assert.ok(onScreen >= 11, `${onScreen} px at ${zoom}`);
    assert.ok(zoom > 1 || onScreen <= 15, `${onScreen} px at ${zoom}`);
  }
});

test('from so far that they would cover the blocks they are not drawn', () => {
  assert.deepEqual([0.08, 0.2].map(wireSize), [0, 0]);
});

test('a value is no longer than its wire, unless it would be too small', () => {
  assert.equal(sizeWithin(80, '93×'), 43);
  assert.equal(sizeWithin(80, '66936'), 25);
  assert.equal(sizeWithin(80, '1,794 of 2,880'), 12);
  assert.equal(sizeWithin(0, ''), 12);
});

test('from afar bars are a count alone, and large numbers have no decimals', () => {
  const texts = ['1,794 of 2,880', '73.29', '64330.7', '-64330.7', 'yes', 'end of day'];
  assert.deepEqual(texts.map(textFromAfar), [
    '1,794×',
    '73.29',
    '64331',
    '-64331',
    'yes',
    'end of day',
  ]);
});
