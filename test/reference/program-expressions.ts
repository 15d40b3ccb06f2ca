// Random expressions of scripts over series: numbers, series, texts and conditions, made of the
// names that the programs of series-program-arbitrary.ts declare. The fixed words among them are
// what planted faults of the compiler needed to be found soon.

import * as fc from 'fast-check';

/** One of these words. */
export const word = (...words: string[]): fc.Arbitrary<string> => fc.constantFrom(...words);

export const small = fc.oneof(
  word('1', '2', '3', '4', '7', 'x', 'y', 'i', 'gx', 'n % 3 + 1', 'Input("p", 3)'),
  word(
    'i + n % 4',
    '#list',
    'tab.x',
    'up',
    'CC_Last(n)',
    '#tostring(n)',
    's.Value % 5 - 98',
    's % 3 + 1',
    't % 4 + 1',
  ),
);

type Parts = {
  readonly number: string;
  readonly series: string;
  readonly text: string;
  readonly condition: string;
  readonly any: string;
};

export type Expressions = { readonly [kind in keyof Parts]: fc.Arbitrary<string> };

const DEPTH = { depthSize: 'xsmall', withCrossShrink: true } as const;

function spaced(parts: readonly string[]): string {
  return `(${parts.join(' ')})`;
}

function chosen([test, yes, no]: readonly string[]): string {
  return `(${test} and ${yes} or ${no})`;
}

type Tie = fc.LetrecTypedTie<Parts>;

function numbers(tie: Tie): fc.Arbitrary<string> {
  const [number, series] = [tie('number'), tie('series')];
  return fc.oneof(
    DEPTH,
    word('1', '2', '0.5', '-3', '0', 'n', 'x', 'y', 'i', 'gx', 'gy', 'tab.x', 'tab[1]', '(0/0)'),
    word('Input("p", 3)', 'CurrentPrice().close', 'CurrentPrice().high', 'price[1]', 'price.low'),
    word('up', 'late', '#list', 'list[2]', 'nil', '#text', 'text:len()', 'tab:three()', '(-0)'),
    word('box.upper.Value', '#box', 'd.Value', 'CC_Count()', 'T.count()', 'tick()', 'pair(n)'),
    word('f()', 'h(n)', 'pick(f, nil)', 'pick(h, s)', 'pick(id, n)', 'f(pair(n))'),
    series.map((of) => `(${of}).Value`),
    series.map((of) => `(${of})["Value"]`),
    series.map((of) => `(${of})[field]`),
    fc.tuple(series, small).map(([of, at]) => `(${of}).Values[${at}]`),
    fc
      .tuple(fc.oneof(series, word('list', 'nums')), word('1', '2', '3', 'n % 3 + 1', 'x'))
      .map(([of, at]) => `ArrayGet(${of}, ${at})`),
    series.map((of) => `#(${of})`),
    fc.tuple(number, word('+', '-', '*', '%', '/', '^'), number).map(spaced),
    fc.tuple(word('Abs', 'f', 'T.abs', 'CC_Last', 'T.last', 'last', 'h'), number).map(called),
    fc.tuple(word('Abs', 'Abs', 'id', 'pair'), fc.oneof(number, series)).map(called),
    fc.tuple(number, number).map(([a, b]) => `Sub(${a}, ${b})`),
    fc.tuple(word('0', '2', '3'), number).map(([k, a]) => `rec(${k}, ${a})`),
    fc.tuple(word('0', '2', '3'), number).map(([k, a]) => `deep(${k}, ${a})`),
    number.map((of) => `(gf and gf(${of}) or ${of})`),
    fc.tuple(number, number).map(([a, b]) => `select(2, ${a}, ${b})`),
    fc.tuple(number, number).map(([a, b]) => `va(${a}, pair(${b}))`),
    fc.tuple(tie('condition'), number, number).map(chosen),
    fc.tuple(number, number).map(([a, b]) => `(${a} or ${b})`),
    fc.tuple(tie('condition'), number).map(([test, a]) => `(${test} and ${a})`),
  );
}

function seriesOf(tie: Tie): fc.Arbitrary<string> {
  const [number, series] = [tie('number'), tie('series')];
  return fc.oneof(
    DEPTH,
    word('s', 't', 'u', 'gs', 'gt', 'ga', 'tab.s', 'box.upper', 'box[3]', 'box[key]', 'box[name]'),
    word('ClosePrices()', 'ClosePrices(5)', 'HighPrices()', 'LowPrices(5)', 'OpenPrices(1)'),
    word(
      'HighPrices(3)',
      'ClosePrices(10)',
      'LowPrices(n % 2 * 2 + 1)',
      'd',
      'list[1]',
      'list[#list]',
    ),
    word('MACD(s, 3, 6, 4).signal', 'MACD(u, 2, 5, 3)[1]', 'BBANDS(t, 4, 2, 2).lower'),
    word('MACD(s, 2, 4, x).hist', 'band.mid', 'band[2]', 'CC_Band(s, x).top', 'CC_Sum(t)'),
    fc
      .tuple(word('SMA', 'EMA', 'RSI', 'T.sma', 'T[name2]'), series, small)
      .map(([name, of, period]) => `${name}(${of}, ${period})`),
    word(
      'SMA(s, 3)',
      'SMA(gt, 3)',
      'SMA(t, x)',
      's * 0',
      's * (-0)',
      'avg(nums, 2)',
      'avg(list[1], x)',
    ),
    word('SMA(nums, 2)', 'EMA({ 5, 3, n, 8 }, 2)', 'SMA({ n, x, s }, 2)', 'Sub(s, nums)'),
    fc.tuple(series, word('+', '-', '*', '/', '%', '^'), number).map(spaced),
    fc.tuple(number, word('+', '-', '*'), series).map(spaced),
    fc.tuple(series, word('+', '-', '*'), series).map(spaced),
    fc
      .tuple(series, fc.oneof(small, word('18', '0', 'nil', '1.5')))
      .map(([of, at]) => `(${of})[${at}]`),
    series.map((of) => `(-${of})`),
    fc.tuple(word('Abs', 'id', 'last', 'CC_Last'), series).map(called),
    fc.tuple(series, number).map(([of, a]) => `Sub(${of}, ${a})`),
    fc.tuple(number, series).map(([a, of]) => `Mul(${a}, ${of})`),
    small.map((period) => `CC_Gap(${period})`),
    fc.tuple(series, small).map(([of, a]) => `fs(${of}, ${a})`),
    fc.tuple(tie('condition'), series, fc.oneof(series, number)).map(chosen),
    word('box[x]', 'box[i]', 'band[i]', 'MACD(s, 2, 4, 2)[x]', 'fs(s)'),
    fc.tuple(series, series).map(([a, b]) => `(${a} or ${b})`),
  );
}

function texts(tie: Tie): fc.Arbitrary<string> {
  return fc.oneof(
    DEPTH,
    word('text', '"a"', 'name', 'name2', '("x"):rep(n)', 'text:upper()', 'tostring(n)'),
    fc.tuple(tie('text'), fc.oneof(tie('number'), tie('text'))).map(([a, b]) => `(${a} .. ${b})`),
    fc
      .tuple(tie('series'), fc.oneof(tie('text'), tie('number'), tie('series')))
      .map(([a, b]) => `(${a} .. ${b})`),
    fc.tuple(word('tostring', 'type'), fc.oneof(tie('number'), tie('series'))).map(called),
    fc.tuple(tie('text'), small).map(([of, at]) => `(${of}):sub(${at})`),
  );
}

function conditions(tie: Tie): fc.Arbitrary<string> {
  const operand = fc.oneof(tie('series'), tie('number'));
  return fc.oneof(
    DEPTH,
    word('n > 4', 'n % 3 == 0', 'true', 'gx', 's', 'flag', 's > t', 'gs == nil', 'late', 'up'),
    fc.tuple(operand, word('<', '<=', '>', '>=', '==', '~='), operand).map(spaced),
    fc.tuple(tie('text'), word('<', '==', '~='), tie('text')).map(spaced),
    fc.tuple(tie('any'), word('==', '~='), tie('any')).map(spaced),
    fc.tuple(tie('condition'), word('and', 'or'), tie('condition')).map(spaced),
    tie('condition').map((of) => `(not ${of})`),
  );
}

function called([callee, argument]: readonly string[]): string {
  return `${callee}(${argument})`;
}

export const EXPRESSIONS: Expressions = fc.letrec<Parts>((tie) => ({
  number: numbers(tie),
  series: seriesOf(tie),
  text: texts(tie),
  condition: conditions(tie),
  any: fc.oneof(tie('number'), tie('series'), tie('text'), tie('condition')),
}));
