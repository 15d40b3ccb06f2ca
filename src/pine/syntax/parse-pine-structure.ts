// Structures: `if`, `switch`, `for`, `for ... in` and `while`, which are values as well as
// statements, and `once`, which is none.

import { parseExpression } from '#pine/syntax/parse-pine-expression.ts';
import { tryTypeBeforeName } from '#pine/syntax/parse-pine-type.ts';
import {
  accept,
  acceptWord,
  complain,
  current,
  expect,
  expectName,
  expectWord,
  fail,
  isWord,
  nested,
  next,
  peek,
  placeOf,
} from '#pine/syntax/pine-reader.ts';
import type { PineReader } from '#pine/syntax/pine-reader.ts';
import { DEDENT, END_OF_SOURCE, INDENT, NEWLINE } from '#pine/syntax/pine-token.ts';
import type { Block, Branch, Expression, Place, SwitchCase } from '#pine/syntax/pine-tree.ts';

/** Null where none begins. */
export function parseStructure(reader: PineReader): Expression | null {
  const { type, text } = current(reader);
  if (type !== 'name') return null;
  switch (text) {
    case 'if':
      return nested(reader, () => parseIf(reader));
    case 'switch':
      return nested(reader, () => parseSwitch(reader));
    case 'for':
      return nested(reader, () => parseFor(reader));
    case 'while':
      return nested(reader, () => parseWhile(reader));
    case 'once':
      return beginsOnce(reader) ? nested(reader, () => parseOnce(reader)) : null;
    default:
      return null;
  }
}

/** A block on lines of its own. */
function parseIndented(reader: PineReader, what: string): Block {
  const hint = `${what} is on lines of its own, indented by four more spaces`;
  if (current(reader).type !== NEWLINE) fail(reader, 'the end of the line expected', hint);
  if (peek(reader, 1).type !== INDENT) {
    complain(reader, peek(reader, 1), `an indented block expected; ${hint}`);
    return { statements: [] };
  }
  return reader.readBlock(reader);
}

function parseIf(reader: PineReader): Expression {
  const place = placeOf(expectWord(reader, 'if'));
  const branches: Branch[] = [parseBranch(reader, place)];
  let otherwise: Block | null = null;
  for (;;) {
    const at = atElse(reader);
    if (at === null) break;
    reader.at = at;
    const elsePlace = placeOf(expectWord(reader, 'else'));
    if (acceptWord(reader, 'if')) {
      branches.push(parseBranch(reader, elsePlace));
      continue;
    }
    otherwise = parseIndented(reader, "the block of 'else'");
    break;
  }
  return { kind: 'if', ...place, branches, otherwise };
}

/** Where `else` stands; null where none follows. */
function atElse(reader: PineReader): number | null {
  const ahead = current(reader).type === NEWLINE ? 1 : 0;
  const { type, text } = peek(reader, ahead);
  return type === 'name' && text === 'else' ? reader.at + ahead : null;
}

function parseBranch(reader: PineReader, place: Place): Branch {
  const condition = parseExpression(reader);
  if (current(reader).type === '=')
    fail(reader, 'the end of the line expected', "to compare, write '=='");
  return { ...place, condition, block: parseIndented(reader, "the block of 'if'") };
}

function parseSwitch(reader: PineReader): Expression {
  const place = placeOf(expectWord(reader, 'switch'));
  const subject = current(reader).type === NEWLINE ? null : parseExpression(reader);
  if (current(reader).type !== NEWLINE || peek(reader, 1).type !== INDENT)
    fail(reader, 'indented cases expected', "write 'value => result' on lines of their own");
  next(reader);
  next(reader);
  const cases: SwitchCase[] = [];
  for (;;) {
    const { type } = current(reader);
    if (type === NEWLINE) next(reader);
    else if (type === DEDENT || type === END_OF_SOURCE) break;
    else cases.push(parseCase(reader));
  }
  accept(reader, DEDENT);
  return { kind: 'switch', ...place, subject, cases };
}

function parseCase(reader: PineReader): SwitchCase {
  const place = placeOf(current(reader));
  const condition = current(reader).type === '=>' ? null : parseExpression(reader);
  expect(reader, '=>', "a case is 'value => result'");
  return { ...place, condition, block: parseBody(reader) };
}

/** What stands behind `=>`: statements in this line, or an indented block. */
export function parseBody(reader: PineReader): Block {
  return reader.readBlock(reader);
}

function parseFor(reader: PineReader): Expression {
  const place = placeOf(expectWord(reader, 'for'));
  if (current(reader).type === '[') return parseForPairs(reader, place);
  tryTypeBeforeFor(reader);
  const { text: variable } = expectName(reader, 'the name of a counter');
  if (acceptWord(reader, 'in')) {
    const collection = parseExpression(reader);
    const block = parseIndented(reader, "the block of 'for'");
    return { kind: 'forIn', ...place, indexVariable: null, variable, collection, block };
  }
  expect(reader, '=', "write 'for i = 0 to 9' or 'for item in list'");
  const from = parseExpression(reader);
  expectWord(reader, 'to');
  const to = parseExpression(reader);
  const step = acceptWord(reader, 'by') ? parseExpression(reader) : null;
  const block = parseIndented(reader, "the block of 'for'");
  return { kind: 'for', ...place, variable, from, to, step, block };
}

/** `for int i = 0 to 9`: the type adds nothing. */
function tryTypeBeforeFor(reader: PineReader): void {
  if (peek(reader, 1).type === '=' || peek(reader, 1).text === 'in') return;
  tryTypeBeforeName(reader);
}

function parseForPairs(reader: PineReader, place: Place): Expression {
  expect(reader, '[');
  const { text: indexVariable } = expectName(reader, 'the name of an index or a key');
  expect(reader, ',');
  const { text: variable } = expectName(reader, 'a name');
  expect(reader, ']');
  if (!isWord(reader, 'in')) fail(reader, "'in' expected", "write 'for [index, item] in list'");
  next(reader);
  const collection = parseExpression(reader);
  const block = parseIndented(reader, "the block of 'for'");
  return { kind: 'forIn', ...place, indexVariable, variable, collection, block };
}

const ASSIGNS: ReadonlySet<string> = new Set(['=', ':=', '=>', '+=', '-=', '*=', '/=', '%=']);

/** A variable or a function may be called so too: a structure has a block, and assigns nothing. */
function beginsOnce(reader: PineReader): boolean {
  let depth = 0;
  for (let ahead = 1; ; ahead += 1) {
    const { type } = peek(reader, ahead);
    if (type === NEWLINE) return peek(reader, ahead + 1).type === INDENT;
    if (type === END_OF_SOURCE || (depth === 0 && ASSIGNS.has(type))) return false;
    if (type === '(' || type === '[') depth += 1;
    else if (type === ')' || type === ']') depth -= 1;
  }
}

function parseOnce(reader: PineReader): Expression {
  const place = placeOf(expectWord(reader, 'once'));
  const condition = current(reader).type === NEWLINE ? null : parseExpression(reader);
  return {
    kind: 'once',
    ...place,
    condition,
    block: parseIndented(reader, "the block of 'once'"),
  };
}

function parseWhile(reader: PineReader): Expression {
  const place = placeOf(expectWord(reader, 'while'));
  const condition = parseExpression(reader);
  return {
    kind: 'while',
    ...place,
    condition,
    block: parseIndented(reader, "the block of 'while'"),
  };
}
