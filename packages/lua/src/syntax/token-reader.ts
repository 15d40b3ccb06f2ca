// The parser's view of the tokens: looking, stepping, and complaining in the words of real Lua.

import { textFromBytes } from '#lua/syntax/byte-string.ts';
import { hintAt } from '#lua/syntax/hint-at.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import type { Token } from '#lua/syntax/token.ts';
import type { FunctionExpression } from '#lua/syntax/tree.ts';

export type FunctionForm = {
  readonly title: string;
  readonly hasSelf: boolean;
  /** `|a, b| expression`, whose opening token is the first stroke. */
  readonly isLambda?: true;
};

export type ReadFunction = (
  reader: TokenReader,
  opening: Token,
  options: FunctionForm,
) => FunctionExpression;

/**
 * What the parser carries along. `depth` counts nested syntax levels, `tallest` the expressions'
 * height.
 */
export type TokenReader = {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly diagnostics: Diagnostic[];
  at: number;
  depth: number;
  tallest: number;
  /** Set when nothing further can be judged: later complaints stay silent. */
  isGivenUp: boolean;
  /**
   * Reads a function's parameters and body; a field, because statements and expressions need each
   * other.
   */
  readonly readFunction: ReadFunction;
  functions: { readonly isVararg: boolean; readonly line: number }[];
};

/**
 * Thrown within the parser alone, to leave a statement that cannot be read; the block reader
 * catches it.
 */
export class SyntaxFault extends Error {
  override readonly name = 'SyntaxFault';
}

export const SYNTAX_LEVELS_MAX = 200;

/** Arguments of a call, and parameters of a function: they travel over the stack. */
export const CALL_VALUES_MAX = 7_000;

const END: Token = { type: '<eof>', text: '', number: 0, line: 1, column: 1, start: 0, end: 0 };

/** Token at the reader's place; behind the last one, the end of the source. */
export function current(reader: TokenReader): Token {
  return reader.tokens[reader.at] ?? reader.tokens.at(-1) ?? END;
}

/** Token that is stepped over; the end of the source is never passed. */
export function next(reader: TokenReader): Token {
  const token = current(reader);
  if (token.type !== '<eof>') reader.at += 1;
  return token;
}

/** Type of the token after the current one. */
export function peekType(reader: TokenReader): string {
  return reader.tokens[reader.at + 1]?.type ?? '<eof>';
}

/** Steps over a token of this type if it is next. */
export function accept(reader: TokenReader, type: string): boolean {
  if (current(reader).type !== type) return false;
  next(reader);
  return true;
}

/** The token as a message quotes it. */
function quote(reader: TokenReader, token: Token): string {
  if (token.type === '<eof>') return '<eof>';
  return `'${textFromBytes(reader.source.slice(token.start, token.end))}'`;
}

/**
 * Reports at the current token and gives up the statement. A token that was reported before stays
 * silent.
 */
export function fail(reader: TokenReader, message: string): never {
  const token = current(reader);
  const last = reader.diagnostics.at(-1);
  const isRepeated = last?.line === token.line && last.column === token.column;
  if (token.type !== 'broken' && !isRepeated && !reader.isGivenUp) {
    const hint = hintAt({ ...reader, message });
    const text = `${message} near ${quote(reader, token)}`;
    reader.diagnostics.push({
      kind: 'syntax',
      line: token.line,
      column: token.column,
      message: hint === null ? text : `${text}; ${hint}`,
    });
  }
  throw new SyntaxFault(message);
}

/** Reports at a place without giving up. */
export function complain(
  reader: TokenReader,
  place: { readonly line: number; readonly column: number },
  message: string,
): void {
  reader.diagnostics.push({ kind: 'scope', line: place.line, column: place.column, message });
}

function shown(type: string): string {
  return type.startsWith('<') ? type : `'${type}'`;
}

/** Steps over a token of this type; throws the mistake where another is next. */
export function expect(reader: TokenReader, type: string): Token {
  if (current(reader).type !== type) fail(reader, `${shown(type)} expected`);
  return next(reader);
}

/** Expects what closes a construct; names the opening token when it stands on another line. */
export function expectClosing(reader: TokenReader, type: string, opening: Token): Token {
  const token = current(reader);
  if (token.type === type) return next(reader);
  if (opening.line === token.line) fail(reader, `${shown(type)} expected`);
  const to = `(to close '${opening.type}' at line ${opening.line})`;
  return fail(reader, `${shown(type)} expected ${to}`);
}

/** Steps over a name; throws the mistake where something else is next. */
export function expectName(reader: TokenReader): Token {
  if (current(reader).type !== 'name') fail(reader, '<name> expected');
  return next(reader);
}

function failTooDeep(reader: TokenReader): never {
  const inner = reader.functions.at(-1);
  const where =
    inner === undefined || inner.line === 0 ? 'main function' : `function at line ${inner.line}`;
  try {
    return fail(reader, `too many C levels (limit is ${SYNTAX_LEVELS_MAX}) in ${where}`);
  } finally {
    reader.isGivenUp = true;
    reader.at = reader.tokens.length - 1;
  }
}

/** Runs `read` one syntax level deeper. */
export function nested<T>(reader: TokenReader, read: () => T): T {
  if (reader.depth >= SYNTAX_LEVELS_MAX) failTooDeep(reader);
  reader.depth += 1;
  try {
    return read();
  } finally {
    reader.depth -= 1;
  }
}

/** The height of a node over these children; refuses what later passes could not walk. */
export function heightOver(reader: TokenReader, ...children: readonly number[]): number {
  const height = 1 + Math.max(0, ...children);
  if (height > SYNTAX_LEVELS_MAX) failTooDeep(reader);
  if (height > reader.tallest) reader.tallest = height;
  return height;
}
