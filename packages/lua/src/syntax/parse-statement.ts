// Statements and blocks. A statement that cannot be read is reported once; reading goes on at the
// next place where a statement can begin, so that all mistakes of a script are found in one pass.

import {
  parseExpression,
  parseExpressionList,
  parseSuffixed,
} from '#lua/syntax/parse-expression.ts';
import {
  CALL_VALUES_MAX,
  SYNTAX_LEVELS_MAX,
  SyntaxFault,
  accept,
  complain,
  current,
  expect,
  expectClosing,
  expectName,
  fail,
  heightOver,
  nested,
  next,
} from '#lua/syntax/token-reader.ts';
import type { FunctionForm, TokenReader } from '#lua/syntax/token-reader.ts';
import type { Token } from '#lua/syntax/token.ts';
import type {
  Block,
  Declaration,
  Expression,
  FunctionExpression,
  Index,
  Name,
  Statement,
} from '#lua/syntax/tree.ts';

const BLOCK_ENDS: ReadonlySet<string> = new Set(['else', 'elseif', 'end', 'until', '<eof>']);
const STARTS: ReadonlySet<string> = new Set([
  'local',
  'if',
  'while',
  'for',
  'function',
  'repeat',
  'return',
  'break',
  'goto',
  'do',
  '::',
]);
const OPENERS: ReadonlySet<string> = new Set(['for', 'while', 'if']);
const DIAGNOSTICS_MAX = 100;

function place(token: Token): { line: number; column: number } {
  return { line: token.line, column: token.column };
}

function declare(token: Token, attribute: Declaration['attribute'] = null): Declaration {
  return { name: token.text, attribute, ...place(token) };
}

function skipToThen(reader: TokenReader): void {
  while (!BLOCK_ENDS.has(current(reader).type)) {
    if (next(reader).type === 'then') return;
  }
}

/**
 * Reads the body of a statement whose head was broken, so that its `end` is not taken for a stray
 * one.
 */
function readOrphanedBody(reader: TokenReader): void {
  parseBlock(reader);
  for (;;) {
    if (accept(reader, 'elseif')) skipToThen(reader);
    else if (!accept(reader, 'else')) break;
    parseBlock(reader);
  }
  accept(reader, 'end');
}

/**
 * Skips to where a statement can begin: a block's end, a statement's keyword, or the next line's
 * name.
 */
function resume(reader: TokenReader, opening: Token, failed: Token): void {
  while (current(reader).type !== '<eof>') {
    const token = current(reader);
    const opensBody = token.type === 'do' || token.type === 'then';
    if (opensBody && OPENERS.has(opening.type)) {
      next(reader);
      readOrphanedBody(reader);
      return;
    }
    if (BLOCK_ENDS.has(token.type)) return;
    if (token.start > failed.start && STARTS.has(token.type)) return;
    if (token.line > failed.line && token.type === 'name') return;
    next(reader);
  }
}

function readStatementOrResume(reader: TokenReader, statements: Statement[]): void {
  const start = reader.at;
  const opening = current(reader);
  const depth = reader.depth;
  const functions = reader.functions.length;
  try {
    const statement = parseStatement(reader);
    if (statement !== null) statements.push(statement);
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault;
    const isFunctionHead = reader.functions.length === functions && isFunctionAt(reader, start);
    reader.depth = depth;
    reader.functions.length = functions;
    if (reader.diagnostics.length >= DIAGNOSTICS_MAX) reader.at = reader.tokens.length - 1;
    const failed = current(reader);
    if (reader.at === start) next(reader);
    if (isFunctionHead && depth < SYNTAX_LEVELS_MAX) {
      skipParameters(reader, failed);
      readOrphanedBody(reader);
    } else resume(reader, opening, failed);
  }
}

function skipParameters(reader: TokenReader, failed: Token): void {
  const start = reader.at;
  while (current(reader).type !== '<eof>' && current(reader).line === failed.line) {
    if (next(reader).type === ')') return;
  }
  reader.at = start;
}

function isFunctionAt(reader: TokenReader, at: number): boolean {
  const type = reader.tokens[at]?.type;
  if (type === 'function') return true;
  return type === 'local' && reader.tokens[at + 1]?.type === 'function';
}

/** Statements up to what ends a block; the ending token is left for the caller. */
export function parseBlock(reader: TokenReader, opening: Token | null = null): Block {
  const statements: Statement[] = [];
  while (!BLOCK_ENDS.has(current(reader).type)) {
    const isReturn = current(reader).type === 'return';
    readStatementOrResume(reader, statements);
    if (isReturn && !BLOCK_ENDS.has(current(reader).type)) {
      if (statements.at(-1)?.kind === 'return') {
        complainAfterReturn(reader, opening);
      }
    }
  }
  return { statements, endLine: current(reader).line };
}

/** A return ends its block; what follows is read all the same, to find its mistakes too. */
function complainAfterReturn(reader: TokenReader, opening: Token | null): void {
  try {
    if (opening === null) fail(reader, '<eof> expected');
    expectClosing(reader, opening.type === 'repeat' ? 'until' : 'end', opening);
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault;
  }
}

function parseBlockUntilEnd(reader: TokenReader, opening: Token): Block {
  const block = parseBlock(reader, opening);
  expectClosing(reader, 'end', opening);
  return block;
}

/** Parameters up to the token that closes their list. */
function parseParameters(
  reader: TokenReader,
  closing: ')' | '|',
): { names: Declaration[]; isVararg: boolean } {
  const names: Declaration[] = [];
  if (accept(reader, closing)) return { names, isVararg: false };
  do {
    if (accept(reader, '...')) {
      expect(reader, closing);
      return { names, isVararg: true };
    }
    if (current(reader).type !== 'name') fail(reader, "<name> or '...' expected");
    names.push(declare(next(reader)));
  } while (accept(reader, ','));
  expect(reader, closing);
  return { names, isVararg: false };
}

/** What a lambda gives, as the block of a function. */
function parseLambdaBlock(reader: TokenReader): Block {
  const start = place(current(reader));
  const value = parseExpression(reader);
  return { statements: [{ kind: 'return', values: [value], ...start }], endLine: start.line };
}

/** Parameters and body of a function whose `function` token, or first stroke, was read. */
export function parseFunctionBody(
  reader: TokenReader,
  opening: Token,
  options: FunctionForm,
): FunctionExpression {
  const outerTallest = reader.tallest;
  reader.tallest = 0;
  const isLambda = options.isLambda === true;
  if (!isLambda) expect(reader, '(');
  const { names, isVararg } = parseParameters(reader, isLambda ? '|' : ')');
  if (names.length > CALL_VALUES_MAX) {
    complain(reader, opening, `too many parameters (limit is ${CALL_VALUES_MAX})`);
  }
  const self: Declaration = { name: 'self', attribute: null, ...place(opening) };
  const parameters = options.hasSelf ? [self, ...names] : names;
  reader.functions.push({ isVararg, line: opening.line });
  const block = nested(reader, () =>
    isLambda ? parseLambdaBlock(reader) : parseBlockUntilEnd(reader, opening),
  );
  reader.functions.pop();
  const height = heightOver(reader, reader.tallest);
  reader.tallest = Math.max(outerTallest, height);
  const body = { title: options.title, parameters, isVararg, block, ...place(opening) };
  return { kind: 'function', body, ...place(opening), height };
}

function parseIf(reader: TokenReader): Statement {
  const opening = next(reader);
  const clauses: { condition: Expression; block: Block }[] = [];
  let otherwise: Block | null = null;
  for (;;) {
    const condition = parseExpression(reader);
    expect(reader, 'then');
    clauses.push({ condition, block: parseBlock(reader, opening) });
    if (accept(reader, 'elseif')) continue;
    if (accept(reader, 'else')) otherwise = parseBlock(reader, opening);
    expectClosing(reader, 'end', opening);
    return { kind: 'if', clauses, otherwise, ...place(opening) };
  }
}

function parseFor(reader: TokenReader): Statement {
  const opening = next(reader);
  const first = expectName(reader);
  const type = current(reader).type;
  if (type === '=') return parseNumericFor(reader, opening, first);
  if (type !== ',' && type !== 'in') fail(reader, "'=' or 'in' expected");
  const names = [declare(first)];
  while (accept(reader, ',')) names.push(declare(expectName(reader)));
  expect(reader, 'in');
  const values = parseExpressionList(reader);
  expect(reader, 'do');
  const block = parseBlockUntilEnd(reader, opening);
  return { kind: 'generic-for', names, values, block, ...place(opening) };
}

function parseNumericFor(reader: TokenReader, opening: Token, name: Token): Statement {
  next(reader);
  const start = parseExpression(reader);
  expect(reader, ',');
  const limit = parseExpression(reader);
  const step = accept(reader, ',') ? parseExpression(reader) : null;
  expect(reader, 'do');
  const block = parseBlockUntilEnd(reader, opening);
  const variable = declare(name);
  return { kind: 'numeric-for', variable, start, limit, step, block, ...place(opening) };
}

function parseAttribute(reader: TokenReader): Declaration['attribute'] {
  if (!accept(reader, '<')) return null;
  const token = expectName(reader);
  expect(reader, '>');
  if (token.text === 'const' || token.text === 'close') return token.text;
  complain(reader, token, `unknown attribute '${token.text}'`);
  return null;
}

function parseLocal(reader: TokenReader): Statement {
  const opening = next(reader);
  if (current(reader).type === 'function') {
    const keyword = next(reader);
    const name = expectName(reader);
    const value = parseFunctionBody(reader, keyword, { title: name.text, hasSelf: false });
    return { kind: 'local-function', variable: declare(name), value, ...place(opening) };
  }
  const names: Declaration[] = [];
  do {
    const name = expectName(reader);
    names.push(declare(name, parseAttribute(reader)));
  } while (accept(reader, ','));
  if (names.filter((name) => name.attribute === 'close').length > 1) {
    complain(reader, opening, 'multiple to-be-closed variables in local list');
  }
  const values = accept(reader, '=') ? parseExpressionList(reader) : [];
  return { kind: 'local', names, values, ...place(opening) };
}

function parseFunctionStatement(reader: TokenReader): Statement {
  const opening = next(reader);
  const first = expectName(reader);
  let target: Name | Index = { kind: 'name', name: first.text, ...place(first), height: 1 };
  let title = first.text;
  let hasSelf = false;
  while (current(reader).type === '.' || current(reader).type === ':') {
    const separator = next(reader);
    const name = expectName(reader);
    const key = { kind: 'string', bytes: name.text, ...place(name), height: 1 } as const;
    const height = heightOver(reader, target.height);
    target = { kind: 'index', object: target, key, ...place(separator), height };
    title += separator.type + name.text;
    hasSelf = separator.type === ':';
    if (hasSelf) break;
  }
  const value = parseFunctionBody(reader, opening, { title, hasSelf });
  return { kind: 'assign', targets: [target], values: [value], ...place(opening) };
}

function parseReturn(reader: TokenReader): Statement {
  const opening = next(reader);
  const type = current(reader).type;
  const values = BLOCK_ENDS.has(type) || type === ';' ? [] : parseExpressionList(reader);
  accept(reader, ';');
  return { kind: 'return', values, ...place(opening) };
}

function asTarget(reader: TokenReader, expression: Expression): Name | Index {
  if (expression.kind === 'name' || expression.kind === 'index') return expression;
  return fail(reader, 'syntax error');
}

function parseExpressionStatement(reader: TokenReader): Statement {
  const start = current(reader);
  const first = parseSuffixed(reader);
  const type = current(reader).type;
  if (type !== '=' && type !== ',') {
    if (first.kind !== 'call' && first.kind !== 'method') return fail(reader, 'syntax error');
    return { kind: 'call', call: first, ...place(start) };
  }
  const targets = [asTarget(reader, first)];
  while (accept(reader, ',')) targets.push(asTarget(reader, parseSuffixed(reader)));
  expect(reader, '=');
  return { kind: 'assign', targets, values: parseExpressionList(reader), ...place(start) };
}

function parseRepeat(reader: TokenReader): Statement {
  const opening = next(reader);
  const block = parseBlock(reader, opening);
  expectClosing(reader, 'until', opening);
  return { kind: 'repeat', block, condition: parseExpression(reader), ...place(opening) };
}

function parseWhile(reader: TokenReader): Statement {
  const opening = next(reader);
  const condition = parseExpression(reader);
  expect(reader, 'do');
  const block = parseBlockUntilEnd(reader, opening);
  return { kind: 'while', condition, block, ...place(opening) };
}

function parseDo(reader: TokenReader): Statement {
  const opening = next(reader);
  return { kind: 'do', block: parseBlockUntilEnd(reader, opening), ...place(opening) };
}

function parseLabel(reader: TokenReader): Statement {
  const opening = next(reader);
  const name = expectName(reader).text;
  expect(reader, '::');
  return { kind: 'label', name, ...place(opening) };
}

function parseGoto(reader: TokenReader): Statement {
  const opening = next(reader);
  return { kind: 'goto', label: expectName(reader).text, ...place(opening) };
}

const PARSERS: ReadonlyMap<string, (reader: TokenReader) => Statement> = new Map([
  ['if', parseIf],
  ['while', parseWhile],
  ['do', parseDo],
  ['for', parseFor],
  ['repeat', parseRepeat],
  ['function', parseFunctionStatement],
  ['local', parseLocal],
  ['return', parseReturn],
  ['goto', parseGoto],
  ['::', parseLabel],
]);

/** One statement; null for an empty one. */
function parseStatement(reader: TokenReader): Statement | null {
  const token = current(reader);
  if (accept(reader, ';')) return null;
  if (accept(reader, 'break')) return { kind: 'break', ...place(token) };
  const parse = PARSERS.get(token.type) ?? parseExpressionStatement;
  return nested(reader, () => parse(reader));
}
