// Lists, as the commands for them change and search them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  benchOf,
  evaluate,
  messageOf,
  testExpressions,
} from '#commands/binding/script-bench.fixture.ts';

suite('finding elements', () => {
  testExpressions([
    ['ArrayGet({4, 5, 6}, 1)', 4],
    ['ArrayGet({4, 5, 6}, -1)', 6],
    ['ArrayGet({4, 5, 6}, -3)', 4],
    ['ArrayGet({4, 5, 6}, 4)', undefined],
    ['ArrayGet({4, 5, 6}, 0)', undefined],
    ['ArrayGet({4, 5, 6}, 2.9)', 5],
    ['ArrayIndex(HNC(3, 7), 2)', 7],
    ['ArrayIndex(HNC(3, 7), 4)', Number.NaN],
    ['ArrayIndex({HNC(3, 7)}, 1)', 7],
    ['ArrayGet({HNC(3, 7)[9]}, 1)', Number.NaN],
    ['ArrayLast({HNC(3, 7)[9]})', Number.NaN],
    ['ArraySum({1, HNC(3, 7)[9]})', Number.NaN],
    ['ArrayIndexField({HNC(3, 7)}, 1)', [7, 7, 7]],
    ['ArrayGet(Compare(2, 1), 3)', false],
    ['ArrayLast({4, 5, 6})', 6],
    ['ArrayLast({4, 5, 6}, 1)', 5],
    ['ArrayLast({})', undefined],
    ['ArrayAny({})', false],
    ['ArrayAny({0})', true],
    ['ArrayContains({1, "a"}, "a")', true],
    ['ArrayContains({1, "a"}, "b")', false],
    ['ArrayFind({1, 2, 1}, 1)', [1, 3]],
    ['ArrayFind({1, 2, 3}, 1, ArrayFilterGreaterThanType)', [2, 3]],
    ['Count({1, 2, 1})', 3],
    ['Count({1, 2, 1}, 1)', 2],
    ['Count(HNC(4, 0))', 4],
    ['ArraySum({1, 2, "3"})', 6],
    ['ArraySum({{p = 1}, {p = 4}}, "p")', 5],
    ['ArraySum(HNC(3, 2))', 6],
    ['ArrayGet(5, 1)', 5],
    ['ArrayGet(5, 2)', undefined],
    ['ArrayGet(Round(2.345, 2), 1)', 2.35],
    ['ArrayLast(5)', 5],
    ['ArraySum(5)', 5],
    ['Count(5)', 1],
    ['Count("abc")', 3],
    ['ArrayContains(5, 5)', true],
    ['ArrayConcat(1, 2)', [1, 2]],
    ['Round(2.6, 0).Value', 3],
    ['Round(2.6, 0).Values[1]', 3],
    ['({n = 5}).n.Value', 5],
    ['({n = 5}).n[1]', 5],
    ['Round(2.6, 0)[1]', 3],
    ['Round(2.6, 0)[2]', Number.NaN],
    ['(5)[1.5]', Number.NaN],
    ['(5)[0]', Number.NaN],
    ['CurrentPrice().close[1] == CurrentPrice().close', true],
  ]);
  test('refuses what is no list', () => {
    assert.match(messageOf('return ArrayGet(true, 1)'), /list expected, got boolean/);
    assert.match(messageOf('local n = 5 return n.value'), /index local 'n' \(a number value\)/);
    assert.match(messageOf("local n = 5 return n['1']"), /index local 'n' \(a number value\)/);
    assert.match(messageOf('local n = 5 n[1] = 6'), /index local 'n' \(a number value\)/);
  });
});

suite('lists made of lists', () => {
  testExpressions([
    ['ArrayConcat({1}, {2, 3})', [1, 2, 3]],
    ['ArrayConcat(HNC(1, 1), HNC(2, 2))', [1, 2, 2]],
    ['ArrayDistinct({1, 2, 1, "1"})', [1, 2, '1']],
    ['ArrayFilter({1, 2, 3}, 2)', [2]],
    ['ArrayFilter({1, 2, 3}, 2, ArrayFilterExclusiveType)', [1, 3]],
    ['ArrayFilter({1, 2, 3}, 2, ArrayFilterLessThanType)', [1]],
    ['ArrayReplace({1, 2, 1}, 1, 9)', [9, 2, 9]],
    ['ArraySort({3, 1, 2})', [1, 2, 3]],
    ['ArraySort({3, 1, 2}, true)', [3, 2, 1]],
    ['ArraySort({"b", "a"})', ['a', 'b']],
    ['Grab({1, 2, 3, 4}, 1, 2)', [2, 3]],
    ['Grab({1, 2, 3, 4}, 2)', [3, 4]],
    ['Range({1, 2}, 5)', []],
    ['Grab(HNC(5, 1), 1, 2)', [1, 1]],
    ['Count(Offset(HNC(5, 1), 2))', 3],
    ['Offset({1, 2, 3}, 1)', [2, 3]],
    ['NewArray()', []],
    ['NewArray(1, "a", true)', [1, 'a', true]],
    ['NewList({1}, {2})', [[1], [2]]],
    ['NewSortedArray(3, 1, 2)', [1, 2, 3]],
    ['NewSortedArray(3, nil, 1)', [1, 3]],
  ]);
});

suite('changing a list', () => {
  test('changes the table itself and returns it', () => {
    const source = `local t = {1, 2}
      local same = ArrayAdd(t, 3)
      ArrayUnshift(t, 0)
      return same == t, #t, t[1], t[4]`;
    assert.deepEqual(benchOf(source).run(), [true, 4, 0, 3]);
  });

  testExpressions([
    ['ArrayPop({1, 2, 3})', [1, 2]],
    ['ArrayPop({})', []],
    ['ArrayShift({1, 2, 3})', [2, 3]],
    ['ArrayRemove({1, 2, 3}, 2)', [1, 3]],
    ['ArrayRemove({1, 2, 3}, -1)', [1, 2]],
    ['ArrayRemove({1, 2, 3}, 9)', [1, 2, 3]],
    ['ArrayAdd({}, nil)', []],
    ['ArrayAdd(HNC(2, 1), 5)', [1, 1, 5]],
  ]);

  test('leaves a series as it is', () => {
    assert.deepEqual(evaluate('(function(s) ArrayAdd(s, 5) return Count(s) end)(HNC(2, 1))'), 2);
  });
});

suite('what is no list', () => {
  const cases: [string, string][] = [
    ['ArrayAdd(nil, 1)', "bad argument #1 to 'ArrayAdd' (list expected, got nil)"],
    ['Count(true)', "bad argument #1 to 'Count' (list expected, got boolean)"],
    ['ArrayConcat({}, "x")', "bad argument #2 to 'ArrayConcat' (list expected, got string)"],
    ['ArraySort({1, "a"})', 'attempt to compare string with number'],
    ['ArraySum({{}})', "'ArraySum' can only add numbers"],
  ];
  for (const [expression, message] of cases) {
    test(`${expression} is refused`, () => {
      assert.equal(messageOf(`return ${expression}`), `script:1: ${message}`);
    });
  }
});

suite('SourceManager', () => {
  test('takes a value when a candle closes, newest first, and keeps each place apart', () => {
    const bench = benchOf(`
      n = (n or 0) + 1
      local a = SourceManager(n, 2)
      local b = SourceManager(10 * n, 1, 2)
      return Count(a), ArrayGet(a, 1), Count(b), ArrayGet(b, 1), ArrayGet(b, 2)`);
    assert.deepEqual(bench.run(), [1, 1, 1, 10, Number.NaN]);
    assert.deepEqual(bench.run(), [1, 1, 2, 20, 10]);
    assert.deepEqual(bench.run(), [2, 3, 2, 30, 20]);
  });

  test('keeps the calls of one place apart by their order in the update', () => {
    const bench = benchOf(`
      n = (n or 0) + 1
      local text = ''
      for i = 1, 3 do text = text .. ArrayGet(SourceManager(n * i, 1), -1) .. ' ' end
      return text`);
    bench.run();
    assert.deepEqual(bench.run(), ['1 2 3 ']);
  });

  test('starts with the values given', () => {
    assert.deepEqual(evaluate('SourceManager(5, 1, 3, {4, 3, 2})'), [5, 4, 3]);
  });

  test('goes on where it was when the run is begun anew', () => {
    const source = 'return Count(SourceManager(1, 1))';
    const before = benchOf(source);
    before.run();
    before.run();
    const after = benchOf(source, { memory: before.context.memory });
    after.update.number = 2;
    assert.deepEqual(after.run(), [3]);
  });
});
