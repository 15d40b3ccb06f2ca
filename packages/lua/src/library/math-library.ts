// The math library: Lua 5.2's, and what 5.3 added that has a meaning for doubles.

import { integerArgument, numberArgument } from '#lua/library/arguments.ts';
import { several, single } from '#lua/library/entry.ts';
import type { LibraryEntry, LibraryPart } from '#lua/library/entry.ts';
import { power } from '#lua/runtime/arithmetic.ts';
import { argumentError, libraryError } from '#lua/runtime/errors.ts';
import { running } from '#lua/runtime/running.ts';
import { NOTHING } from '#lua/runtime/value.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { NIL, NUMBER } from '#lua/semantics/kind.ts';

function unary(name: string, apply: (value: number) => number): LibraryEntry {
  return single(NUMBER, (value) =>
    apply(typeof value === 'number' ? value : numberArgument(value, 1, name)),
  );
}

function extreme(name: string, isBetter: (a: number, b: number) => boolean): LibraryEntry {
  return single(NUMBER, (...args) => {
    let best = numberArgument(args[0], 1, name);
    for (let index = 1; index < args.length; index += 1) {
      const value = numberArgument(args[index], index + 1, name);
      if (isBetter(value, best)) best = value;
    }
    return best;
  });
}

/** C's fmod keeps the sign of the dividend, as JavaScript's `%` does. */
function fmod(a: LuaValue, b: LuaValue): LuaResult {
  return numberArgument(a, 1, 'fmod') % numberArgument(b, 2, 'fmod');
}

function modf(value: LuaValue): LuaResult {
  const number = numberArgument(value, 1, 'modf');
  if (Number.isNaN(number)) return [number, number];
  const whole = Math.trunc(number);
  // As in C the part that is nothing has the number's sign.
  if (whole === number) return [number, number < 0 || Object.is(number, -0) ? -0 : 0];
  return [whole, number - whole];
}

const BITS = new DataView(new ArrayBuffer(8));

/** The exponent e with value = m * 2 ** e and 0.5 <= |m| < 1. */
function binaryExponent(value: number): number {
  BITS.setFloat64(0, value);
  const biased = (BITS.getUint32(0) >>> 20) & 0x7ff;
  return biased === 0 ? binaryExponent(value * 2 ** 54) - 54 : biased - 1022;
}

function scale(value: number, exponent: number): number {
  const bounded = Math.max(-2200, Math.min(2200, exponent));
  const third = Math.trunc(bounded / 3);
  return value * 2 ** third * 2 ** third * 2 ** (bounded - 2 * third);
}

function frexp(value: LuaValue): LuaResult {
  const number = numberArgument(value, 1, 'frexp');
  if (number === 0 || !Number.isFinite(number)) return [number, 0];
  const exponent = binaryExponent(number);
  return [scale(number, -exponent), exponent];
}

function ldexp(value: LuaValue, exponent: LuaValue): LuaResult {
  return scale(numberArgument(value, 1, 'ldexp'), integerArgument(exponent, 2, 'ldexp'));
}

function log(...args: LuaValue[]): LuaResult {
  const value = numberArgument(args[0], 1, 'log');
  if (args[1] === undefined) return Math.log(value);
  const base = numberArgument(args[1], 2, 'log');
  if (base === 2) return Math.log2(value);
  return base === 10 ? Math.log10(value) : Math.log(value) / Math.log(base);
}

function random(...args: LuaValue[]): LuaResult {
  const chance = running.random();
  if (args.length === 0) return chance;
  const isRange = args.length >= 2;
  if (args.length > 2) throw libraryError('wrong number of arguments');
  const low = isRange ? integerArgument(args[0], 1, 'random') : 1;
  const high = integerArgument(isRange ? args[1] : args[0], isRange ? 2 : 1, 'random');
  if (low > high) throw argumentError(isRange ? 2 : 1, 'random', 'interval is empty');
  return Math.floor(chance * (high - low + 1)) + low;
}

function seed(value: LuaValue): LuaResult {
  running.reseed(numberArgument(value, 1, 'randomseed'));
  return NOTHING;
}

function toInteger(value: LuaValue): LuaResult {
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

export const MATH_LIBRARY: LibraryPart = {
  'math.abs': unary('abs', Math.abs),
  'math.acos': unary('acos', Math.acos),
  'math.asin': unary('asin', Math.asin),
  'math.atan': single(NUMBER, (a, b) =>
    Math.atan2(numberArgument(a, 1, 'atan'), b === undefined ? 1 : numberArgument(b, 2, 'atan')),
  ),
  'math.atan2': single(NUMBER, (a, b) =>
    Math.atan2(numberArgument(a, 1, 'atan2'), numberArgument(b, 2, 'atan2')),
  ),
  'math.ceil': unary('ceil', Math.ceil),
  'math.cos': unary('cos', Math.cos),
  'math.cosh': unary('cosh', Math.cosh),
  'math.deg': unary('deg', (value) => value / (Math.PI / 180)),
  'math.exp': unary('exp', Math.exp),
  'math.floor': unary('floor', Math.floor),
  'math.fmod': single(NUMBER, fmod),
  'math.frexp': several(NUMBER, frexp),
  'math.ldexp': single(NUMBER, ldexp),
  'math.log': single(NUMBER, log),
  'math.log10': unary('log10', Math.log10),
  'math.max': extreme('max', (a, b) => a > b),
  'math.min': extreme('min', (a, b) => a < b),
  'math.modf': several(NUMBER, modf),
  'math.pow': single(NUMBER, (a, b) =>
    power(numberArgument(a, 1, 'pow'), numberArgument(b, 2, 'pow')),
  ),
  'math.rad': unary('rad', (value) => value * (Math.PI / 180)),
  'math.random': single(NUMBER, random),
  'math.randomseed': several(NIL, seed),
  'math.sin': unary('sin', Math.sin),
  'math.sinh': unary('sinh', Math.sinh),
  'math.sqrt': unary('sqrt', Math.sqrt),
  'math.tan': unary('tan', Math.tan),
  'math.tanh': unary('tanh', Math.tanh),
  'math.tointeger': single(NUMBER | NIL, toInteger),
};

export const MATH_CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['math.huge', Infinity],
  ['math.pi', Math.PI],
]);
