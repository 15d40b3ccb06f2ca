// Random scripts over series, their fields, custom commands, functions, tables and loops, for
// holding the compiler against the slow interpreter. They look at numbers and series with `See`.

import * as fc from 'fast-check';

const word = (...words: string[]) => fc.constantFrom(...words);
const small = word('1', '2', '3', '4', '7', 'x', 'y', 'i', 'gx', 'n % 3 + 1', 'Input("p", 3)');

type Parts = { readonly number: string; readonly series: string; readonly condition: string };

const { number, series, condition } = fc.letrec<Parts>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word('1', '2', '0.5', '-3', 'n', 'x', 'y', 'i', 'gx', 'gy', 'tab.x', 'tab[1]', 'nil', '(0/0)'),
    word('Input("p", 3)', 'CurrentPrice().close', 'CurrentPrice().high', 'price[1]', 'price.low'),
    tie('series').map((of) => `(${of}).Value`),
    tie('series').map((of) => `(${of})["Value"]`),
    fc.tuple(tie('series'), small).map(([of, at]) => `(${of}).Values[${at}]`),
    fc
      .tuple(tie('series'), word('1', '2', '3', 'n % 3 + 1'))
      .map(([of, at]) => `ArrayGet(${of}, ${at})`),
    tie('series').map((of) => `#(${of})`),
    fc.tuple(tie('number'), word('+', '-', '*', '%', '/'), tie('number')).map(spaced),
    tie('number').map((of) => `Abs(${of})`),
    tie('number').map((of) => `f(${of})`),
    tie('number').map((of) => `T.abs(${of})`),
    fc.tuple(tie('condition'), tie('number'), tie('number')).map(chosen),
    fc.tuple(tie('number'), tie('number')).map(([a, b]) => `(${a} or ${b})`),
  ),
  series: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word('s', 't', 'u', 'gs', 'gt', 'tab.s', 'box.upper', 'box[3]', 'box[key]', 'box[name]'),
    word('ClosePrices()', 'ClosePrices(5)', 'HighPrices()', 'LowPrices(5)', 'OpenPrices(1)'),
    word('MACD(s, 3, 6, 4).signal', 'MACD(u, 2, 5, 3)[1]', 'BBANDS(t, 4, 2, 2).lower'),
    fc
      .tuple(word('SMA', 'EMA', 'RSI', 'T.sma', 'T[name2]'), tie('series'), small)
      .map(([name, of, period]) => `${name}(${of}, ${period})`),
    fc.tuple(tie('series'), word('+', '-', '*', '/'), tie('number')).map(spaced),
    fc.tuple(tie('number'), word('+', '-', '*'), tie('series')).map(spaced),
    fc.tuple(tie('series'), word('+', '-', '*'), tie('series')).map(spaced),
    fc
      .tuple(tie('series'), fc.oneof(small, word('18', '0', 'nil', '1.5')))
      .map(([of, at]) => `(${of})[${at}]`),
    tie('series').map((of) => `(-${of})`),
    tie('series').map((of) => `Abs(${of})`),
    fc.tuple(tie('series'), tie('number')).map(([of, a]) => `Sub(${of}, ${a})`),
    small.map((period) => `CC_Gap(${period})`),
    fc.tuple(tie('series'), small).map(([of, a]) => `fs(${of}, ${a})`),
    fc.tuple(tie('condition'), tie('series'), tie('series')).map(chosen),
  ),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word('n > 4', 'n % 3 == 0', 'true', 'gx', 's', 'flag', 's > t', 'gs == nil'),
    fc
      .tuple(
        fc.oneof(tie('series'), tie('number')),
        word('<', '<=', '>', '>=', '==', '~='),
        fc.oneof(tie('series'), tie('number')),
      )
      .map(spaced),
    fc.tuple(tie('condition'), word('and', 'or'), tie('condition')).map(spaced),
    tie('condition').map((of) => `(not ${of})`),
  ),
}));

function spaced(parts: readonly string[]): string {
  return `(${parts.join(' ')})`;
}

function chosen([test, yes, no]: readonly string[]): string {
  return `(${test} and ${yes} or ${no})`;
}

const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((all) => all.join('\n')),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(number, series, condition).map((value) => `See(${value})`),
    fc.tuple(number, series).map(([a, b]) => `See(${a}, ${b})`),
    fc.tuple(word('x', 'y', 'gx', 'gy', 'tab.x', 'flag'), number).map(assigned),
    fc.tuple(word('x', 'y', 'i'), number).map(([to, value]) => `local ${to} = ${value}`),
    fc.tuple(word('s', 't', 'u'), series).map(([to, value]) => `local ${to} = ${value}`),
    fc.tuple(word('t', 'u', 'tab.s'), series).map(assigned),
    // A global series is made of what is made anew, so that it does not grow with each update.
    word('SMA(ClosePrices(), 3)', 'ClosePrices(5) * 2', 'HighPrices()[2]', 'CC_Gap(2)').map(
      (value) => `gt = ${value}`,
    ),
    fc.tuple(series, small).map(([of, a]) => `local box = BBANDS(${of}, ${a}, 2, 2)`),
    condition.map((value) => `local flag = ${value}`),
    fc
      .tuple(condition, tie('block'), tie('block'))
      .map(([test, a, b]) => `if ${test} then\n${a}\nelse\n${b}\nend`),
    tie('block').map((body) => `for i = 1, 2 do\n${body}\nend`),
    fc
      .tuple(tie('block'), condition)
      .map(
        ([body, test]) =>
          `do local w = 0 while w < 2 do w = w + 1\nif ${test} then break end\n${body}\nend end`,
      ),
    tie('block').map((body) => `See((pcall(function()\n${body}\nend)))`),
    tie('block').map((body) => `do\n${body}\nend`),
    fc
      .tuple(tie('block'), number)
      .map((parts) => parts.map(unrecursive))
      .map(([body, value]) => `local function f(x)\n${body}\nreturn ${value} end`),
    fc.tuple(series).map(([value]) => `local function fs(s, y) return ${unrecursive(value)} end`),
    fc
      .tuple(number)
      .map(([value]) => `local fn = function() x = ${value} return x end See(fn(), x)`),
    condition.map((test) => `if ${test} then return end`),
  ),
}));

/** Without calls of the functions that a program defines anew, which would never end. */
function unrecursive(text: string): string {
  return text
    .replaceAll(/(?<!function )\bf\(/g, 'Abs(')
    .replaceAll(/(?<!function )\bfs\(/g, 'Sub(');
}

function assigned([to, value]: readonly string[]): string {
  return `${to} = ${value}`;
}

/** Scripts that begin with names of every kind, and use them in any way. */
export const seriesProgram = fc.tuple(block, block, block).map(
  ([first, second, third]) => `n = (n or 0) + 1
local s, x, i = ClosePrices(), Input("p", 3), 2
local t, u = SMA(s, x), ClosePrices(5) - OpenPrices(5)
local y, flag = 2, s > t
local box, price = BBANDS(s, 5, 2, 2), CurrentPrice()
local key, name, name2 = 2, "middle", "ema"
local T = { sma = SMA, ema = EMA, abs = Abs }
local tab = { s = t, x = 4, 9 }
local function f(v) return v end
local function fs(of, by) return of * by end
${first}
gx = 4
gs = EMA(ClosePrices(), gx)
${second}
gy = gx + n
${third}`,
);
