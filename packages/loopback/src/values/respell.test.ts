// Spellings of the loopback venue: what is written otherwise says the same, or lacks a field, and
// is JSON; each venue has its own, each of which is met.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { ALL_VENUES, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import {
  ABSENT,
  always,
  asNumber,
  asText,
  emptyIfZero,
  ifEmpty,
  inLowerCase,
  withoutZeros,
  withPlaces,
  word,
} from '#loopback/values/field-spelling.ts';
import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { createRespeller } from '#loopback/values/respell.ts';

const CASES = [
  [withPlaces(3), '"1.5"', '"1.500"'],
  [withPlaces(3), '"2"', '"2.000"'],
  [withPlaces(1), '"1.50"', null],
  [withoutZeros, '"1.500"', '"1.5"'],
  [withoutZeros, '"2.00"', '"2"'],
  [withoutZeros, '"8389765998331620001"', null],
  [asNumber, '"8389765998331620001"', '8389765998331620001'],
  [asNumber, '"a1"', null],
  [asText, '10', '"10"'],
  [asText, 'false', '"false"'],
  [emptyIfZero, '"0.00"', '""'],
  [emptyIfZero, '"0.01"', null],
  [ifEmpty('"0"'), '""', '"0"'],
  [ifEmpty('"0"'), '"1"', null],
  [word('"live"', '"new"'), '"live"', '"new"'],
  [inLowerCase, '"BTCUSDT"', '"btcusdt"'],
] as const;

suite('spellings of fields', () => {
  for (const [form, token, other] of CASES)
    test(`${token} becomes ${other ?? 'nothing else'}`, () => assert.equal(form(token), other));

  test('fields that are absent leave JSON behind, wherever they stand', () => {
    const spelling: FieldSpelling = { fields: ['a', 'b'], as: always(ABSENT), seen: 'planted' };
    const texts = ['{"a":1}', '{"a":1,"b":"x,}","c":2}', '{"c":2,"a":1,"b":null}', '[{"b":1}]'];
    let metCount = 0;
    for (let seed = 0; seed < 20; seed += 1) {
      const values = createRespeller([spelling], seed);
      for (const text of texts) {
        const read = JSON.parse(values.respell(text, 'orders')) as object;
        assert.equal(JSON.stringify(read).includes('"c":2'), text.includes('"c":2'), text);
      }
      metCount += values.met.size;
    }
    assert(metCount > 0);
  });

  test('what is plain is plain, and what is rare is met where it is wanted', () => {
    const rare: FieldSpelling = { fields: ['a'], as: always('""'), isRare: true, seen: 'planted' };
    const values = createRespeller([rare], 1);
    const rows = `[${Array(200).fill('{"a":"x"}').join(',')}]`;
    assert.equal(values.respell(rows, 'orders'), rows);
    values.kind = 'rare';
    assert.notEqual(values.respell(rows, 'orders'), rows);
    values.kind = 'plain';
    assert.equal(values.respell(rows, 'orders'), rows);
  });

  for (const code of VENUE_CODES)
    test(`those of ${code} name the recordings that show them`, () => {
      const { spellings } = ALL_VENUES[code satisfies VenueCode];
      assert(spellings.length > 1);
      for (const { fields, seen } of spellings) {
        assert(fields.length > 0);
        assert.match(seen, /^(?:Endpoints|Subscriptions|Socket|JsonResponses)\//);
      }
    });
});
