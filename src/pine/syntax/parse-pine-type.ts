// Types as they are written in front of names, parameters and fields.

import {
  PineSyntaxFault,
  accept,
  current,
  expect,
  expectName,
  nested,
  next,
  peek,
  placeOf,
} from '#pine/syntax/pine-reader.ts';
import type { PineReader } from '#pine/syntax/pine-reader.ts';
import { RESERVED_WORDS } from '#pine/syntax/pine-token.ts';
import type { Qualifier, TypeName } from '#pine/syntax/pine-tree.ts';

const QUALIFIERS: ReadonlySet<string> = new Set(['const', 'input', 'simple', 'series']);

/** Reads a type; fails where there is none. */
export function parseType(reader: PineReader): TypeName {
  return nested(reader, () => {
    const place = placeOf(current(reader));
    const qualifier = readQualifier(reader);
    let { text: name } = expectName(reader, 'a type');
    while (accept(reader, '.')) name += `.${expectName(reader, 'the name of a type').text}`;
    const parameters = current(reader).type === '<' ? parseTypeParameters(reader) : [];
    let type: TypeName = { ...place, qualifier, name, parameters };
    while (current(reader).type === '[' && peek(reader, 1).type === ']') {
      next(reader);
      next(reader);
      const item: TypeName = { ...type, qualifier: null };
      type = { ...place, qualifier, name: 'array', parameters: [item] };
    }
    return type;
  });
}

function readQualifier(reader: PineReader): Qualifier | null {
  const { type, text } = current(reader);
  const following = peek(reader, 1);
  // `input.int` is a call, and `series` may be a name.
  if (type !== 'name' || !QUALIFIERS.has(text) || following.type !== 'name') return null;
  if (RESERVED_WORDS.has(following.text)) return null;
  next(reader);
  return text as Qualifier;
}

function parseTypeParameters(reader: PineReader): TypeName[] {
  expect(reader, '<');
  const parameters = [parseType(reader)];
  while (accept(reader, ',')) parameters.push(parseType(reader));
  expect(reader, '>');
  return parameters;
}

/** Reads with `read`; puts everything back and gives null where that fails or is not wanted. */
export function tryReading<T>(reader: PineReader, read: () => T | null): T | null {
  const { at, depth, isGivenUp } = reader;
  const known = reader.diagnostics.length;
  let found: T | null = null;
  try {
    found = read();
  } catch (fault) {
    if (!(fault instanceof PineSyntaxFault)) throw fault;
  }
  if (found !== null) return found;
  reader.at = at;
  reader.depth = depth;
  reader.isGivenUp = isGivenUp;
  reader.diagnostics.length = known;
  return null;
}

/** `<float>` between the name of a function and its arguments; null where `<` compares. */
export function tryTypeParameters(reader: PineReader): readonly TypeName[] | null {
  if (current(reader).type !== '<') return null;
  return tryReading(reader, () => {
    const parameters = parseTypeParameters(reader);
    return current(reader).type === '(' ? parameters : null;
  });
}

/** A type that a name follows; null where the statement begins otherwise. */
export function tryTypeBeforeName(reader: PineReader): TypeName | null {
  const { type, text } = current(reader);
  if (type !== 'name' || RESERVED_WORDS.has(text)) return null;
  return tryReading(reader, () => {
    const found = parseType(reader);
    const following = current(reader);
    const isName = following.type === 'name' && !RESERVED_WORDS.has(following.text);
    return isName ? found : null;
  });
}
