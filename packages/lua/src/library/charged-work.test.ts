// Charges of library functions for long texts and many values: steps in proportion to the work,
// counted and not timed.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIBRARY } from '#lua/library/library.ts';
import { isSame, lessThan } from '#lua/runtime/compare.ts';
import { chargeLoop } from '#lua/runtime/loops.ts';
import { NO_SITE } from '#lua/runtime/errors.ts';
import { STEPS, fillMeter, meter } from '#lua/runtime/meter.ts';
import { spread } from '#lua/runtime/spread.ts';
import { newTable, rawSet } from '#lua/runtime/table.ts';
import type { LuaTable } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

function stepsOf(work: () => unknown): number {
  fillMeter();
  const before = meter[STEPS] ?? 0;
  work();
  return before - (meter[STEPS] ?? 0);
}

function call(name: string, ...args: LuaValue[]): LuaValue | LuaValue[] {
  const entry = LIBRARY.get(name);
  assert.ok(entry !== undefined, name);
  return entry.value(...args);
}

const SIZE = 100_000;
const digits = '1'.repeat(SIZE);
const spaces = ' '.repeat(SIZE);
const many = (count: number): LuaValue[] => Array.from({ length: count }, (_, index) => index % 99);

function cleared(count: number): LuaTable {
  const table = newTable();
  for (let index = 1; index <= count; index += 1) rawSet(table, `k${index}`, index);
  for (let index = 1; index <= count; index += 1) rawSet(table, `k${index}`, undefined);
  return table;
}

// Name, work, and the least steps that it has to charge.
const WORK: readonly (readonly [string, () => unknown, number])[] = [
  ['tonumber of digits', () => call('tonumber', digits), SIZE],
  ['tonumber of hexadecimal digits', () => call('tonumber', `0x${digits}`), SIZE],
  ['tonumber of spaces', () => call('tonumber', spaces), SIZE],
  ['tonumber of digits and a letter', () => call('tonumber', `${digits}x`), SIZE],
  ['tonumber in a base', () => call('tonumber', digits, 36), SIZE],
  ['math.max of long texts', () => call('math.max', digits, digits), 2 * SIZE],
  ['find of what is not there', () => call('string.find', digits, '12', 1, true), SIZE],
  ['find of a long part', () => call('string.find', digits, '1'.repeat(999) + '2'), SIZE],
  ['find with an empty pattern', () => call('string.gsub', digits, '', ''), 5 * SIZE],
  ['match with a long set', () => call('string.match', '1', `[${'2'.repeat(SIZE)}]`), SIZE / 4],
  ['reverse', () => call('string.reverse', digits), SIZE],
  ['lower beyond ASCII', () => call('string.lower', `\xc0${digits}`), SIZE],
  ['format %q', () => call('string.format', '%q', digits), 2 * SIZE],
  ['format with a long template', () => call('string.format', '%%'.repeat(SIZE)), 2 * SIZE],
  ['byte of many', () => call('string.byte', digits, 1, 7_000), 6_999],
  ['char of many', () => call('string.char', ...many(5_000)), 5_000],
  ['utf8.char of many', () => call('utf8.char', ...many(5_000)), 10_000],
  ['utf8.len', () => call('utf8.len', digits), SIZE],
  ['next over cleared keys', () => call('next', cleared(SIZE)), SIZE],
  ['values passed on', () => spread(many(5_000)), 5_000],
  ['u < v', () => lessThan(digits, `${digits}1`, NO_SITE), SIZE / 8],
  ['u == v', () => isSame(digits, `${digits.slice(1)}1`), SIZE / 32],
  ['rawequal', () => call('rawequal', digits, `${digits.slice(1)}1`), SIZE / 32],
];

suite('a library function charges what it works', () => {
  for (const [name, work, least] of WORK)
    test(name, () => {
      const steps = stepsOf(work);
      assert.ok(steps >= least, `${steps} steps, at least ${least}`);
    });

  test('what is short costs next to nothing', () => {
    const short = [
      () => call('tonumber', '12.5'),
      () => call('string.find', 'a,b', ',', 1, true),
      () => isSame('buy', 'sell'),
      () => spread([1, 2]),
    ];
    for (const work of short) assert.ok(stepsOf(work) <= 8);
  });

  test('a loop that is charged as a whole is charged by its bounds', () => {
    // By adding 0.1 it makes 20 passages; the bounds say 21.
    assert.equal(
      stepsOf(() => chargeLoop(0, 2, 0.1, 5)),
      21 * 5,
    );
    assert.equal(
      stepsOf(() => chargeLoop(2, 1, 1, 5)),
      0,
    );
    assert.equal(
      stepsOf(() => chargeLoop(1, 2, 0, 5)),
      0,
    );
  });

  test('a text that is no number is refused in linear time', () => {
    fillMeter();
    assert.equal(call('tonumber', `${'1'.repeat(1_000_000)}x`), undefined);
  });
});
