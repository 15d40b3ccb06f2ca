// Binding of a script's calls to the implementations of commands: places, names, defaults, kinds,
// messages.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messageOf, valuesOf } from '#commands/binding/script-bench.fixture.ts';

suite('arguments of commands', () => {
  test('stand in their places', () => {
    assert.deepEqual(valuesOf('return IfElse(1 < 2, "yes", "no"), IsBiggerThan(2, 1)'), [
      'yes',
      true,
    ]);
  });

  test('reach a command by its other name', () => {
    assert.deepEqual(valuesOf('return And(true, true), Not(false), Switch(false, 1, 2)'), [
      true,
      true,
      2,
    ]);
  });

  test('may be as many as wanted at the end', () => {
    assert.deepEqual(valuesOf('return Or(false, false, false, true), Or(), Merge(nil, nil, 3)'), [
      true,
      false,
      3,
    ]);
  });

  test('are checked with the messages of Lua', () => {
    assert.equal(
      messageOf('local x = 1\nreturn DelayExecution({}, 5)'),
      "script:2: bad argument #1 to 'DelayExecution' (number expected, got table)",
    );
    assert.equal(
      messageOf('return DelayExecution(1)'),
      "script:1: bad argument #2 to 'DelayExecution' (number expected, got nil)",
    );
    assert.equal(
      messageOf('return IsTrue(1)'),
      "script:1: bad argument #1 to 'IsTrue' (boolean expected, got number)",
    );
  });
});

suite('results of commands', () => {
  test('with parts are read by name and by place', () => {
    assert.deepEqual(
      valuesOf('local c = Compare(2, 1) return c.isAbove, c[1], c.isBelow, c[3], c.other, #c'),
      [true, true, false, false, undefined, 3],
    );
  });

  test('are values of the script, so that commands can be passed on', () => {
    assert.deepEqual(
      valuesOf('local f = IfElse return f(true, 1, 2), pcall(IfElse, false, 1, 2)'),
      [1, true, 2],
    );
  });
});

suite('constants', () => {
  test('stand without parentheses', () => {
    assert.deepEqual(valuesOf('return SignalLong ~= SignalShort, SignalBuy == SignalLong'), [
      true,
      true,
    ]);
  });

  test('of colours can be called with an opacity', () => {
    assert.deepEqual(
      valuesOf(
        'return Red(50), tostring(Red), Color(1, 2, 255), Color(0, 0, 0, 128), Red == Red()',
      ),
      ['#FF000080', '#FF0000', '#0102FF', '#00000080', true],
    );
  });
});
