// Patterns that are drawn, matched here and by the engine of JavaScript, which means the same by
// them where no group is repeated that a reference names.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { matchPattern } from '#pine/builtins/match-pattern.ts';
import { readPattern } from '#pine/builtins/text-pattern.ts';
import { fillMeter } from '#lua/runtime/meter.ts';

const ATOMS = 'a b c . \\w \\d [ab] [^b] [a-c0] \\b ^ $ 1 - \\. (?i:B) [[:digit:]]'.split(' ');
const TIMES = ['', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?', '??', '{1,2}?'];
const BORDERS: ReadonlySet<string> = new Set(['\\b', '^', '$']);

const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  part: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...TIMES)).map(repeated),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('pattern'), fc.constantFrom(...TIMES)).map(([a, n]) => `(${a})${n}`),
    },
    { weight: 1, arbitrary: tie('pattern').map((inner) => `(?=${inner})`) },
    { weight: 1, arbitrary: tie('pattern').map((inner) => `(?<!${inner})`) },
  ),
}));

function repeated([atom, times]: readonly [string, string]): string {
  return BORDERS.has(atom) ? atom : atom + times;
}

/** The classes of POSIX have no names in JavaScript. */
function ofJavaScript(text: string): RegExp {
  return new RegExp(text.replaceAll('[[:digit:]]', '\\d'));
}

test('a drawn pattern takes the same part of a text as in JavaScript', () => {
  const texts = fc.string({ unit: fc.constantFrom(...Array.from('abcB01-. ')), maxLength: 12 });
  fc.assert(
    fc.property(pattern, texts, (source, text) => {
      fillMeter();
      const expected = ofJavaScript(source).exec(text)?.[0] ?? null;
      assert.equal(matchPattern(readPattern(source), text), expected, `/${source}/ in "${text}"`);
    }),
    { numRuns: propertyRuns(1_000) },
  );
});

test('what is drawn at random is read, or refused with a place', () => {
  const sources = fc.string({
    unit: fc.constantFrom(...Array.from('ab()[]{}*+?|\\^$.-1,:=!<i')),
    maxLength: 16,
  });
  fc.assert(
    fc.property(sources, (source) => {
      fillMeter();
      try {
        matchPattern(readPattern(source), 'ab1-ab');
      } catch (error) {
        assert.match(
          String(error),
          /str\.match: .*at character \d+ of the pattern|repeated too often/,
        );
      }
    }),
    { numRuns: propertyRuns(1_000) },
  );
});
