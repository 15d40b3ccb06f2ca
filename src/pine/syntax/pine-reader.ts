// The parser's view of the tokens: looking, stepping, and saying what is wrong.

import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import type { PineToken } from '#pine/syntax/pine-token.ts';
import { DEDENT, END_OF_SOURCE, INDENT, NEWLINE } from '#pine/syntax/pine-token.ts';
import type { Block, Expression, Place } from '#pine/syntax/pine-tree.ts';

export type PineReader = {
  readonly tokens: readonly PineToken[];
  readonly diagnostics: Diagnostic[];
  at: number;
  /** Levels of syntax around the current token. */
  depth: number;
  /** Operators and members of the statement so far. */
  links: number;
  /** Set when nothing further can be judged. */
  isGivenUp: boolean;
  /** Fields, because expressions and statements need each other. */
  readonly readBlock: (reader: PineReader) => Block;
  readonly readStructure: (reader: PineReader) => Expression | null;
};

/** Leaves a statement that cannot be read; caught where statements are read, and nowhere else. */
export class PineSyntaxFault extends Error {
  override readonly name = 'PineSyntaxFault';
}

/** What later passes can walk. */
const PINE_LEVELS_MAX = 200;

const NOWHERE = { text: '', line: 1, column: 1, continuedIndent: null } as const;

/** Token at the reader's place; behind the last one, the end of the source. */
export function current(reader: PineReader): PineToken {
  return reader.tokens[reader.at] ?? reader.tokens.at(-1) ?? { type: END_OF_SOURCE, ...NOWHERE };
}

/** Token so many places ahead; behind the last one, the end of the source. */
export function peek(reader: PineReader, ahead: number): PineToken {
  return reader.tokens[reader.at + ahead] ?? { type: END_OF_SOURCE, ...NOWHERE };
}

/** Token that is stepped over; the end of the source is never passed. */
export function next(reader: PineReader): PineToken {
  const token = current(reader);
  if (token.type !== END_OF_SOURCE) reader.at += 1;
  return token;
}

/** Steps over a token of this type if it is next. */
export function accept(reader: PineReader, type: string): boolean {
  if (current(reader).type !== type) return false;
  next(reader);
  return true;
}

/** Whether the current token is this word; words such as `to` are names elsewhere. */
export function isWord(reader: PineReader, word: string): boolean {
  const { type, text } = current(reader);
  return type === 'name' && text === word;
}

/** Steps over this word if it is next. */
export function acceptWord(reader: PineReader, word: string): boolean {
  if (!isWord(reader, word)) return false;
  next(reader);
  return true;
}

/** Place alone, without what else a token has. */
export function placeOf({ line, column }: Place): Place {
  return { line, column };
}

const LAYOUT_WORDS: ReadonlyMap<string, string> = new Map([
  [NEWLINE, 'the end of the line'],
  [INDENT, 'an indented block'],
  [DEDENT, 'the end of the block'],
  [END_OF_SOURCE, 'the end of the script'],
]);

/** The token as a message quotes it. */
export function quoted(token: PineToken): string {
  const layout = LAYOUT_WORDS.get(token.type);
  if (layout !== undefined) return layout;
  if (token.type === 'string') return 'a text';
  return `'${token.text}'`;
}

/** Reports at a place and goes on; a place is reported once. */
export function complain(reader: PineReader, place: Place, message: string): void {
  const { line, column } = place;
  const isKnown = reader.diagnostics.some((each) => each.line === line && each.column === column);
  if (isKnown || reader.isGivenUp) return;
  reader.diagnostics.push({ kind: 'syntax', line, column, message });
}

/** The line's first token that continues the line above, if the current one is in such a line. */
function continuation(reader: PineReader): PineToken | null {
  for (let at = reader.at; at >= 0; at -= 1) {
    const token = reader.tokens[at];
    if (token === undefined || token.line !== current(reader).line) return null;
    if (token.continuedIndent !== null) return token;
  }
  return null;
}

/** Reports at the current token and gives up the statement. */
export function fail(reader: PineReader, expected: string, hint: string | null = null): never {
  const token = current(reader);
  const wrapped = continuation(reader);
  const layout =
    wrapped === null || (hint !== null && wrapped !== token)
      ? hint
      : `line ${wrapped.line} continues the line above, because it is indented by ` +
        `${wrapped.continuedIndent} columns; a block is indented by a multiple of four`;
  const message = `${expected}, found ${quoted(token)}`;
  complain(reader, token, layout === null ? message : `${message}; ${layout}`);
  throw new PineSyntaxFault(message);
}

/** Steps over a token of this type; throws the mistake where another is next. */
export function expect(reader: PineReader, type: string, hint: string | null = null): PineToken {
  if (current(reader).type !== type) fail(reader, `'${type}' expected`, hint);
  return next(reader);
}

/** Steps over this word; throws the mistake where something else is next. */
export function expectWord(reader: PineReader, word: string): PineToken {
  if (!isWord(reader, word)) fail(reader, `'${word}' expected`);
  return next(reader);
}

/** Steps over a name; throws the mistake, which says of what, where something else is next. */
export function expectName(reader: PineReader, what: string): PineToken {
  if (current(reader).type !== 'name') fail(reader, `${what} expected`);
  return next(reader);
}

/** Runs `read` one level deeper; refuses what later passes could not walk. */
export function nested<T>(reader: PineReader, read: () => T): T {
  if (reader.depth >= PINE_LEVELS_MAX) {
    complain(reader, current(reader), `nested more than ${PINE_LEVELS_MAX} levels deep`);
    reader.isGivenUp = true;
    reader.at = reader.tokens.length - 1;
    throw new PineSyntaxFault('too deep');
  }
  reader.depth += 1;
  try {
    return read();
  } finally {
    reader.depth -= 1;
  }
}
