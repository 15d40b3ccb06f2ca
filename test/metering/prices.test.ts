// Prices of the worst programs that were found, in steps: the table that keeps them from becoming
// cheap again. Counted and not timed; `npm run fuzz:cost` measures.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BUILTINS } from '#pine/builtins/builtins.ts';
import { BUILTIN_STEPS } from '#pine/builtins/builtin-steps.ts';
import { runUpdate } from './attack-bench.ts';
import { WHOLE_STEPS } from './measure-apart.ts';
import { LAST_BAR, runPineUpdate } from './pine-bench.ts';
import { pineText } from './pine-pieces.ts';

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

/** Steps of a passage of a loop of the last bar, whatever that did before it. */
function pineStepsOf(before: string, passage: string): number {
  const used = (count: number): number => {
    const end = `if bar_index == ${LAST_BAR} and i == ${count}\n    runtime.error("over")`;
    const text = pineText({ before: [before], body: [passage, end] });
    const { share, ending } = runPineUpdate(text, WHOLE_STEPS) ?? { share: 0, ending: 'refused' };
    assert.match(ending ?? '', /over/);
    return share * WHOLE_STEPS;
  };
  return (used(2 * PINE_PASSAGES) - used(PINE_PASSAGES)) / PINE_PASSAGES;
}

const PINE_PASSAGES = 10;
const LONG_TEXT = 's := str.repeat("a", 20000)\nu := str.repeat("a", 1000) + "b"';
const LONG_ARRAY = 'fs := array.new<float>(10000, 1.5)\nbs := array.new<bool>(10000, true)';
const SQUARE = 'mx := matrix.new<float>(5, 5, 1.0)\nmatrix.set(mx, 3, 4, 7.5)';

/** Unit of work, what stands before the loop, its passage, and the least steps of a passage. */
const PINE_TABLE: readonly (readonly [
  unit: string,
  before: string,
  passage: string,
  least: number,
])[] = [
  ['a hundred operations', 'n := 1', 'x := x * 2\n'.repeat(50).trim(), 100],
  ['a function of a hundred operations', 'n := 1', 'x := h(x)', 100],
  ['a text that is searched', LONG_TEXT, 'a = str.contains(s, u)', 10_000],
  ['a text that is searched for a character', LONG_TEXT, 'a = str.pos(s, "b")', 20_000],
  ['a text whose parts are replaced', LONG_TEXT, 'a = str.replace_all(s, "a", "b")', 100_000],
  ['a text that is split', LONG_TEXT, 'a = str.split(s, "b")', 20_000],
  ['a text that is no number', LONG_TEXT, 'a = str.tonumber(s)', 5_000],
  ['a text of a hundred places', 's := str.repeat("{0}", 100)', 'a = str.format(s, 1)', 12_800],
  ['a long message without places', LONG_TEXT, 'a = str.format(s, 1)', 20_000],
  ['a message of apostrophes', `s := str.repeat("' ", 1000)`, 'a = str.format(s, 1)', 16_000],
  ['a long line of the log', LONG_TEXT, 'log.info(s, 1)', 20_000],
  ['texts that are compared', LONG_TEXT, 'a = s == str.repeat("a", 20000)', 1_250],
  ['a case of a long text', LONG_TEXT, 'a = switch s\n    u => 1\n    => 2', 1_250],
  ['a long text as a key', LONG_TEXT, 'map.put(km, s, 1.0)', 5_000],
  ['flags of an array', LONG_ARRAY, 'a = array.every(bs)', 10_000],
  ['an element of a slice', LONG_ARRAY, 'a = array.get(array.slice(fs, 0, 9000), 1)', 18_000],
  ['a copy of an array', LONG_ARRAY, 'a = array.copy(fs)', 10_000],
  ['an array that is sorted', LONG_ARRAY, 'array.sort(array.slice(fs, 0, 1000))', 40_000],
  ['an array as text', LONG_ARRAY, 'a = array.join(array.slice(fs, 0, 100))', 6_000],
  ['a map that is gone through', 'map.put(km, "a", 1)', 'for [k, v] in km\n    break', 8],
  ['eigenvalues', SQUARE, 'a = matrix.eigenvalues(mx)', 800],
  ['bars back of a longer chart', 'n := 1', 'a = time("D", 0, 1000)', 40_000],
  ['a window of values', 'n := 1', 'a = ta.highest(close, 1000)', 500],
  ['a window of sorted values', 'n := 1', 'a = ta.median(close, 100)', 1_000],
  ['an average with an exponential', 'n := 1', 'a = ta.alma(close, 100)', 800],
  ['a drawing', 'n := 1', 'line.new(i, close, i, open)', 200],
  ['a level', 'n := 1', 'a = hline(i / 7, "")', 128],
  ['a color behind the bar', 'n := 1', 'bgcolor(color.red)', 16],
  ['an order', 'n := 1', 'strategy.order("a", strategy.long, 1)', 500],
];

suite('Pine is charged for like Lua', () => {
  for (const [unit, before, passage, least] of PINE_TABLE)
    test(unit, () => {
      const steps = pineStepsOf(before, passage);
      assert.ok(steps >= least, `${steps} steps, at least ${least}`);
    });

  test('what ordinary scripts do costs a few steps', () => {
    for (const passage of ['a = i * 2.5', 'a = fs.get(1)', 'a = math.max(x, i)', 'a = close[1]']) {
      const steps = pineStepsOf('n := 1', passage);
      assert.ok(steps > 0 && steps < 80, `${steps} steps for ${passage}`);
    }
  });

  test('each built-in function has a price', () => {
    const priced = BUILTIN_STEPS.flatMap(([, names]) => names.split(' '));
    assert.deepEqual(
      [...BUILTINS.functions.keys()].filter((name) => !priced.includes(name)),
      [],
    );
    assert.equal(new Set(priced).size, priced.length);
  });

  const ENDLESS: readonly (readonly [act: string, ending: RegExp])[] = [
    ['array.concat(fs, fs)', /a size of 0 to 100000 expected/],
    ['a = str.repeat("", 1000000000)', /over/],
    ['matrix.reshape(mx, 1000000000, 0)', /a size of 0 to 100000 expected/],
    ['a = time("D", 0, 1000000000000)', /instruction budget exceeded/],
    ['s := array.join(array.new<string>(50000, str.repeat("a", 9000)))', /at most 40960/],
    ['s := str.replace_all(str.repeat("a", 40000), "a", str.repeat("b", 40000))', /at most 40960/],
    ['s := str.format(str.repeat("{0}", 1000), str.repeat("b", 40000))', /at most 40960/],
    ['s := str.tostring(1.5, str.repeat("0", 30000) + ",")', /a format has at most 200/],
  ];
  for (const [act, ending] of ENDLESS)
    test(`${act} ends`, () => {
      const body = act.startsWith('array.concat') ? [act] : [act, 'runtime.error("over")'];
      const update = runPineUpdate(pineText({ before: ['mx := matrix.new<float>()'], body }), 1e7);
      assert.match(update?.ending ?? '', ending);
    });
});
