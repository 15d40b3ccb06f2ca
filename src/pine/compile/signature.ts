// Signatures of built-in functions, written as a manual has them:
// `ta.sma(series float source, simple int length) => series float`. A `*` in front says that each
// call has a state of its own, a `?` behind a parameter that it may be left out, `...` before the
// last one that it may be repeated. `T`, `K`, `V` stand for any type, `number` for int or float.

import type { PineType, Rank } from '#pine/compile/pine-type.ts';
import { RANKS, typeArguments, typeHead, fits } from '#pine/compile/pine-type.ts';

export type SignatureParameter = {
  readonly name: string;
  /** Another name that it has, behind a `|`. */
  readonly alias?: string | undefined;
  readonly type: PineType;
  /** The latest qualifier that it accepts. */
  readonly rank: Rank;
  readonly isOptional: boolean;
  readonly isRepeated: boolean;
};

export type Signature = {
  readonly name: string;
  readonly text: string;
  readonly hasState: boolean;
  readonly parameters: readonly SignatureParameter[];
  readonly result: PineType;
  /** Null: that of its latest argument. */
  readonly rank: Rank | null;
};

const FORM = /^(\*?)([\w.]+)\((.*)\) => (.+)$/;

/** Splits at commas that stand in no brackets. */
function parts(text: string): string[] {
  return text.trim() === '' ? [] : typeArguments(`[${text}]`);
}

function qualified(text: string): { readonly rank: Rank | null; readonly type: PineType } {
  const [word = '', ...rest] = text.split(' ');
  const rank = RANKS.indexOf(word as (typeof RANKS)[number]);
  if (rank < 0) return { rank: null, type: text };
  return { rank: rank as Rank, type: rest.join(' ') };
}

function parameterOf(text: string): SignatureParameter {
  const isRepeated = text.startsWith('...');
  const bare = isRepeated ? text.slice(3) : text;
  const isOptional = bare.endsWith('?');
  const words = (isOptional ? bare.slice(0, -1) : bare).trim();
  const at = words.lastIndexOf(' ');
  const { rank, type } = qualified(words.slice(0, at));
  const [name = '', alias] = words.slice(at + 1).split('|');
  return { name, alias, type, rank: rank ?? 3, isOptional, isRepeated };
}

function readSignature(text: string): Signature {
  const [, star = '', name = '', listed = '', result = ''] = FORM.exec(text.trim()) ?? [];
  const { rank, type } = qualified(result);
  return {
    name,
    text: text.trim().replace(/^\*/, ''),
    hasState: star !== '',
    parameters: parts(listed).map(parameterOf),
    result: type.replaceAll(', ', ','),
    rank,
  };
}

/** By name, its overloads in the order in which they are tried. */
export function readSignatures(text: string): ReadonlyMap<string, readonly Signature[]> {
  const found = new Map<string, Signature[]>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const signature = readSignature(line);
    const known = found.get(signature.name);
    if (known === undefined) found.set(signature.name, [signature]);
    else known.push(signature);
  }
  return found;
}

/** What the letters of a signature stand for in one call. */
export type Bindings = Map<string, PineType>;

const LETTER = /^[A-Z]$/;

/** Whether the argument fits; notes what the letters stand for. */
export function fitsParameter(from: PineType, to: PineType, bindings: Bindings): boolean {
  if (from.startsWith('[')) return false;
  if (to === 'any') return from !== 'void';
  if (to === 'number') return fits(from, 'float');
  if (LETTER.test(to)) return bindLetter(from, to, bindings);
  if (typeHead(to) !== to && typeHead(from) === typeHead(to)) {
    const [own, other] = [typeArguments(from), typeArguments(to)];
    return other.every((each, at) => {
      const inner = own[at] ?? '?';
      return LETTER.test(each)
        ? bindLetter(inner, each, bindings)
        : inner === each || inner === '?';
    });
  }
  return fits(from, substitute(to, bindings));
}

function bindLetter(from: PineType, letter: string, bindings: Bindings): boolean {
  const known = bindings.get(letter);
  if (known !== undefined && known !== 'na') {
    if (known === 'int' && from === 'float') bindings.set(letter, 'float');
    return fits(from, known) || (known === 'int' && from === 'float');
  }
  bindings.set(letter, from);
  return from !== 'void';
}

/** Type with its letters replaced; "?" for a letter without a binding. */
export function substitute(type: PineType, bindings: Bindings): PineType {
  return type.replaceAll(/\b[A-Z]\b/g, (letter) => bindings.get(letter) ?? '?');
}
