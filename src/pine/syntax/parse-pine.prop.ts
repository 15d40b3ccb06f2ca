import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parsePine } from '#pine/syntax/parse-pine.ts';
import { PINE_SOURCES } from '#pine/syntax/pine-sources.fixture.ts';
import { PINE_OPERATORS, RESERVED_WORDS } from '#pine/syntax/pine-token.ts';

const word = fc.constantFrom(
  ...RESERVED_WORDS,
  ...PINE_OPERATORS,
  'x',
  '1',
  '2.5',
  '"s"',
  "'",
  '#FF0000',
  '\n',
  '\n    ',
  '\n        ',
  '\n  ',
  '\t',
  '//@a\n',
  'type',
  'method',
  'enum',
  'array<float>',
  'to',
  'in',
  '😀',
  '\\',
  '{',
  '&&',
);

type Damage = { readonly at: number; readonly cut: number; readonly put: string };

const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat(4_000),
  cut: fc.nat(6),
  put: fc.oneof(word, fc.constant('')),
});

function assertPlaced(source: string): void {
  const lines = source.split('\n').length;
  for (const { line, column, message } of parsePine(source).diagnostics) {
    assert(line >= 1 && line <= lines + 1, `line ${line} of ${lines}`);
    assert(column >= 1 && message.length > 0);
  }
}

test('no sequence of words makes the parser throw, and every message has a place', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      assertPlaced(words.join(' '));
      assertPlaced(`//@version=6\n${words.join('')}`);
    }),
  );
});

test('damaged sources are read to their end', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PINE_SOURCES),
      fc.array(damage, { minLength: 1, maxLength: 5 }),
      (source, damages) => {
        let text = source;
        for (const { at, cut, put } of damages) {
          const place = at % text.length;
          text = text.slice(0, place) + put + text.slice(place + cut);
        }
        assertPlaced(text);
      },
    ),
  );
});
