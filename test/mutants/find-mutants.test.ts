// Decisions that are reversed, and texts that have none.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { chooseSome } from './choose-some.ts';
import { EQUAL_MUTANTS, reasonOf } from './equal-mutants.ts';
import { findMutants, mutate } from './find-mutants.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A text, and every text that reversing one of its decisions makes. */
const CASES: readonly (readonly [text: string, ...mutants: readonly string[]])[] = [
  ['a < b;', 'a <= b;'],
  ['a >= b;', 'a > b;'],
  ['a === b;', 'a !== b;'],
  ['(a) /* < */ > (b);', '(a) /* < */ >= (b);'],
  ['a + 1;', 'a - 1;'],
  ['a * b % c;', 'a / b % c;', 'a * b * c;'],
  ['a += b;', 'a -= b;'],
  ['a++;', 'a--;'],
  ['--a;', '++a;'],
  ["a + 'b';"],
  ["a + b + 'c';", "a - b + 'c';"],
  ['a += `b`;'],
  ['a && b;', 'a || b;'],
  ['a ?? b;', 'a;'],
  ['!a;', 'a;'],
  ['f(true);', 'f(false);'],
  ['if (a) b();', 'if (true) b();', 'if (false) b();'],
  ['a ? b : c;', 'true ? b : c;', 'false ? b : c;'],
  ['for (;;) { a(); break; }', 'for (;;) { a(); ; }'],
  ['function f() { a(); return; }', 'function f() { a(); ; }'],
  ['function f() { a(); return 1; }'],
  ['a.some(f);', 'a.every(f);'],
  ['Math.min(a, b);', 'Math.max(a, b);'],
  ['(a as B<1>) < (b satisfies C)!;', '(a as B<1>) <= (b satisfies C)!;'],
  ['type A = B extends true ? 1 : false;'],
  ['interface A { readonly isB: true }'],
  ["assert(a < b, 'order');"],
  ["'é😀' < a; b < c;", "'é😀' <= a; b < c;", "'é😀' < a; b <= c;"],
];

for (const [text, ...mutants] of CASES)
  test(`findMutants reverses ${text}`, () => {
    assert.deepEqual(
      findMutants('a.ts', text).map((mutant) => mutate(text, mutant)),
      mutants,
    );
  });

test('findMutants names the place and the flip', () => {
  const [mutant] = findMutants('a.ts', 'f();\nif (a &&\n    b) g();');
  assert.deepEqual([mutant?.line, mutant?.column, mutant?.flip], [2, 5, 'a && b -> true']);
});

test('chooseSome takes so many, in their order, and the same for a seed', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const chosen = chooseSome(items, 10, 7);
  assert.equal(chosen.length, 10);
  assert.deepEqual(
    chosen,
    chosen.toSorted((left, right) => left - right),
  );
  assert.deepEqual(chooseSome(items, 10, 7), chosen);
  assert.notDeepEqual(chooseSome(items, 10, 8), chosen);
  assert.deepEqual(chooseSome(items, 1_000, 7), items);
});

test('every explained mutant exists', () => {
  for (const known of EQUAL_MUTANTS) {
    const text = fs.readFileSync(path.join(ROOT, known.file), 'utf8');
    const found = findMutants(known.file, text).some(
      (mutant) => mutant.flip === known.flip && reasonOf(known.file, text, mutant) === known.reason,
    );
    assert.ok(found, `${known.file}: no mutant "${known.flip}" in "${known.line}"`);
  }
});
