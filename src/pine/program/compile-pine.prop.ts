import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compilePine } from '#pine/program/compile-pine.ts';
import { loadPine } from '#pine/program/load-pine.ts';
import { PINE_SOURCES } from '#pine/syntax/pine-sources.fixture.ts';

const SOURCES = PINE_SOURCES.map((source) => source.replaceAll(/^import .*$/gm, ''));

const damage = fc.record({
  at: fc.nat(4_000),
  cut: fc.nat(12),
  put: fc.constantFrom(
    '',
    '',
    'x',
    '1',
    '"s"',
    'na',
    'close',
    '[1]',
    '.x',
    'ta.sma(',
    ')',
    ' = ',
    '+',
  ),
});

test('damaged sources compile, or are refused with a place; what compiles is code', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SOURCES),
      fc.array(damage, { minLength: 0, maxLength: 3 }),
      (source, damages) => {
        let text = source;
        for (const { at, cut, put } of damages) {
          const place = at % text.length;
          text = text.slice(0, place) + put + text.slice(place + cut);
        }
        const compiled = compilePine(text);
        if (compiled.ok) assert(typeof loadPine(compiled.value, 'x').module.main === 'function');
        else for (const { line, column } of compiled.rejection) assert(line >= 1 && column >= 1);
      },
    ),
  );
});

test('the sources that use each form of the language compile', () => {
  for (const source of SOURCES) {
    const compiled = compilePine(source);
    assert.deepEqual(compiled.ok ? [] : compiled.rejection, []);
  }
});
