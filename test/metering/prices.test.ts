// Prices of the worst programs that were found, in steps: the table that keeps them from becoming
// cheap again. Counted and not timed; `npm run fuzz:cost` measures.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runUpdate } from './attack-bench.ts';
import { WHOLE_STEPS } from './measure-apart.ts';

const PASSAGES = 50;

/** Steps of a passage of the loop, whatever the programs did before it. */
function stepsOf(before: string, passage: string): number {
  const used = (count: number): number => {
    const loop = `for i = 1, ${count} do ${passage} end`;
    const { share, ending } = runUpdate(`${before} ${loop} error("over")`, WHOLE_STEPS);
    assert.match(ending ?? '', /over/);
    return share * WHOLE_STEPS;
  };
  return (used(2 * PASSAGES) - used(PASSAGES)) / PASSAGES;
}

const CHAIN = 'local u = {} for j = 1, 90 do u = setmetatable({}, { __index = u }) end';
const FAR_DOWN = 'local function f(n) if n > 0 then local x = f(n - 1) return x end error({}) end';
const YIELDING =
  'local function f(n) if n == 0 then while true do coroutine.yield() end end f(n - 1) end ' +
  'local c = coroutine.wrap(function() f(100) end)';
const CLEARED =
  'local t = {} for j = 1, 100 do t["k" .. j] = j end for j = 1, 100 do t["k" .. j] = nil end';

/** Unit of work, what stands before the loop, its passage, and the least steps of a passage. */
const TABLE: readonly (readonly [unit: string, before: string, passage: string, least: number])[] =
  [
    ['an error with its place, caught', '', 'pcall(error, "x")', 2_000],
    ['an error without, caught', '', 'pcall(error, {})', 1_000],
    ['an error that unwinds 180 calls', FAR_DOWN, 'pcall(f, 180)', 5_000],
    ['a stack that overflows', 'local function f() f() end', 'pcall(f)', 50_000],
    [
      'an error in a coroutine',
      '',
      'coroutine.resume(coroutine.create(function() error("x") end))',
      2_000,
    ],
    [
      'a dead coroutine that is resumed',
      'local c = coroutine.create(function() end) coroutine.resume(c)',
      'coroutine.resume(c)',
      1_000,
    ],
    ['a coroutine that yields 100 calls down', YIELDING, 'c()', 250],
    ['an entry far from others', 'local t = {}', 't[i * 1000003] = i', 20],
    ['an entry that is read', 'local t = { [1e9] = 1 }', 'local x = t[1e9]', 20],
    ['an entry that is not there', 'local t = { 1 }', 'local x = t[-i]', 16],
    ['a global by text', '', '_G["g" .. i] = i', 32],
    ['all globals', '', 'for k in pairs(_G) do break end', 150],
    [
      'ten entries far apart that are gone through',
      'local t = {} for j = 1, 10 do t[j * 1000003] = j end',
      'for k in pairs(t) do end',
      80,
    ],
    ['a long text as a key', 'local t, s = {}, ("a"):rep(80)', 't[s .. i] = i', 30],
    ['a chain of 90 tables', CHAIN, 'local x = u.y', 180],
    ['a hundred cleared entries', CLEARED, 'local x = next(t)', 2_000],
    ['a frontier in 100 bytes', 'local s = ("a"):rep(100)', 'local x = s:find("%f[b]")', 400],
    ['a class in 100 bytes', 'local s = ("a"):rep(100)', 'local x = s:find("%d")', 400],
    ['matches of 10 words', 'local s = ("a "):rep(10)', 'for w in s:gmatch("%w") do end', 150],
    ['a number as text', '', 'local x = tostring(i / 7)', 12],
    ['an id', '', 'local x = NewGuid()', 128],
  ];

suite('the worst programs are charged for', () => {
  for (const [unit, before, passage, least] of TABLE)
    test(unit, () => {
      const steps = stepsOf(before, passage);
      assert.ok(steps >= least, `${steps} steps, at least ${least}`);
    });

  test('what ordinary programs do costs a few steps', () => {
    for (const passage of ['local x = i * 2', 'local t = { i }', 'local x = math.max(i, 3)']) {
      const steps = stepsOf('', passage);
      assert.ok(steps > 0 && steps < 20, `${steps} steps for ${passage}`);
    }
  });
});
