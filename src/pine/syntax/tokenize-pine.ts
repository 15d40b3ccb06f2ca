// Source text to tokens. Indentation becomes layout tokens: a block is indented by four spaces or a
// tab; any other indentation continues the line above, and so does every line inside brackets.

import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import type { PineToken } from '#pine/syntax/pine-token.ts';
import {
  AWAITS_MORE,
  CONTINUES,
  DEDENT,
  END_OF_SOURCE,
  INDENT,
  NEWLINE,
  PINE_OPERATORS,
} from '#pine/syntax/pine-token.ts';

/** A comment of the form `//@name text`, by which a source says something about itself. */
export type Annotation = {
  readonly name: string;
  readonly text: string;
  readonly line: number;
};

export type Tokens = {
  readonly tokens: readonly PineToken[];
  readonly annotations: readonly Annotation[];
};

type Opening = { readonly type: string; readonly line: number; readonly column: number };

type Scanner = {
  readonly source: string;
  readonly diagnostics: Diagnostic[];
  readonly tokens: PineToken[];
  readonly annotations: Annotation[];
  readonly openings: Opening[];
  /** Indentations of the blocks that are open. */
  readonly blocks: number[];
  at: number;
  line: number;
  lineStart: number;
  continuedIndent: number | null;
  /** Columns of the line that begins at `lineStart`, counted up to `at`. */
  readonly counted: { lineStart: number; at: number; column: number };
  /** Behind the last token. */
  end: { readonly line: number; readonly column: number };
};

/** Columns of a tab, and of a level of blocks. */
const BLOCK_COLUMNS = 4;
const CLOSING_OF: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const COLOR = /#(?:[\dA-Fa-f]{8}|[\dA-Fa-f]{6})(?![\dA-Za-z])/y;
const ANNOTATION = /^\/\/\s*@(\w+)\s*=?\s*(.*)$/;

/** Never throws; what cannot be read is reported and left out. */
export function tokenizePine(source: string, diagnostics: Diagnostic[]): Tokens {
  const scanner: Scanner = {
    source: source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'),
    diagnostics,
    tokens: [],
    annotations: [],
    openings: [],
    blocks: [0],
    at: 0,
    line: 1,
    lineStart: 0,
    continuedIndent: null,
    counted: { lineStart: 0, at: 0, column: 1 },
    end: { line: 1, column: 1 },
  };
  while (scanner.at < scanner.source.length) readLine(scanner);
  endSource(scanner);
  return { tokens: scanner.tokens, annotations: scanner.annotations };
}

/** Places of a line are looked up from left to right, mostly. */
function columnOf(scanner: Scanner, at: number): number {
  const { source, lineStart, counted } = scanner;
  if (counted.lineStart !== lineStart || counted.at > at) {
    counted.lineStart = lineStart;
    counted.at = lineStart;
    counted.column = 1;
  }
  // Characters outside of the basic plane take two places in the text and one column.
  while (counted.at < at) {
    counted.at += (source.codePointAt(counted.at) ?? 0) > 0xff_ff ? 2 : 1;
    counted.column += 1;
  }
  return counted.column;
}

function report(scanner: Scanner, at: number, message: string): void {
  const column = columnOf(scanner, at);
  scanner.diagnostics.push({ kind: 'syntax', line: scanner.line, column, message });
}

function push(scanner: Scanner, type: string, at: number, text: string = type): void {
  const { line, continuedIndent } = scanner;
  scanner.tokens.push({ type, text, line, column: columnOf(scanner, at), continuedIndent });
  scanner.continuedIndent = null;
}

/** A line ends behind its last token. */
function pushLineEnd(scanner: Scanner): void {
  const { line, column } = scanner.end;
  scanner.tokens.push({ type: NEWLINE, text: NEWLINE, line, column, continuedIndent: null });
}

/** Reads one line of the text, with the line break behind it. */
function readLine(scanner: Scanner): void {
  const indent = readIndent(scanner);
  const { source } = scanner;
  const isEmpty = source[scanner.at] === '\n' || scanner.at >= source.length;
  if (!isEmpty && !source.startsWith('//', scanner.at)) beginLine(scanner, indent);
  for (;;) {
    const character = source[scanner.at];
    if (character === undefined || character === '\n') break;
    if (source.startsWith('//', scanner.at)) readComment(scanner);
    else if (/\s/.test(character)) scanner.at += 1;
    else readPlaced(scanner, character);
  }
  scanner.at += 1;
  scanner.line += 1;
  scanner.lineStart = scanner.at;
}

function readIndent(scanner: Scanner): number {
  let indent = 0;
  for (; ; scanner.at += 1) {
    const character = scanner.source[scanner.at];
    if (character === ' ') indent += 1;
    else if (character === '\t') indent += BLOCK_COLUMNS - (indent % BLOCK_COLUMNS);
    else if (character === undefined || character === '\n' || !/\s/.test(character)) return indent;
  }
}

function readComment(scanner: Scanner): void {
  const { source, at, line } = scanner;
  const end = source.indexOf('\n', at);
  const text = source.slice(at, end < 0 ? source.length : end);
  const found = ANNOTATION.exec(text);
  if (found !== null) {
    const [, name = '', rest = ''] = found;
    scanner.annotations.push({ name, text: rest.trim(), line });
  }
  scanner.at = at + text.length;
}

/** Whether the line goes on with what the one before left open. */
function beginLine(scanner: Scanner, indent: number): void {
  const last = scanner.tokens.at(-1);
  if (scanner.openings.length > 0) return;
  if (last !== undefined && continuesLine(scanner, last, indent)) {
    scanner.continuedIndent = indent;
    return;
  }
  if (last !== undefined && last.type !== DEDENT) pushLineEnd(scanner);
  const { blocks } = scanner;
  while (indent < (blocks.at(-1) ?? 0)) {
    blocks.pop();
    push(scanner, DEDENT, scanner.at);
  }
  if (indent > (blocks.at(-1) ?? 0)) {
    blocks.push(indent);
    push(scanner, INDENT, scanner.at);
  }
}

function continuesLine(scanner: Scanner, last: PineToken, indent: number): boolean {
  if (AWAITS_MORE.has(last.type)) return true;
  if (indent % BLOCK_COLUMNS !== 0) return true;
  const { type } = peek(scanner);
  return CONTINUES.has(type) && indent > 0;
}

/** The token at this place, which is not read. */
function peek({ source, at }: Scanner): { readonly type: string } {
  const name = match(NAME, source, at);
  if (name !== null) return { type: name };
  if (match(NUMBER, source, at) !== null) return { type: 'number' };
  return { type: PINE_OPERATORS.find((each) => source.startsWith(each, at)) ?? '' };
}

function match(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

function readPlaced(scanner: Scanner, character: string): void {
  readToken(scanner, character);
  scanner.end = { line: scanner.line, column: columnOf(scanner, scanner.at) };
}

function readToken(scanner: Scanner, character: string): void {
  const { source, at } = scanner;
  if (character === '"' || character === "'") {
    readString(scanner, character);
    return;
  }
  const name = match(NAME, source, at);
  if (name !== null) {
    const isWord = name === 'and' || name === 'or' || name === 'not';
    take(scanner, isWord ? name : 'name', name);
    return;
  }
  const number = match(NUMBER, source, at);
  if (number !== null) {
    take(scanner, /[.eE]/.test(number) ? 'float' : 'integer', number);
    return;
  }
  if (character === '#') {
    readColor(scanner);
    return;
  }
  readOperator(scanner);
}

function take(scanner: Scanner, type: string, text: string): void {
  push(scanner, type, scanner.at, text);
  scanner.at += text.length;
}

function readColor(scanner: Scanner): void {
  const { source, at } = scanner;
  const color = match(COLOR, source, at);
  if (color !== null) {
    take(scanner, 'color', color);
    return;
  }
  report(scanner, at, "a color has six or eight hexadecimal digits: '#FF0000' or '#FF000080'");
  const [wrong = '#'] = /^#\w*/.exec(source.slice(at, at + 40)) ?? [];
  take(scanner, 'color', wrong);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** In single quotes or double ones; three of either begin a text of several lines. */
function readString(scanner: Scanner, quote: string): void {
  const { source, at } = scanner;
  const three = quote.repeat(3);
  const isLong = source.startsWith(three, at);
  const closing = isLong ? three : quote;
  let text = '';
  let next = at + closing.length;
  for (;;) {
    const character = source[next];
    if (source.startsWith(closing, next)) {
      next += closing.length;
      break;
    }
    const isEnd = character === undefined || (character === '\n' && !isLong);
    const wrapped = isEnd ? wrappedAt(scanner, next) : null;
    if (isEnd && wrapped === null) {
      report(scanner, at, neverClosed(closing, isLong));
      break;
    }
    next += 1;
    if (wrapped !== null) {
      text += ' ';
      next = wrapped;
    } else if (character !== '\\') text += character;
    else if (source[next] !== undefined && source[next] !== '\n') {
      text += ESCAPES[source[next] ?? ''] ?? source[next];
      next += 1;
    }
  }
  push(scanner, 'string', at, text);
  moveTo(scanner, next);
}

function neverClosed(closing: string, isLong: boolean): string {
  return `this text is never closed; end it with ${closing}${isLong ? '' : ' in its line'}`;
}

/**
 * Where a text of one line goes on in the next: a line that is indented as one that continues
 * another. The line break and its spaces are one space of the text.
 */
function wrappedAt({ source, openings }: Scanner, lineEnd: number): number | null {
  if (source[lineEnd] !== '\n') return null;
  const [spaces = ''] = /^ */.exec(source.slice(lineEnd + 1, lineEnd + 200)) ?? [];
  const from = lineEnd + 1 + spaces.length;
  const isContinued = spaces.length % BLOCK_COLUMNS !== 0 || openings.length > 0;
  return spaces !== '' && isContinued && source[from] !== '\n' ? from : null;
}

/** To a place behind, maybe in a later line. */
function moveTo(scanner: Scanner, at: number): void {
  for (;;) {
    const end = scanner.source.indexOf('\n', scanner.at);
    if (end < 0 || end >= at) break;
    scanner.line += 1;
    scanner.lineStart = end + 1;
    scanner.at = end + 1;
  }
  scanner.at = at;
}

/** What to write instead of words of other languages. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['&&', "write 'and'"],
  ['||', "write 'or'"],
  ['++', "write 'x += 1'"],
  ['--', "write 'x -= 1'"],
  ['!', "write 'not'"],
  [';', 'a line ends a statement; a comma separates statements in a line'],
  ['{', 'a block is indented by four spaces'],
  ['}', 'a block is indented by four spaces'],
  ['**', "write 'math.pow(x, y)'"],
]);

function readOperator(scanner: Scanner): void {
  const { source, at } = scanner;
  const foreign = [2, 1]
    .map((length) => source.slice(at, at + length))
    .find((text) => {
      if (text === '--' || text === '++') return false;
      return FOREIGN.has(text) && !source.startsWith('!=', at);
    });
  const operator = PINE_OPERATORS.find((each) => source.startsWith(each, at));
  if (foreign !== undefined || operator === undefined) {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 32);
    const wrong = foreign ?? character;
    const hint = FOREIGN.get(wrong);
    report(scanner, at, `unknown '${wrong}'${hint === undefined ? '' : `; ${hint}`}`);
    scanner.at += wrong.length;
    return;
  }
  noteBracket(scanner, operator);
  take(scanner, operator, operator);
}

function noteBracket(scanner: Scanner, operator: string): void {
  const { openings, line, at } = scanner;
  if (operator === '(' || operator === '[') {
    openings.push({ type: operator, line, column: columnOf(scanner, at) });
    return;
  }
  if (operator !== ')' && operator !== ']') return;
  const opening = openings.pop();
  if (opening === undefined) {
    report(scanner, at, `this '${operator}' closes nothing`);
    return;
  }
  const closing = CLOSING_OF[opening.type] ?? '';
  if (closing === operator) return;
  const where = `'${opening.type}' of line ${opening.line}`;
  report(scanner, at, `'${closing}' expected to close ${where}, found '${operator}'`);
}

function endSource(scanner: Scanner): void {
  const opening = scanner.openings.at(-1);
  if (opening !== undefined) {
    const { type, line, column } = opening;
    const message = `this '${type}' is never closed; '${CLOSING_OF[type]}' expected`;
    scanner.diagnostics.push({ kind: 'syntax', line, column, message });
  }
  const at = scanner.source.length;
  scanner.lineStart = Math.min(scanner.lineStart, at);
  pushLineEnd(scanner);
  for (let depth = scanner.blocks.length; depth > 1; depth -= 1) push(scanner, DEDENT, at);
  push(scanner, END_OF_SOURCE, at);
}
