// The bit32 library of Lua 5.2, on unsigned 32-bit numbers.

import { integerArgument, numberArgument } from '#lua/library/arguments.ts';
import { single } from '#lua/library/entry.ts';
import type { LibraryPart } from '#lua/library/entry.ts';
import { argumentError, libraryError } from '#lua/runtime/errors.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { BOOLEAN, NUMBER } from '#lua/semantics/kind.ts';

const WORD = 32;
const MODULUS = 2 ** 32;

/** A number modulo 2 ** 32, rounded to the nearest whole number as Lua 5.2 does. */
function word(value: LuaValue, index: number, name: string): number {
  const number = numberArgument(value, index, name);
  const floor = Math.floor(number);
  const rest = number - floor;
  const rounded = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  return (((rounded % MODULUS) + MODULUS) % MODULUS) >>> 0;
}

function fold(
  name: string,
  args: readonly LuaValue[],
  start: number,
  apply: (a: number, b: number) => number,
): number {
  let result = start;
  for (let index = 0; index < args.length; index += 1) {
    result = apply(result, word(args[index], index + 1, name)) >>> 0;
  }
  return result;
}

function shift(value: number, places: number): number {
  if (places <= -WORD || places >= WORD) return 0;
  return places >= 0 ? (value << places) >>> 0 : value >>> -places;
}

function arithmeticShift(value: LuaValue, by: LuaValue): LuaResult {
  const bits = word(value, 1, 'arshift');
  const places = integerArgument(by, 2, 'arshift');
  if (places < 0 || bits < 0x80000000) return shift(bits, -places);
  return places >= WORD ? 0xffffffff : (bits >> places) >>> 0;
}

function rotate(value: number, places: number): number {
  const left = ((places % WORD) + WORD) % WORD;
  return left === 0 ? value : ((value << left) | (value >>> (WORD - left))) >>> 0;
}

function field(
  args: readonly LuaValue[],
  at: number,
  name: string,
): { from: number; mask: number } {
  const from = integerArgument(args[at], at + 1, name);
  const width = args[at + 1] === undefined ? 1 : integerArgument(args[at + 1], at + 2, name);
  if (from < 0) throw argumentError(at + 1, name, 'field cannot be negative');
  if (width <= 0) throw argumentError(at + 2, name, 'width must be positive');
  if (from + width > WORD) throw libraryError('trying to access non-existent bits');
  return { from, mask: width === WORD ? 0xffffffff : (1 << width) - 1 };
}

function extract(...args: LuaValue[]): LuaResult {
  const bits = word(args[0], 1, 'extract');
  const { from, mask } = field(args, 1, 'extract');
  return ((bits >>> from) & mask) >>> 0;
}

function replace(...args: LuaValue[]): LuaResult {
  const bits = word(args[0], 1, 'replace');
  const value = word(args[1], 2, 'replace');
  const { from, mask } = field(args, 2, 'replace');
  return ((bits & ~(mask << from)) | ((value & mask) << from)) >>> 0;
}

export const BIT32_LIBRARY: LibraryPart = {
  'bit32.arshift': single(NUMBER, arithmeticShift),
  'bit32.band': single(NUMBER, (...args) => fold('band', args, 0xffffffff, (a, b) => a & b)),
  'bit32.bnot': single(NUMBER, (value) => ~word(value, 1, 'bnot') >>> 0),
  'bit32.bor': single(NUMBER, (...args) => fold('bor', args, 0, (a, b) => a | b)),
  'bit32.btest': single(
    BOOLEAN,
    (...args) => fold('btest', args, 0xffffffff, (a, b) => a & b) !== 0,
  ),
  'bit32.bxor': single(NUMBER, (...args) => fold('bxor', args, 0, (a, b) => a ^ b)),
  'bit32.extract': single(NUMBER, extract),
  'bit32.lrotate': single(NUMBER, (value, by) =>
    rotate(word(value, 1, 'lrotate'), integerArgument(by, 2, 'lrotate')),
  ),
  'bit32.lshift': single(NUMBER, (value, by) =>
    shift(word(value, 1, 'lshift'), integerArgument(by, 2, 'lshift')),
  ),
  'bit32.replace': single(NUMBER, replace),
  'bit32.rrotate': single(NUMBER, (value, by) =>
    rotate(word(value, 1, 'rrotate'), -integerArgument(by, 2, 'rrotate')),
  ),
  'bit32.rshift': single(NUMBER, (value, by) =>
    shift(word(value, 1, 'rshift'), -integerArgument(by, 2, 'rshift')),
  ),
};
