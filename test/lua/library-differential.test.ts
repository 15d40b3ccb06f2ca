// Library functions on random arguments, compared with real Lua 5.2: numbers as text, and patterns.
// Skipped, and says so, where the binary is missing.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { hasLua, runInRealLua } from './real-lua.ts';
import { runProgram } from './run-program.ts';
import { someOf } from '../support/share-of-cases.ts';

const SEED = Number(process.env['LUA_DIFFERENTIAL_SEED'] ?? 20_261_121);
const LINES = 3_000;

const dyadic = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 24 }))
  .map(([whole, halvings]) => whole / 2 ** halvings);
const decimal = fc
  .tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 12 }))
  .map(([whole, digits]) => whole / 10 ** digits);
const number = fc
  .oneof(dyadic, decimal, fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => (Object.is(value, -0) ? '(-0.0)' : `(${String(value)})`));
const directive = fc.constantFrom(
  '%.14g',
  '%g',
  '%.0f',
  '%.1f',
  '%.2f',
  '%.3f',
  '%f',
  '%.8f',
  '%e',
  '%.3e',
  '%.17g',
  '%5.1f',
  '%-9.2f|',
  '%+.3g',
  '%010.4f',
  '% .2e',
  '%.1g',
  '%.15g',
  '%G',
  '%s',
);
const formatting = fc
  .tuple(directive, number)
  .map(([template, value]) => `print(string.format("${template}", ${value}), ${value})`);

const piece = fc.constantFrom(
  'a',
  'b',
  '.',
  '%a',
  '%d',
  '%s',
  '%w',
  '%A',
  '[ab]',
  '[^a]',
  '[a-c]',
  '[%d_]',
  '%.',
  '(a)',
  '(.)',
  '()',
  '(.-)',
  '(%w+)',
  '%b()',
  '%f[%w]',
  '%1',
  ' ',
  '-',
  '^',
  '$',
  '[]a]',
  '[^%s]',
);
const suffix = fc.constantFrom('', '', '', '*', '+', '-', '?');
const pattern = fc
  .array(
    fc.tuple(piece, suffix).map(([item, repeat]) => item + repeat),
    { minLength: 1, maxLength: 5 },
  )
  .map((items) => items.join(''));
const subject = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', '1', '_', ' ', '(', ')', '.'),
  maxLength: 14,
});
const matching = fc.tuple(subject, pattern, fc.constantFrom('%0', '<%1>', 'x', '%%')).map(
  ([text, template, replacement]) =>
    `print(pcall(function() return ("${text}"):find("${template}") end))
print(pcall(function() return ("${text}"):gsub("${template}", "${replacement}") end))
print(pcall(function() local t = {} for a, b in ("${text}"):gmatch("${template}") do t[#t + 1] = tostring(a) .. tostring(b) end return table.concat(t, ";") end))`,
);

const SUITES = [
  ['numbers as text', formatting],
  ['patterns', matching],
] as const;

suite('library functions behave as in real Lua 5.2', () => {
  for (const [name, arbitrary] of SUITES) {
    test(name, (t) => {
      if (!hasLua('lua5.2')) {
        t.skip('lua5.2 is not installed');
        return;
      }
      const statements = fc.sample(arbitrary, { seed: SEED, numRuns: someOf(LINES) });
      const chunks: string[] = [];
      for (let from = 0; from < statements.length; from += 100) {
        chunks.push(statements.slice(from, from + 100).join('\n'));
      }
      const expected = runInRealLua('lua5.2', chunks);
      for (const [index, source] of chunks.entries()) {
        const { output, failure } = runProgram(source);
        assert.equal(failure, null);
        const meant = (expected[index] ?? '').split('\n');
        for (const [line, text] of output.split('\n').entries()) {
          assert.equal(text, meant[line], `seed ${SEED}: ${source.split('\n')[line] ?? ''}`);
        }
      }
    });
  }
});
