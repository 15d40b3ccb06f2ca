// Small random scripts, each about things that the compiler concludes from a script's text: what a
// name, a result or a field may be, which calls reach a function, which values may be retained.
// They use a value in the ways in which a wrong conclusion shows.

import * as fc from 'fast-check';
import { word } from './program-expressions.ts';

const BEGINNING = `n = (n or 0) + 1
local s, x, fns = ClosePrices(), Input("p", 3), {}
local t, u = SMA(s, x), ClosePrices(5) - OpenPrices(5)
local box, list = BBANDS(s, 5, 2, 2), { s, t }
local key = n % 5 + 1`;

const value = word('1', '3', 'x', 'n', 's', 't', 'u', 's[2]', 'nil', '"a"', 'false', 'list', '-0');
const number = word('1', '3', 'x', 'n', '0', '-0', '200');
const condition = word('n > 3', 'n % 3 == 1', 'n % 2 == 0', 's > t');

/** A way to use a value in which its kind matters. */
const way = word(
  '@',
  'type(@)',
  '(@) + 1',
  '(@) + 1 < 200',
  '(@) * 2 == 6',
  '(@) < 2',
  '(@) > t',
  '(@) == t',
  '(@) == nil',
  '(@) == @',
  '#(@)',
  'not (@)',
  'n and (@) or 7',
  '(@) and 1 or 2',
  '(@) .. ""',
  '1 / (@)',
  'SMA(s, @)',
  'SMA(@, 2)',
  'Sub(@, 1) < 2',
  'Abs(@) == 3',
  'Mul(@, x)',
);

/** A statement that uses the value of an expression, once or twice, also where that fails. */
function looked(expression: string): fc.Arbitrary<string> {
  return fc.tuple(way, way, fc.nat(3)).map(([first, second, at]) => {
    const [one, two] = [first, second].map((each) => each.replaceAll('@', () => expression));
    const safe = `do local ok, v = pcall(function() return ${one} end) See(ok, ok and v) end`;
    return [`See(${one})`, `See(${one}, ${two})`, safe, safe][at] ?? safe;
  });
}

type Statements = fc.Arbitrary<string>;

function lines(...parts: readonly (string | fc.Arbitrary<string>)[]): Statements {
  const all = parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part));
  return fc.tuple(...all).map((each) => each.join('\n'));
}

/** The text with each `$` replaced by one of the words. */
function filled(text: string, words: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const count = text.split('$').length - 1;
  return fc
    .array(words, { minLength: count, maxLength: count })
    .map((chosen) => chosen.reduce((sum, each) => sum.replace('$', () => each), text));
}

/** Names that are given more than one value, or one that is not always given. */
const names: readonly Statements[] = [
  lines(
    filled('function gf(v) return $ end', word('v', '1', 's', 'nil', '"a"')),
    looked('gf(x)'),
    filled('gf = function(v) return $ end', word('v', '1', 's', 'nil')),
    looked('gf(x)'),
  ),
  lines(filled('gk = $', value), looked('gk'), filled('gk = $', value), looked('gk')),
  lines(
    condition.map((test) => `if ${test} then`),
    filled('gq = $ end', value),
    looked('gq'),
  ),
  lines(
    filled('local m = $', word('1', '3', 's')),
    condition.map((test) => `if ${test} then`),
    filled('m = $ end', word('1', '3', 's', 's', 'nil')),
    looked('m'),
    looked('(m + 1)'),
    looked('Sub(m, 1)'),
  ),
  lines(
    filled('local c = $', value),
    'local function set()',
    filled('c = $ return c end', value),
    looked('c'),
    'See(set(), c) See(coroutine.wrap(set)(), c)',
  ),
  lines(
    'local c = 1 local function up() c = c + 1 return c end See(up(), c, up(), c)',
    word('', 'See(coroutine.wrap(up)(), c)'),
  ),
];

/** What calls give and what they pass. */
const calls: readonly Statements[] = [
  lines(
    fc.constant('local function q(v) if v then'),
    filled('return $ end end', word('s', '1', '"a"', 'true')),
    looked('q(n > 4)'),
  ),
  fc
    .tuple(way, value, value, word('e[1](@)', '(pcall(e[1], @))', 'list[3](@)'))
    .map(([how, first, second, call]) => {
      const body = how.replaceAll('@', 'v');
      return `local function q(v) return ${body} end
See(q(${first})) local e = { q } list[3] = q See(${call.replace('@', second)})`;
    }),
  lines(
    filled('local function two() return $, $ end local a, b = two()', value),
    looked('b'),
    looked('Sub(two())'),
    looked('a'),
  ),
  fc.tuple(way, value, value).map(
    ([how, first, second]) => `local function two() return ${first}, ${second} end
local function q(a, b) return ${how.replaceAll('@', 'b')} end See(q(two()))`,
  ),
  fc
    .tuple(
      word('v', 'w', 'fns[1] and fns[1]()', 'fns[2] and fns[2]()'),
      word('', ', v', ', w, v', ', two()', ', none()', ', k, two()'),
    )
    .map(
      ([result, passed]) => `local function two() return n, s end local function none() end
local function r(k, v, w) ${result.startsWith('fns') ? 'fns[k] = function() return k end ' : ''}
if k <= 0 then return ${result} end return r(k - 1${passed}) end See(r(2, 5, x))`,
    ),
  fc.tuple(way, number, value).map(
    ([how, first, second]) => `local function q(v) return ${how.replaceAll('@', 'v')} end
See(q(${first})) local w = 0 repeat w = w + 1 See(w) until w > 2 or q(${second})`,
  ),
];

/** Fields, loops and zeros. */
const others: readonly Statements[] = [
  lines(
    filled('local w, c = 0, $ repeat w = w + 1', word('1', '3', 's')),
    filled('c = $', value),
    looked('c'),
    'until w > 1',
  ),
  lines(looked('box[key]'), looked('box.nope'), looked('box[4]'), looked('box.middle')),
  lines(
    'for i = -1, 2 do',
    looked('i'),
    word('', 'i = i + 1 See(i)', 'fns[i] = function() i = i + 1 return i end'),
    looked('i'),
    'end See(fns[1] and fns[1]())',
  ),
  lines(filled('for k, v in ipairs({ $, $ }) do', value), looked('v'), looked('k'), 'end'),
  lines(filled('for k, v in pairs({ a = $ }) do', value), looked('v'), looked('k'), 'end'),
  lines(
    'for k = 1, 2 do local z = k == 1 and 0 or -0',
    filled(
      'See(1 / ($)) end',
      word('Mul(s, z)', 's * z', 'u * z', 'Mul(x, z)', 'Abs(z) * z', 's * 0 * z'),
    ),
  ),
  lines(
    filled(
      'See(SMA($, 2), EMA($, 3), RSI($, 2))',
      word('s + u', 't * u', 'u - s', 's - ClosePrices(3)'),
    ),
  ),
];

function inBlock(statements: string): string {
  return `do\n${statements}\nend`;
}

/** Globals that the script itself is given, outside of every block. */
const settled: Statements = fc.oneof(
  lines('gp = 3 See(SMA(s, gp))', filled('gp = $', number), 'See(SMA(s, gp))'),
  lines(filled('gk = $', value), looked('gk'), filled('gk = $', value), looked('gk')),
);

/** A few of these one after another. */
export const conclusionProgram: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.oneof(...names, ...calls, ...others).map(inBlock) },
      { weight: 1, arbitrary: settled },
    ),
    { minLength: 2, maxLength: 4 },
  )
  .map((parts) => [BEGINNING, ...parts].join('\n'));
