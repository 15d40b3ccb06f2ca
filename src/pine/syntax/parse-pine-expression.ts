// Expressions, by the precedence of the manual: history and members bind most, then signs and
// `not`, products, sums, comparisons, equalities, `and`, `or`, and `?:` least.

import {
  accept,
  complain,
  current,
  expect,
  expectName,
  fail,
  nested,
  next,
  peek,
  placeOf,
} from '#pine/syntax/pine-reader.ts';
import type { PineReader } from '#pine/syntax/pine-reader.ts';
import { tryTypeParameters } from '#pine/syntax/parse-pine-type.ts';
import { PineSyntaxFault } from '#pine/syntax/pine-reader.ts';
import type {
  Argument,
  BinaryOperator,
  Expression,
  Place,
  TypeName,
} from '#pine/syntax/pine-tree.ts';
import { NEWLINE, RESERVED_WORDS } from '#pine/syntax/pine-token.ts';

const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ['or'],
  ['and'],
  ['==', '!='],
  ['>', '<', '>=', '<='],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Operators and members of one statement: later passes walk down each of them. */
const LINKS_MAX = 2_000;

function link(reader: PineReader): void {
  reader.links += 1;
  if (reader.links <= LINKS_MAX) return;
  complain(reader, current(reader), `more than ${LINKS_MAX} operators in one statement`);
  reader.isGivenUp = true;
  reader.at = reader.tokens.length - 1;
  throw new PineSyntaxFault('too long');
}

/** The value of a variable or of an assignment: an expression or a structure. */
export function parseValue(reader: PineReader): Expression {
  return reader.readStructure(reader) ?? parseExpression(reader);
}

/** Parses an expression; a mistake is thrown, and nesting is bounded. */
export function parseExpression(reader: PineReader): Expression {
  return nested(reader, () => {
    const condition = parseBinary(reader, 0);
    if (current(reader).type !== '?') return condition;
    const place = placeOf(next(reader));
    const yes = parseExpression(reader);
    expect(reader, ':', "'a ? b : c' has both a '?' and a ':'");
    const no = parseExpression(reader);
    return { kind: 'ternary', ...place, condition, yes, no };
  });
}

function parseBinary(reader: PineReader, level: number): Expression {
  const operators = LEVELS[level];
  if (operators === undefined) return parseUnary(reader);
  let left = parseBinary(reader, level + 1);
  for (;;) {
    const { type } = current(reader);
    const operator = operators.find((each) => each === type);
    if (operator === undefined) return left;
    link(reader);
    const place = placeOf(next(reader));
    const right = parseBinary(reader, level + 1);
    left = { kind: 'binary', ...place, operator, left, right };
  }
}

function parseUnary(reader: PineReader): Expression {
  const { type } = current(reader);
  if (type !== '-' && type !== '+' && type !== 'not') return parsePostfix(reader);
  const place = placeOf(next(reader));
  const operand = nested(reader, () => parseUnary(reader));
  return { kind: 'unary', ...place, operator: type, operand };
}

function parsePostfix(reader: PineReader): Expression {
  let value = parsePrimary(reader);
  for (;;) {
    const token = current(reader);
    const place = placeOf(token);
    if (accept(reader, '.')) {
      const { text: name } = expectName(reader, "a name behind '.'");
      value = { kind: 'member', ...place, object: value, name };
    } else if (token.type === '[') {
      value = parseHistory(reader, value);
    } else if (token.type === '(') {
      value = parseCall(reader, value, []);
    } else {
      const typeParameters = isGeneric(value) ? tryTypeParameters(reader) : null;
      if (typeParameters === null) return value;
      value = parseCall(reader, value, typeParameters);
    }
    link(reader);
  }
}

function isCallee({ kind }: Expression): boolean {
  return kind === 'name' || kind === 'member';
}

/** `array.new`, `array.from`, `matrix.new` and `map.new` take types; elsewhere `<` compares. */
function isGeneric(value: Expression): boolean {
  return value.kind === 'member' && (value.name === 'new' || value.name === 'from');
}

function parseHistory(reader: PineReader, value: Expression): Expression {
  const place = placeOf(expect(reader, '['));
  const offset = parseExpression(reader);
  expect(reader, ']');
  return { kind: 'history', ...place, value, offset };
}

function parseCall(
  reader: PineReader,
  callee: Expression,
  typeParameters: readonly TypeName[],
): Expression {
  const opening = current(reader);
  if (!isCallee(callee)) fail(reader, 'an operator expected', 'only a name can be called');
  next(reader);
  const listed: Argument[] = [];
  while (current(reader).type !== ')') {
    listed.push(parseArgument(reader, listed));
    if (!accept(reader, ',')) break;
  }
  expect(reader, ')', closingHint(reader, opening));
  const { line, column } = startOf(callee);
  return { kind: 'call', line, column, callee, typeParameters, arguments: listed };
}

function closingHint(reader: PineReader, opening: Place): string | null {
  const { line } = current(reader);
  return line === opening.line ? null : `to close '(' of line ${opening.line}`;
}

/** Where an expression begins: a call is named by its callee. */
function startOf(expression: Expression): Place {
  let start = expression;
  while (start.kind === 'member') start = start.object;
  return placeOf(start);
}

function parseArgument(reader: PineReader, before: readonly Argument[]): Argument {
  const token = current(reader);
  const place = placeOf(token);
  if (token.type === 'name' && peek(reader, 1).type === '=') {
    next(reader);
    next(reader);
    return { ...place, name: token.text, value: parseExpression(reader) };
  }
  const value = parseExpression(reader);
  if (before.some(({ name }) => name !== null))
    complain(reader, place, 'an argument without a name stands behind one with a name');
  return { ...place, name: null, value };
}

function parsePrimary(reader: PineReader): Expression {
  const token = current(reader);
  const place = placeOf(token);
  switch (token.type) {
    case 'integer':
    case 'float':
      next(reader);
      return { kind: token.type, ...place, value: Number(token.text) };
    case 'string':
      next(reader);
      return { kind: 'text', ...place, value: token.text };
    case 'color':
      next(reader);
      return { kind: 'color', ...place, value: token.text };
    case 'name':
      return parseName(reader);
    case '(': {
      next(reader);
      const value = parseExpression(reader);
      expect(reader, ')', closingHint(reader, token));
      return value;
    }
    case '[':
      return parseTuple(reader);
  }
  return fail(reader, 'a value expected', valueHint(token.type));
}

function valueHint(type: string): string | null {
  if (type === '=') return "to compare, write '=='";
  return type === NEWLINE ? 'the line ends too early' : null;
}

function parseName(reader: PineReader): Expression {
  const token = current(reader);
  const place = placeOf(token);
  if (token.text === 'true' || token.text === 'false') {
    next(reader);
    return { kind: 'boolean', ...place, value: token.text === 'true' };
  }
  if (RESERVED_WORDS.has(token.text)) {
    const hint = `'${token.text}' is a word of the language; '${token.text}' structures stand alone or behind '=', ':=' and '=>'`;
    fail(reader, 'a value expected', hint);
  }
  next(reader);
  return { kind: 'name', ...place, name: token.text };
}

function parseTuple(reader: PineReader): Expression {
  const place = placeOf(expect(reader, '['));
  const items: Expression[] = [];
  while (current(reader).type !== ']') {
    items.push(parseExpression(reader));
    if (!accept(reader, ',')) break;
  }
  expect(reader, ']');
  if (items.length === 0) complain(reader, place, "a tuple has values: '[a, b]'");
  return { kind: 'tuple', ...place, items };
}
