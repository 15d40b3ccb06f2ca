// Pieces of Pine programs whose cost is searched for. Functions come from the registry of the
// language, with arguments that fit their signatures.

import { BUILTINS } from '#pine/builtins/builtins.ts';
import type { Signature, SignatureParameter } from '#pine/compile/signature.ts';
import type { CostProgram, Draw } from './cost-pieces.ts';
import { LAST_BAR } from './pine-bench.ts';

const SIZES = [0, 1, 9, 100, 5_000, 90_000];
const LENGTHS = [1, 2, 14, 400, 20_000];

/** What a constant, or a value known before the bars, may be. */
const EARLY: Readonly<Record<string, readonly string[]>> = {
  int: ['1', '2', '14', '60', '400', '20000'],
  float: ['1', '2.5', '0.85', '50'],
  number: ['1', '2.5'],
  bool: ['true', 'false'],
  string: ['"a"', '"UTC"', '"5"', '"yyyy-MM-dd HH:mm"', '"#,##0.00"', '"descending"'],
  color: ['color.red'],
};

const LATE: Readonly<Record<string, readonly string[]>> = {
  int: ['i', 'i % 9', '1', '3', '0', '-1', 'n', 'n - 1', '1000', 'time', 'bar_index'],
  float: ['close', 'x', 'i / 7', '1e15 + i', 'float(na)', '100.0', 'close[i % 9]'],
  number: ['x', 'i', 'i / 7'],
  bool: ['true', 'i % 2 == 0', 'close > x'],
  string: ['s', 's', 'u', '"a"', '"b"', '""', '"k" + str.tostring(i % 99)', 's + "b"'],
  color: ['color.red', 'color.new(color.red, i % 99)'],
  any: ['x', 'i', 's', 'fs', 'true', 'i / 7', 'qs'],
  line: ['ln'],
  label: ['lb'],
  box: ['bx'],
  table: ['tb'],
  linefill: ['lf'],
  polyline: ['pl'],
  'chart.point': ['pt'],
  plot: ['plotted'],
  'array<float>': ['fs', 'fs', 'gs'],
  'array<string>': ['qs'],
  'array<bool>': ['bs'],
  'array<chart.point>': ['ps'],
  'map<string,float>': ['km'],
  'matrix<float>': ['mx', 'mx', 'my'],
};

/** What a letter of a signature stands for: collections of it are at hand. */
const KINDS_OF_T: Readonly<Record<string, readonly string[]>> = {
  array: ['float', 'float', 'string', 'bool'],
  matrix: ['float'],
  map: ['float'],
};

function lettersFor(draw: Draw, { parameters }: Signature): ReadonlyMap<string, string> {
  const all = parameters.map(({ type }) => type).join(' ');
  const isMap = all.includes('map<');
  const head = isMap ? 'map' : all.includes('matrix<') ? 'matrix' : 'array';
  const value = draw.pick(KINDS_OF_T[head] ?? []);
  return new Map([
    ['T', value],
    ['V', value],
    ['K', 'string'],
  ]);
}

function argument(
  draw: Draw,
  { type, rank }: SignatureParameter,
  letters: ReadonlyMap<string, string>,
): string | null {
  const meant = type.replaceAll(/\b[TKV]\b/g, (letter) => letters.get(letter) ?? letter);
  const offered = (rank < 3 ? EARLY[meant] : undefined) ?? LATE[meant.replace(', ', ',')];
  return offered === undefined ? null : draw.pick(offered);
}

/** A call that fits the signature, with some of what may be left out; null: nothing fits. */
function callOf(draw: Draw, signature: Signature): string | null {
  const letters = lettersFor(draw, signature);
  const given: string[] = [];
  for (const parameter of signature.parameters) {
    if (parameter.isOptional && draw.below(2) === 0) break;
    const count = parameter.isRepeated ? 1 + draw.below(4) : 1;
    for (let at = 0; at < count; at += 1) {
      const text = argument(draw, parameter, letters);
      if (text === null) return null;
      given.push(text);
    }
  }
  const types = signature.name === 'map.new' ? '<string, float>' : '';
  const ofElements = /^(?:array|matrix)\.new$/.test(signature.name) ? '<float>' : types;
  const text = `${signature.name}${ofElements}(${given.join(', ')})`;
  return signature.result === 'void' ? text : `r${draw.below(1e9)} = ${text}`;
}

const SIGNATURES: readonly Signature[] = [...BUILTINS.functions.values()].flat();

/** Statements of the last bar, before its loop. */
const BEFORE: readonly ((draw: Draw) => string)[] = [
  ({ pick }) => `fs := array.new<float>(${pick(SIZES)}, 1.5)`,
  ({ pick }) => `for j = 1 to ${pick(SIZES)}\n    array.push(gs, j * 7919 % 10007)`,
  ({ pick }) => `qs := array.new<string>(${pick(SIZES)}, "ab")`,
  ({ pick }) => `bs := array.new<bool>(${pick(SIZES)}, ${pick(['true', 'false'])})`,
  ({ pick }) =>
    `s := str.repeat("${pick(['a', 'ab', 'a,', 'aB', '1'])}", ${pick([1, 64, 20_000])})`,
  ({ pick }) => `u := str.repeat("a", ${pick([1, 64, 9_000])}) + "b"`,
  ({ pick }) => `for j = 1 to ${pick([1, 100, 20_000])}\n    map.put(km, "k" + str.tostring(j), j)`,
  ({ pick }) => `mx := matrix.new<float>(${pick([1, 3, 20, 60])}, ${pick([1, 3, 20, 60])}, 1.0)`,
  ({ pick }) => {
    const size = pick([2, 20, 59]);
    return `mx := matrix.new<float>(${size}, ${size}, 1.0)\nmy := mx\nfor j = 0 to ${size - 1}\n    matrix.set(mx, j, j, j + 2.5)`;
  },
  ({ pick }) => `for j = 1 to ${pick([1, 50, 400])}\n    ln := line.new(j, close, j, open)`,
  ({ pick }) =>
    `for j = 1 to ${pick([1, 50, 300])}\n    strategy.entry("e" + str.tostring(j), strategy.long, limit = 90)`,
  ({ pick }) => `for j = 0 to ${pick([1, 50, 90])}\n    table.cell(tb, j, j, "a")`,
  ({ pick }) => `n := ${pick(LENGTHS)}`,
];

const OWN: readonly ((draw: Draw) => string)[] = [
  ({ pick }) => `x := x * 1.1 + ${pick(['close', 'i', 'close[i % 9]', 'x[1]', 'f(x, 2)'])}`,
  () => 'for v in fs\n    x += v',
  () => 'for v in gs\n    break',
  () => 'for [k, v] in km\n    break',
  () => 'for v in mx\n    break',
  ({ pick }) => `for j = 0 to ${pick([1, 9, 99])}\n    x += j`,
  () => 'a = i > 5 ? s : u\nx += a == s ? 1 : 2',
  () => 'q = own.new(x, i)\nq.a := q.a + 1\nx := q.copy().a',
  ({ pick }) => `a = s + ${pick(['u', '"b"', 's', 'str.tostring(i)'])}`,
  () => 'a = switch i % 5\n    1 => 1.5\n    2 => 2.5\n    => 0.0',
  () => 'x := g(i % 9)',
  ({ pick }) =>
    `a = request.security("", "${pick(['1', '5', '60', 'D'])}", ${pick(['close', 'ta.sma(close, 9)'])})`,
  () => 'a = line.all\nx += a.size()',
  ({ pick }) =>
    `x += ${pick(['strategy.equity', 'strategy.position_size', 'strategy.opentrades', 'ta.tr', 'ta.obv', 'ta.vwap', 'hour', 'dayofweek', 'strategy.netprofit'])}`,
];

function bodyPiece(draw: Draw): string {
  if (draw.below(5) === 0) return draw.pick(OWN)(draw);
  for (;;) {
    const text = callOf(draw, draw.pick(SIGNATURES));
    if (text !== null && !text.startsWith('runtime.error')) return text;
  }
}

const BEFORE_MAX = 4;
const BODY_MAX = 3;

export function drawPine(draw: Draw): CostProgram {
  const before = Array.from({ length: draw.below(BEFORE_MAX) }, () => draw.pick(BEFORE)(draw));
  const body = Array.from({ length: 1 + draw.below(BODY_MAX) }, () => bodyPiece(draw));
  return { before, body };
}

/** The program with one piece more, one less or another one. */
export function mutatePine(draw: Draw, program: CostProgram): CostProgram {
  const isBefore = draw.below(2) === 0;
  const pieces = [...(isBefore ? program.before : program.body)];
  const drawn = isBefore ? draw.pick(BEFORE)(draw) : bodyPiece(draw);
  const place = draw.below(pieces.length + 1);
  const isShorter = draw.below(3) === 0 && pieces.length > (isBefore ? 0 : 1);
  pieces.splice(place, draw.below(2), ...(isShorter ? [] : [drawn]));
  if (!isBefore && pieces.length === 0) pieces.push(drawn);
  return isBefore ? { ...program, before: pieces } : { ...program, body: pieces };
}

const FIRST = `//@version=6
strategy("x", pyramiding = 1000, max_lines_count = 500, max_labels_count = 500)
type own
    float a
    int b
f(a, b) => a + b * close
h(a) => ${Array.from({ length: 50 }, () => 'a').join(' + ')}
g(c) =>
    var d = 0.0
    d += c
    d
plotted = plot(close)
var x = 0.0
var s = "a"
var u = "ab"
var n = 14
var fs = array.from(3.0, 1.0, 2.0)
var gs = array.from(3.0, 1.0, 2.0)
var qs = array.from("a", "b")
var bs = array.from(true, false)
var km = map.new<string, float>()
var mx = matrix.new<float>(2, 2, 1.0)
var my = matrix.new<float>(2, 2, 1.0)
var ln = line.new(0, 1.0, 1, 2.0)
var lb = label.new(0, 1.0)
var bx = box.new(0, 1.0, 1, 2.0)
var tb = table.new(position.top_right, 99, 99)
var lf = linefill.new(ln, ln, color.red)
var pt = chart.point.now()
var ps = array.from(pt, pt)
var pl = polyline.new(ps)
`;

function indented(piece: string, depth: number): string {
  const space = ' '.repeat(4 * depth);
  return piece
    .split('\n')
    .map((line) => `${space}${line}`)
    .join('\n');
}

/** The loop has one passage on each bar, so that windows are full, and no end on the last. */
export function pineText({ before, body }: CostProgram): string {
  const lines = [
    `if bar_index == 0 or bar_index == ${LAST_BAR}`,
    ...['n := 14', ...before].map((piece) => indented(piece, 1)),
    `i = 0\nwhile i < (bar_index == ${LAST_BAR} ? 1000000000 : 1)\n    i += 1`,
    // Each piece has a block of its own, so that names of one do not meet those of another.
    ...body.map((piece) => indented(`if i > 0\n${indented(piece, 1)}`, 1)),
  ];
  return `${FIRST}${lines.join('\n')}\n`;
}
