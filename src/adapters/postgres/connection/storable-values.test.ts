import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import {
  figureText,
  jsonText,
  storableValues,
} from '#adapters/postgres/connection/storable-values.ts';

suite('values for PostgreSQL', () => {
  test('parameters keep their types, and only text changes', () => {
    const plain = ['a', 1, null, ['b', 2], true];
    assert.equal(storableValues(plain), plain);
    assert.deepEqual(storableValues(['a\0', 1, null, ['\uD800', [3, '\0']]]), [
      'a\uFFFD',
      1,
      null,
      ['\uFFFD', [3, '\uFFFD']],
    ]);
  });

  test('JSON within JSON keeps its escapes, because it is stored as text', () => {
    const inner = JSON.stringify({ key: '\0' });
    const text = jsonText([{ inner, outer: '\0\uDC00', pair: '\u{1F600}' }]);
    assert.deepEqual(JSON.parse(text), [{ inner, outer: '\uFFFD\uFFFD', pair: '\u{1F600}' }]);
    assert.equal(jsonText([{ a: 1 }]), '[{"a":1}]');
  });

  test('figures are cut to the range of their columns', () => {
    const most = `${'9'.repeat(18)}.${'9'.repeat(18)}`;
    assert.equal(figureText(decimal('-1.5')), '-1.5');
    assert.equal(figureText((10n ** 36n) as Decimal), most);
    assert.equal(figureText(-(10n ** 40n) as Decimal), `-${most}`);
  });
});
