import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { bytesFromText, textFromBytes } from '#lua/syntax/byte-string.ts';
import { parse } from '#lua/syntax/parse.ts';
import { KEYWORDS, OPERATORS } from '#lua/syntax/token.ts';

const word = fc.constantFrom(
  ...KEYWORDS,
  ...OPERATORS,
  'x',
  '1',
  '"s"',
  '[[l]]',
  '--c\n',
  '\\',
  '@',
);

test('no sequence of words makes the parser throw, and every message has a place', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const source = words.join(' ');
      for (const found of parse(source).diagnostics) {
        assert(found.line >= 1 && found.column >= 1 && found.message.length > 0);
      }
    }),
  );
});

/** Any code point but half pairs. fast-check's own unit of this kind costs seconds to make. */
const codePoint = fc
  .integer({ min: 0, max: 0x10_ff_ff - 0x8_00 })
  .map((code) => String.fromCodePoint(code < 0xd8_00 ? code : code + 0x8_00));

test('no bytes make the parser throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 200 }), (text) => {
      assert(Array.isArray(parse(bytesFromText(text)).diagnostics));
    }),
  );
});

test('text becomes bytes and text again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(textFromBytes(bytesFromText(text)), text.toWellFormed());
    }),
  );
});
