// Expressions. Suffixes (calls, indexes) and operands are read by recursive descent, operators by
// precedence: one loop reads all that bind tighter than its left neighbour.

import {
  CALL_VALUES_MAX,
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
  peekType,
} from '#lua/syntax/token-reader.ts';
import type { TokenReader } from '#lua/syntax/token-reader.ts';
import type { Token } from '#lua/syntax/token.ts';
import type {
  BinaryOperator,
  Expression,
  StringLiteral,
  TableItem,
  UnaryOperator,
} from '#lua/syntax/tree.ts';

type Priority = { readonly left: number; readonly right: number };

/** A larger number binds tighter; left above right associates to the right. */
const PRIORITIES: ReadonlyMap<string, Priority> = new Map([
  ['or', { left: 1, right: 1 }],
  ['and', { left: 2, right: 2 }],
  ...['<', '>', '<=', '>=', '~=', '=='].map((type) => [type, { left: 3, right: 3 }] as const),
  ['|', { left: 4, right: 4 }],
  ['~', { left: 5, right: 5 }],
  ['&', { left: 6, right: 6 }],
  ['<<', { left: 7, right: 7 }],
  ['>>', { left: 7, right: 7 }],
  ['..', { left: 9, right: 8 }],
  ['+', { left: 10, right: 10 }],
  ['-', { left: 10, right: 10 }],
  ...['*', '/', '//', '%'].map((type) => [type, { left: 11, right: 11 }] as const),
  ['^', { left: 14, right: 13 }],
]);

const UNARY_PRIORITY = 12;
const UNARY: ReadonlySet<string> = new Set(['not', '-', '#', '~']);

function leaf(token: Token): { line: number; column: number; height: number } {
  return { line: token.line, column: token.column, height: 1 };
}

function place(token: Token): { line: number; column: number } {
  return { line: token.line, column: token.column };
}

function stringFrom(token: Token): StringLiteral {
  return { kind: 'string', bytes: token.text, ...leaf(token) };
}

/** Parses one expression or more, between commas. */
export function parseExpressionList(reader: TokenReader): Expression[] {
  const list = [parseExpression(reader)];
  while (accept(reader, ',')) list.push(parseExpression(reader));
  return list;
}

function parsePrimary(reader: TokenReader): Expression {
  const token = current(reader);
  if (token.type === 'name') {
    next(reader);
    return { kind: 'name', name: token.text, ...leaf(token) };
  }
  if (token.type !== '(') return fail(reader, 'unexpected symbol');
  next(reader);
  const inner = parseExpression(reader);
  expectClosing(reader, ')', token);
  return {
    kind: 'parenthesized',
    inner,
    ...place(token),
    height: heightOver(reader, inner.height),
  };
}

function parseArguments(reader: TokenReader): Expression[] {
  const token = current(reader);
  if (token.type === 'string') return [stringFrom(next(reader))];
  if (token.type === '{') return [parseTable(reader)];
  if (token.type !== '(') return fail(reader, 'function arguments expected');
  next(reader);
  if (accept(reader, ')')) return [];
  const args = parseExpressionList(reader);
  if (args.length > CALL_VALUES_MAX) {
    complain(reader, token, `too many arguments (limit is ${CALL_VALUES_MAX})`);
  }
  expectClosing(reader, ')', token);
  return args;
}

function heights(list: readonly Expression[]): number {
  return list.reduce((height, item) => Math.max(height, item.height), 0);
}

function parseSuffix(reader: TokenReader, object: Expression): Expression | null {
  const token = current(reader);
  switch (token.type) {
    case '.': {
      next(reader);
      const key = stringFrom(expectName(reader));
      const height = heightOver(reader, object.height);
      return { kind: 'index', object, key, ...place(token), height };
    }
    case '[': {
      next(reader);
      const key = parseExpression(reader);
      expect(reader, ']');
      const height = heightOver(reader, object.height, key.height);
      return { kind: 'index', object, key, ...place(token), height };
    }
    case ':': {
      next(reader);
      const name = expectName(reader).text;
      const args = parseArguments(reader);
      const height = heightOver(reader, object.height, heights(args));
      return { kind: 'method', object, name, args, ...place(token), height };
    }
    case '(':
    case 'string':
    case '{': {
      const args = parseArguments(reader);
      const height = heightOver(reader, object.height, heights(args));
      return { kind: 'call', callee: object, args, ...place(token), height };
    }
    default:
      return null;
  }
}

/** A name or parenthesis with all its calls and indexes. */
export function parseSuffixed(reader: TokenReader): Expression {
  let expression = parsePrimary(reader);
  for (;;) {
    const longer = parseSuffix(reader, expression);
    if (longer === null) return expression;
    expression = longer;
  }
}

function parseTableItem(reader: TokenReader): TableItem {
  const token = current(reader);
  if (token.type === 'name' && peekType(reader) === '=') {
    const key = stringFrom(next(reader));
    next(reader);
    return { kind: 'keyed', key, value: parseExpression(reader) };
  }
  if (token.type !== '[') return { kind: 'positional', value: parseExpression(reader) };
  next(reader);
  const key = parseExpression(reader);
  expect(reader, ']');
  expect(reader, '=');
  return { kind: 'keyed', key, value: parseExpression(reader) };
}

function parseTable(reader: TokenReader): Expression {
  const opening = expect(reader, '{');
  const items: TableItem[] = [];
  let tallest = 0;
  while (current(reader).type !== '}') {
    const item = parseTableItem(reader);
    tallest = Math.max(tallest, item.value.height, item.kind === 'keyed' ? item.key.height : 0);
    items.push(item);
    if (!accept(reader, ',') && !accept(reader, ';')) break;
  }
  expectClosing(reader, '}', opening);
  return { kind: 'table', items, ...place(opening), height: heightOver(reader, tallest) };
}

function parseFunction(reader: TokenReader): Expression {
  const token = next(reader);
  return reader.readFunction(reader, token, { title: 'anonymous', hasSelf: false });
}

function parseLambda(reader: TokenReader): Expression {
  const token = next(reader);
  return reader.readFunction(reader, token, { title: 'anonymous', hasSelf: false, isLambda: true });
}

function parseSimple(reader: TokenReader): Expression {
  const token = current(reader);
  switch (token.type) {
    case 'number':
      next(reader);
      return { kind: 'number', value: token.number, ...leaf(token) };
    case 'string':
      return stringFrom(next(reader));
    case 'nil':
    case 'true':
    case 'false':
      next(reader);
      return { kind: token.type, ...leaf(token) };
    case '...':
      if (reader.functions.at(-1)?.isVararg !== true) {
        fail(reader, "cannot use '...' outside a vararg function");
      }
      next(reader);
      return { kind: 'varargs', ...leaf(token) };
    case '{':
      return parseTable(reader);
    case 'function':
      return parseFunction(reader);
    // MoonSharp's short form of a function. A stroke between operands is the bitwise operator.
    case '|':
      return parseLambda(reader);
    default:
      return parseSuffixed(reader);
  }
}

function parseOperand(reader: TokenReader): Expression {
  const token = current(reader);
  if (!UNARY.has(token.type)) return parseSimple(reader);
  next(reader);
  const operand = parseAbove(reader, UNARY_PRIORITY);
  const height = heightOver(reader, operand.height);
  return { kind: 'unary', operator: token.type as UnaryOperator, operand, ...place(token), height };
}

function parseAbove(reader: TokenReader, limit: number): Expression {
  return nested(reader, () => {
    let left = parseOperand(reader);
    for (;;) {
      const token = current(reader);
      const priority = PRIORITIES.get(token.type);
      if (priority === undefined || priority.left <= limit) return left;
      next(reader);
      const right = parseAbove(reader, priority.right);
      const sides = { left, right, ...place(token) };
      const height = heightOver(reader, left.height, right.height);
      left =
        token.type === 'and' || token.type === 'or'
          ? { kind: 'logical', operator: token.type, ...sides, height }
          : { kind: 'binary', operator: token.type as BinaryOperator, ...sides, height };
    }
  });
}

/** Parses an expression; a mistake is thrown. */
export function parseExpression(reader: TokenReader): Expression {
  return parseAbove(reader, 0);
}
