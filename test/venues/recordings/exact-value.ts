// A second, slow reader of JSON, which makes every number and every text that is one an exact
// fraction: what the reader of the exchanges is compared with. Written from RFC 8259.

/** Numbers as `mantissa e exponent` without trailing zeros; texts, truth and null as they are. */
export type ExactValue =
  | { readonly number: string }
  | { readonly text: string }
  | boolean
  | null
  | readonly ExactValue[]
  | { readonly members: ReadonlyMap<string, ExactValue> };

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const TEXT = /"(?:[^"\\]|\\.)*"/y;
const WORDS = { true: true, false: false, null: null } as const;

/** Throws for what is no JSON. */
export function readExactly(source: string): ExactValue {
  const at = { source, index: 0 };
  const value = readValue(at);
  skipBlanks(at);
  if (at.index < source.length) throw new Error(`text behind the value at ${at.index}`);
  return value;
}

type Place = { readonly source: string; index: number };

function readValue(at: Place): ExactValue {
  skipBlanks(at);
  const { source, index } = at;
  if (source[index] === '{') return readObject(at);
  if (source[index] === '[') return readList(at);
  if (source[index] === '"') return { text: readText(at) };
  for (const [word, value] of Object.entries(WORDS)) {
    if (!source.startsWith(word, index)) continue;
    at.index += word.length;
    return value;
  }
  return { number: exactNumber(take(at, NUMBER)) };
}

function readObject(at: Place): ExactValue {
  const members = new Map<string, ExactValue>();
  at.index += 1;
  skipBlanks(at);
  if (skip(at, '}')) return { members };
  do {
    skipBlanks(at);
    const name = readText(at);
    skipBlanks(at);
    if (!skip(at, ':')) throw new Error(`no colon at ${at.index}`);
    members.set(name, readValue(at));
    skipBlanks(at);
  } while (skip(at, ','));
  if (!skip(at, '}')) throw new Error(`no end at ${at.index}`);
  return { members };
}

function readList(at: Place): ExactValue {
  const values: ExactValue[] = [];
  at.index += 1;
  skipBlanks(at);
  if (skip(at, ']')) return values;
  do {
    values.push(readValue(at));
    skipBlanks(at);
  } while (skip(at, ','));
  if (!skip(at, ']')) throw new Error(`no end at ${at.index}`);
  return values;
}

function readText(at: Place): string {
  return JSON.parse(take(at, TEXT)) as string;
}

function take(at: Place, pattern: RegExp): string {
  pattern.lastIndex = at.index;
  const [found] = pattern.exec(at.source) ?? [];
  if (found === undefined) throw new Error(`no value at ${at.index}`);
  at.index += found.length;
  return found;
}

function skip(at: Place, character: string): boolean {
  if (at.source[at.index] !== character) return false;
  at.index += 1;
  return true;
}

function skipBlanks(at: Place): void {
  while (' \t\r\n'.includes(at.source[at.index] ?? '-')) at.index += 1;
}

/** Of a number as JSON writes it: its digits and the power of ten of the last one. */
export function exactNumber(written: string): string {
  const [decimal = '', power = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = BigInt(`${whole}${fraction}`.replace(/^-/, ''));
  if (digits === 0n) return '0';
  const trimmed = digits.toString().replace(/0+$/, '');
  const zeros = digits.toString().length - trimmed.length;
  const exponent = Number(power) - fraction.length + zeros;
  return `${decimal.startsWith('-') ? '-' : ''}${trimmed}e${exponent}`;
}

/** Without an exponent. */
export function plainDigits(number: string): string {
  const [digits = '0', exponent = '0'] = exactNumber(number).split('e');
  const [sign, whole] = digits.startsWith('-') ? ['-', digits.slice(1)] : ['', digits];
  const places = -Number(exponent);
  if (places <= 0) return `${sign}${whole}${'0'.repeat(-places)}`;
  const padded = whole.padStart(places + 1, '0');
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** As JSON again, with the numbers in their digits. */
export function writeExactly(value: ExactValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(writeExactly).join(',')}]`;
  const single = value as Exclude<ExactValue, readonly ExactValue[] | boolean | null>;
  if ('number' in single) return plainDigits(single.number);
  if ('text' in single) return JSON.stringify(single.text);
  const members = [...single.members].map(
    ([name, member]) => `${JSON.stringify(name)}:${writeExactly(member)}`,
  );
  return `{${members.join(',')}}`;
}
