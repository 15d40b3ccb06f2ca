// Types of values as texts (`float`, `array<float>`, `[int, bool]`), and what fits where.

/** `?` fits everywhere: a value whose mistake is reported already. */
export type PineType = string;

export const UNKNOWN_TYPE = '?';
export const NA_TYPE = 'na';
export const VOID_TYPE = 'void';

/** Qualifiers from the earliest known to the latest. */
export const RANKS = ['const', 'input', 'simple', 'series'] as const;
export type Rank = 0 | 1 | 2 | 3;
export const SERIES: Rank = 3;

/** Latest rank: a value is known as late as the last of its parts. */
export function latest(...ranks: readonly Rank[]): Rank {
  return Math.max(0, ...ranks) as Rank;
}

/** The parts between the outermost brackets, of a collection or a tuple. */
export function typeArguments(type: PineType): PineType[] {
  const start = type.search(/[<[]/);
  if (start < 0) return [];
  const parts: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start + 1; at < type.length; at += 1) {
    const character = type[at] ?? '';
    if (character === '<' || character === '[') depth += 1;
    const closes = character === '>' || character === ']';
    if ((closes || character === ',') && depth === 0) {
      parts.push(type.slice(from, at).trim());
      from = at + 1;
    }
    if (closes) depth -= 1;
  }
  return parts;
}

/** `array` of `array<float>`. */
export function typeHead(type: PineType): string {
  const at = type.search(/[<[]/);
  return at < 0 ? type : type.slice(0, at);
}

/** Tuples, written in brackets. */
export function isTuple(type: PineType): boolean {
  return type.startsWith('[');
}

/** Types of numbers. */
export function isNumeric(type: PineType): boolean {
  return type === 'int' || type === 'float';
}

/** Whether a value of one type may stand where the other is expected. */
export function fits(from: PineType, to: PineType): boolean {
  if (from === to || from === UNKNOWN_TYPE || to === UNKNOWN_TYPE) return true;
  if (from === NA_TYPE) return to !== VOID_TYPE;
  if (from === 'int' && to === 'float') return true;
  if (from.includes('?')) return typeHead(from) === typeHead(to);
  return false;
}

/** The type of either value; null where there is none. */
export function eitherType(one: PineType, other: PineType): PineType | null {
  if (isTuple(one) && isTuple(other)) return eitherTuple(one, other);
  if (fits(other, one)) return one === UNKNOWN_TYPE ? other : one;
  if (fits(one, other)) return other;
  return null;
}

function eitherTuple(one: PineType, other: PineType): PineType | null {
  const [own, others] = [typeArguments(one), typeArguments(other)];
  if (own.length !== others.length) return null;
  const joined = own.map((each, at) => eitherType(each, others[at] ?? UNKNOWN_TYPE));
  return joined.includes(null) ? null : `[${joined.join(',')}]`;
}

/** What stands for no value of the type, in the emitted code. */
export function naOf(type: PineType, version: 5 | 6): string {
  if (isNumeric(type) || type === NA_TYPE) return 'NaN';
  if (type === 'bool' && version === 6) return 'false';
  return 'null';
}
