// Random scripts over series, their fields, custom commands, functions, coroutines, tables and
// loops, for holding the compiler against the slow interpreter. They use what they have with
// `See`. Their expressions are those of program-expressions.ts.

import * as fc from 'fast-check';
import { conclusionProgram } from './conclusion-program-arbitrary.ts';
import { EXPRESSIONS, small, word } from './program-expressions.ts';

const { number, series, text, condition, any } = EXPRESSIONS;

/** Calls of functions that programs define anew; in their own bodies these would never end. */
const CALLS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.:]|function )(?:f|h|gf|id|last|rec|deep|pair|tick|go)\(/g, 'Abs('],
  [/(?<![\w.:]|function )(?:fs|va)\(/g, 'Sub('],
];

function unrecursive(body: string): string {
  return CALLS.reduce((sum, [call, instead]) => sum.replaceAll(call, instead), body)
    .replaceAll('Abs()', 'n')
    .replaceAll('tab:three()', 'n')
    .replaceAll('pick(', 'select(2, ')
    .replaceAll('gf and ', 'x and ');
}

function assigned([to, value]: readonly string[]): string {
  return `${to} = ${value}`;
}

type Tie = fc.LetrecTypedTie<{ block: string; statement: string }>;

function looks(): fc.Arbitrary<string>[] {
  return [
    any.map((value) => `See(${value})`),
    fc.tuple(number, series).map(([a, b]) => `See(${a}, ${b})`),
    fc.tuple(word('pair', 'id', 'va'), number).map(([of, a]) => `See(${of}(${a}))`),
    word('See(s * 0, s * (-0))', 'do local s = HighPrices() See(SMA(s, 3)) end See(SMA(s, 3))'),
    number.map((value) => `for i = 1, 2 do nums[i] = (${value}) or i See(avg(nums, 2)) end`),
    word('See(go())', 'See(coroutine.wrap(gen)(n))', 'See(n, CC_Count(), CC_Band(u, 2))'),
  ];
}

function assignments(): fc.Arbitrary<string>[] {
  return [
    fc.tuple(word('x', 'y', 'gx', 'gy', 'tab.x', 'up', 'late', 'flag'), number).map(assigned),
    fc.tuple(word('x', 'y', 'i', 'up'), number).map(([to, value]) => `local ${to} = ${value}`),
    fc.tuple(word('s', 't', 'u', 'd'), series).map(([to, value]) => `local ${to} = ${value}`),
    word('ClosePrices()', 'HighPrices()', 'LowPrices(5)').map((of) => `local s = ${of}`),
    fc.tuple(word('t', 'u', 'tab.s', 'list[1]', 'list[2]', 'd'), series).map(assigned),
    fc.tuple(number, series).map(([a, b]) => `x, u = ${a}, ${b}`),
    fc.tuple(number, number).map(([a, b]) => `local x, y = pair(${a}, ${b})`),
    fc.tuple(number, series).map(([a, b]) => `local x, u = id(${a}, ${b})`),
    // Global series are made of what is made anew, or grow by one operation.
    word('SMA(ClosePrices(), 3)', 'ClosePrices(5) * 2', 'HighPrices()[2]', 'CC_Gap(2)').map(
      (value) => `gt = ${value}`,
    ),
    fc
      .tuple(word('ClosePrices()', 'HighPrices(5)', '1', 'n'), word('+', '-', '*'))
      .map(([value, operator]) => `ga = (ga or ClosePrices()) ${operator} ${value}`),
    fc.tuple(series, small).map(([of, a]) => `local box = BBANDS(${of}, ${a}, 2, 2)`),
    fc.tuple(series, small).map(([of, a]) => `band = CC_Band(${of}, ${a})`),
    condition.map((value) => `local flag = ${value}`),
    fc.tuple(word('text', 'local text'), text).map(assigned),
    series.map((value) => `list[#list + 1] = ${value}`),
    number.map((value) => `nums[n % 3 + 1] = (${value}) or 0`),
    word('local list = { s, t, u }', 'list = { pair(n) }', 'local nums = { x, n, s.Value }'),
  ];
}

function loops(tie: Tie): fc.Arbitrary<string>[] {
  return [
    fc
      .tuple(tie('block'), word('1, 2', '1, x % 3', '2, 1, -1', '0.1, 0.5, 0.2', '1, 2, n % 2 + 1'))
      .map(([body, bounds]) => `for i = ${bounds} do\n${body}\nend`),
    fc
      .tuple(word('ipairs(list)', 'pairs(nums)', 'pairs(s[x].Values)'), tie('block'))
      .map(([over, body]) => `for i, v in ${over} do if i > 2 then break end\n${body}\nend`),
    fc
      .tuple(tie('block'), condition)
      .map(
        ([body, test]) =>
          `do local w = 0 while w < 2 do w = w + 1\nif ${test} then break end\n${body}\nend end`,
      ),
    fc
      .tuple(tie('block'), condition)
      .map(
        ([body, test]) =>
          `do local w = 0 repeat local x = w w = w + 1\n${body}\nlocal e = w > 2 or ${test} until e or x == 1 end`,
      ),
    fc
      .tuple(tie('block'), condition)
      .map(
        ([body, test]) =>
          `for i = 1, 2 do\nif ${test} then goto on end\ndo ${body}\nend ::on:: end`,
      ),
    tie('block').map(
      (body) =>
        `do local w = 0 ::back:: do w = w + 1\n${body}\nend if w < 2 then goto back end end`,
    ),
    // So many operations on top of one another that what they find is retained for the update.
    word('+ s', '- d', '* 1.01', '+ t[2]').map(
      (by) => `for j = 1, 40 do u = u ${by} end See(u, (u + d)[2])`,
    ),
  ];
}

function functions(tie: Tie): fc.Arbitrary<string>[] {
  const body = tie('block').map(unrecursive);
  const result = fc.oneof(number, series, text).map(unrecursive);
  return [
    tie('block').map((inner) => `See((pcall(function()\n${inner}\nend)))`),
    fc
      .tuple(body, result)
      .map(([inner, value]) => `local function f(x)\n${inner}\nreturn ${value} end`),
    fc.tuple(body, result).map(([inner, value]) => `function gf(x)\n${inner}\nreturn ${value} end`),
    fc
      .tuple(condition.map(unrecursive), result)
      .map(([test, value]) => `local function h(v, w) if ${test} then return ${value}, v end end`),
    series.map((value) => `local function fs(s, y) return ${unrecursive(value)} end`),
    fc.tuple(result, result).map(
      ([first, value]) =>
        `local function rec(k, x) local g = function() return k end
if k <= 0 then return ${first} end return rec(k - 1, ${value}) end`,
    ),
    result.map(
      (value) => `local function deep(k, x) if k <= 0 then return x, k end
return deep(x and k - 1, ${value} or k) end`,
    ),
    number.map((value) => `local fn = function() x = ${value} return x end See(fn(), x)`),
    number.map(
      (value) => `local tick = function() up = (up or 0) + 1 return ${unrecursive(value)} end`,
    ),
    fc.tuple(body, result, result).map(
      ([inner, first, second]) =>
        `go = coroutine.wrap(function(a) coroutine.yield(${first}, a)
${inner}
coroutine.yield(${second}) return x end) See(go(y))`,
    ),
    condition.map(
      (test) => `local fns = {} for i = 1, 2 do local k = i
fns[i] = function() k = k + 1 i = i + k return i end end See(fns[1](), fns[1](), fns[2](), ${test})`,
    ),
  ];
}

const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((all) => all.join('\n')),
  statement: fc.oneof(
    { depthSize: 'xsmall', withCrossShrink: true },
    fc.oneof(...looks()),
    fc.oneof(...assignments()),
    fc
      .tuple(condition, tie('block'), tie('block'))
      .map(([test, a, b]) => `if ${test} then\n${a}\nelse\n${b}\nend`),
    fc.oneof(...loops(tie)),
    fc.oneof(...functions(tie)),
    tie('block').map((body) => `do\n${body}\nend`),
    condition.map((test) => `if ${test} then do return end end`),
  ),
}));

/** Functions that a program begins with where it calls them. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  f: '(v) return v end',
  h: '(v, w) up = up + 1 if n ~= 4 then return v, w end end',
  pick: '(fn, a) return fn(a) end',
  id: '(...) return ... end',
  va: '(a, ...) local b, c = ... return c or b or a end',
  pair: '(a) return a, n end',
  last: '(v) return CC_Last(v) end',
  rec: '(k, v) if k <= 0 then return v end return rec(k - 1, k) end',
  deep: '(k, v) if k <= 0 then return v end return 1 + deep(k - 1, v) end',
  tick: '() up = up + 1 return up end',
  fs: '(of, by) return of * by end',
  avg: '(of, by) return SMA(of, by) end',
  gen: '(a) coroutine.yield(a, up) return up end',
};

/** Names of every kind, which the blocks use in any way. */
function fullProgram([first = '', second = '', third = '']: readonly string[]): string {
  const blocks = `${first}
late = n > 3
gx, gt = 4, LowPrices()
gs = EMA(ClosePrices(), gx)
${second}
gy = gx + n
${third}`;
  const called = Object.entries(FUNCTIONS).filter(([name]) =>
    new RegExp(`(?<![.:\\w])${name}\\b[()]`).test(blocks),
  );
  return `n = (n or 0) + 1
local s, x, i, up = ClosePrices(), Input("p", 3), 2, 1
local t, u = SMA(s, x), ClosePrices(5) - OpenPrices(5)
local y, flag, d = 2, s > t, EMA(ClosePrices(3), 2)
local box, price = BBANDS(s, 5, 2, 2), CurrentPrice()
local key, name, name2, field, text = 2, "middle", "ema", "Value", "t"
local T = { sma = SMA, ema = EMA, abs = Abs, last = CC_Last, count = CC_Count }
local tab = { s = t, x = 4, 9, three = function(self) return self.x end }
local list, nums = { s, t }, { 3, n, 4 }
band, gt = band or CC_Band(t, x), HighPrices(5)
${called.map(([name, text]) => `local function ${name}${text}\n`).join('')}${blocks}`;
}

/** The same without a word of coroutines, which make the compiler write functions twice. */
function withoutCoroutines(program: string): string {
  return program.replaceAll('coroutine.wrap(', '(').replaceAll('coroutine.yield(', 'See(');
}

type QuietParts = { readonly series: string; readonly condition: string; readonly block: string };

/**
 * Statements that only read and decide, but for what they read now and then: a settled chunk
 * goes through updates without that in a loop of its own.
 */
const { block: quietBlock } = fc.letrec<QuietParts>((tie) => ({
  series: fc.oneof(
    { depthSize: 'xsmall', withCrossShrink: true },
    word('s', 't', 'u', 'd', 's', 't', 'SMA(s, 3)', 'HighPrices(5)', 'CC_Gap(2)', 'late'),
    fc.tuple(tie('series'), word('+', '-'), word('s', 'x', '1')).map((all) => all.join(' ')),
    fc.tuple(tie('series'), word('1', '2', '3', 'x')).map(([of, at]) => `(${of})[${at}]`),
  ),
  condition: fc.oneof(
    { depthSize: 'xsmall', withCrossShrink: true },
    fc
      .tuple(tie('series'), word('<', '<=', '>', '>=', '==', '~='), tie('series'))
      .map((all) => all.join(' ')),
    fc
      .tuple(word('x', 'y', 'z'), word('<', '==', '>', '~='), word('2', '3', 'x', 'y', 's', 'nil'))
      .map((all) => all.join(' ')),
    word('flag', 'g == 2', 'y', 's'),
    fc.tuple(tie('condition'), word('and', 'or'), tie('condition')).map((all) => all.join(' ')),
    tie('condition').map((of) => `not (${of})`),
  ),
  block: fc
    .array(
      fc.oneof(
        { depthSize: 'xsmall', withCrossShrink: true },
        tie('condition').map((test) => `if ${test} then See(s, y, z, flag, g) end`),
        tie('condition').map((test) => `local flag = ${test}`),
        tie('condition').map((test) => `flag = ${test}`),
        fc.tuple(word('y', 'z'), word('1', 'y + 1', 'x', 'z')).map(assigned),
        tie('condition').map((test) => `if ${test} then g = (g or 0) + 1 end`),
        tie('condition').map((test) => `if ${test} then do return end end`),
        word('1, 2', '1, x').map((to) => `for i = ${to} do y = y + i end`),
        word('y < 3', 'y < 5 and s > t').map(
          (test) => `while ${test} do y = y + 1 end if y > 2 then See(y) end`,
        ),
        fc
          .tuple(tie('condition'), tie('block'), tie('condition'), tie('block'), tie('block'))
          .map(
            ([one, a, two, b, c]) =>
              `if ${one} then\n${a}\nelseif ${two} then\n${b}\nelse\n${c}\nend`,
          ),
        fc
          .tuple(tie('condition'), tie('block'))
          .map(([test, body]) => `if ${test} then\n${body}\nend`),
        tie('block').map((body) => `do\n${body}\nend`),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((all) => all.join('\n')),
}));

function quietProgram([first, second, end]: readonly string[]): string {
  return `local s, x = ClosePrices(), Input("p", 3)
local t, u = SMA(s, x), ClosePrices(5)
local d = s - t
local y, z, flag = 2, nil, s > t
${first}
${second}
${end}`;
}

/** What ends an update: nothing, a look, or a change that a function shares. */
const quietEnd = word(
  '',
  '',
  'if s > t then See(y, z, flag, g) end',
  'if t > u or s < t then See(y, z, flag, g) end',
  'if s > u then local f = function() y = y + 1 end f() See(y) end',
);

/** Scripts of every kind: long ones that use names of any kind in any way, quiet and small ones. */
export const seriesProgram = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(block, block, block).map(fullProgram).map(withoutCoroutines) },
  { weight: 2, arbitrary: fc.tuple(block, block, block).map(fullProgram) },
  { weight: 3, arbitrary: fc.tuple(quietBlock, quietBlock, quietEnd).map(quietProgram) },
  { weight: 3, arbitrary: conclusionProgram },
);
