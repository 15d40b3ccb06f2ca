// Memory that a script may hold between its updates, and what it may drop.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runRows, runScript } from '#lua/run-script.ts';
import type { ScriptInstance } from '#lua/run-script.ts';
import { someOf } from '../support/share-of-cases.ts';

const MEBIBYTE = 1_048_576;
/** More than a script here has at any time that drops what it allocated. */
const HELD_MIN = 8 * MEBIBYTE;
const LIMITS = {
  ...DEFAULT_LIMITS,
  bytes: 8 * MEBIBYTE,
  heldBytes: Math.max(HELD_MIN, someOf(24 * MEBIBYTE)),
};
const ROWS = Math.max(70, someOf(200));

function started(source: string): ScriptInstance {
  const result = compileScript(source);
  assert(result.ok, result.ok ? '' : JSON.stringify(result.rejection));
  return createInstance(loadScript(result.value), { row: 0 }, 7);
}

suite('a script that holds ever more is stopped', () => {
  const cases = [
    ['in a global list', 'all = all or {} for i = 1, 20000 do all[#all + 1] = { i } end'],
    ['under keys', 'all = all or {} for i = 1, 9000 do n = (n or 0) + 1 all["k" .. n] = n end'],
    ['in strings', 'all = all or {} all[#all + 1] = ("x"):rep(1000000) .. #all'],
    ['in nested tables', 'for i = 1, 20000 do all = { all, {} } end'],
    ['in a metatable', 'all = setmetatable({}, { __index = all, x = ("y"):rep(1000000) })'],
    [
      'in what a function captured',
      'if not keep then local t = {} keep = function(v) t[#t + 1] = v end end for i = 1, 20000 do keep({ i }) end',
    ],
    [
      'in what a function captured through another one',
      'if not keep then local t = {} local function add(v) t[#t + 1] = v end keep = function(v) add(v) end end for i = 1, 20000 do keep({ i }) end',
    ],
    [
      'in a chain of functions',
      'for i = 1, 20000 do local before, own = last, {} last = function() return before, own end end',
    ],
    [
      'in a variable that functions share',
      'if not keep then local t keep = function(v) t = { t, v } end end for i = 1, 20000 do keep({ i }) end',
    ],
  ] as const;
  for (const [name, source] of cases) {
    test(name, () => {
      const { row, failure } = runRows(started(source), LIMITS, 0, ROWS);
      assert.deepEqual([failure?.kind, failure?.message], ['memory', 'too much memory is held']);
      assert(row > 0 && row < ROWS);
    });
  }

  test('update by update as well', () => {
    const instance = started('all = all or {} for i = 1, 20000 do all[#all + 1] = { i } end');
    let updates = 0;
    let end = runScript(instance, LIMITS);
    for (; end.ok && updates < ROWS; updates += 1) end = runScript(instance, LIMITS);
    assert(!end.ok);
    assert.equal(end.rejection.message, 'too much memory is held');
  });

  test('also when each of its updates fails', () => {
    const source = 'all = all or {} for i = 1, 20000 do all[#all + 1] = { i } end error("x")';
    const instance = started(source);
    const messages = Array.from({ length: 20 }, () => {
      const end = runScript(instance, LIMITS);
      return end.ok ? '' : end.rejection.message;
    });
    assert(messages.includes('too much memory is held'));
  });
});

suite('a script that drops what it allocated runs on', () => {
  const cases = [
    ['tables', 'local t = {} for i = 1, 20000 do t[#t + 1] = { i } end'],
    ['strings', 'last = ("x"):rep(1000000)'],
    ['a global list that is emptied', 'all = {} for i = 1, 20000 do all[#all + 1] = { i } end'],
    ['functions', 'for i = 1, 20000 do local t = {} last = function() return t end end'],
  ] as const;
  for (const [name, source] of cases) {
    test(name, () => {
      assert.deepEqual(runRows(started(source), LIMITS, 0, ROWS), { row: ROWS, failure: null });
    });
  }
});
