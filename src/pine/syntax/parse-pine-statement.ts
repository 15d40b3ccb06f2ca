// Statements and blocks. A statement that cannot be read is reported once and left out, with the
// block that belongs to it.

import { parseExpression, parseValue } from '#pine/syntax/parse-pine-expression.ts';
import { parseDefinition } from '#pine/syntax/parse-pine-definition.ts';
import { tryReading, tryTypeBeforeName } from '#pine/syntax/parse-pine-type.ts';
import {
  PineSyntaxFault,
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
  quoted,
} from '#pine/syntax/pine-reader.ts';
import type { PineReader } from '#pine/syntax/pine-reader.ts';
import { DEDENT, END_OF_SOURCE, INDENT, NEWLINE } from '#pine/syntax/pine-token.ts';
import type {
  AssignOperator,
  Block,
  Expression,
  Place,
  Statement,
  TypeName,
  VariableStatement,
} from '#pine/syntax/pine-tree.ts';

const ASSIGN_OPERATORS: ReadonlySet<string> = new Set([':=', '+=', '-=', '*=', '/=', '%=']);

/** An indented block, or the statements of the rest of the line. */
export function parsePineBlock(reader: PineReader): Block {
  return nested(reader, () => {
    if (current(reader).type !== NEWLINE) return { statements: parseLine(reader) };
    if (peek(reader, 1).type !== INDENT) {
      const hint = 'indent the lines of a block by four more spaces';
      fail(reader, 'a value or an indented block expected', hint);
    }
    next(reader);
    next(reader);
    const statements = parseStatements(reader);
    accept(reader, DEDENT);
    return { statements };
  });
}

/** Up to the end of the block or of the script. */
export function parseStatements(reader: PineReader): Statement[] {
  const statements: Statement[] = [];
  for (;;) {
    const token = current(reader);
    if (token.type === DEDENT || token.type === END_OF_SOURCE) return statements;
    if (token.type === NEWLINE) {
      next(reader);
      continue;
    }
    const from = reader.at;
    try {
      if (token.type === INDENT) refuseIndent(reader);
      const read = parseLine(reader);
      endLine(reader);
      statements.push(...read);
    } catch (fault) {
      if (!(fault instanceof PineSyntaxFault)) throw fault;
      skipStatement(reader, from);
    }
  }
}

function refuseIndent(reader: PineReader): never {
  next(reader);
  const why = 'an indented line, but nothing above it opens a block';
  const hint = 'a line that continues another must not be indented by a multiple of four';
  complain(reader, current(reader), `${why}; ${hint}`);
  throw new PineSyntaxFault(why);
}

/** A structure ends behind its block, where the next line has begun. */
function endLine(reader: PineReader): void {
  const { type } = current(reader);
  if (type === NEWLINE || type === DEDENT || type === END_OF_SOURCE) return;
  if (reader.tokens[reader.at - 1]?.type === DEDENT) return;
  fail(reader, 'the end of the line expected', endHint(reader));
}

function endHint(reader: PineReader): string | null {
  const { type, text } = current(reader);
  if (type === '=') return "to compare, write '=='; to change a variable, write ':='";
  if (type === '=>') return "a function is 'name(parameters) => value'";
  if (type === 'name' && text === 'else') return "no 'if' of this indentation stands above";
  if (type === INDENT) return 'nothing above this line opens a block';
  return null;
}

/** Skips the line, and the block that is indented under it. */
function skipStatement(reader: PineReader, from: number): void {
  if (reader.at === from) next(reader);
  let depth = 0;
  for (let at = from; at < reader.at; at += 1) depth += depthOf(reader.tokens[at]?.type ?? '');
  for (;;) {
    const { type } = current(reader);
    if (type === END_OF_SOURCE) return;
    if (depth <= 0 && type === DEDENT) return;
    if (depth <= 0 && type === NEWLINE && peek(reader, 1).type !== INDENT) return;
    depth += depthOf(type);
    next(reader);
    if (depth <= 0 && type === DEDENT) return;
  }
}

function depthOf(type: string): number {
  if (type === INDENT) return 1;
  return type === DEDENT ? -1 : 0;
}

/** The statements of one line, which commas separate. */
function parseLine(reader: PineReader): Statement[] {
  const statements: Statement[] = [];
  do {
    reader.links = 0;
    statements.push(parseStatement(reader));
  } while (accept(reader, ','));
  return statements;
}

function parseStatement(reader: PineReader): Statement {
  const token = current(reader);
  const place = placeOf(token);
  if (token.type === '[') {
    const variables = tryTupleVariables(reader);
    if (variables !== null) return variables;
  }
  if (token.type !== 'name') return parseSimple(reader, place);
  if (token.text === 'break' || token.text === 'continue') {
    next(reader);
    return { kind: token.text, ...place };
  }
  if (token.text === 'var' || token.text === 'varip') {
    next(reader);
    return parseVariable(reader, place, token.text);
  }
  if (token.text === 'else') fail(reader, 'a statement expected', endHint(reader));
  const definition = parseDefinition(reader);
  if (definition !== null) return definition;
  const structure = reader.readStructure(reader);
  if (structure !== null) return { kind: 'expression', ...place, value: structure };
  if (beginsVariable(reader)) return parseVariable(reader, place, null);
  return parseSimple(reader, place);
}

/** `name =`, or a type and a name with `=`. */
function beginsVariable(reader: PineReader): boolean {
  if (peek(reader, 1).type === '=') return true;
  const { at } = reader;
  const type = tryTypeBeforeName(reader);
  const isVariable = type !== null && peek(reader, 1).type === '=';
  reader.at = at;
  return isVariable;
}

function parseVariable(
  reader: PineReader,
  place: Place,
  mode: VariableStatement['mode'],
): Statement {
  let type: TypeName | null = null;
  if (peek(reader, 1).type !== '=') type = tryTypeBeforeName(reader);
  const token = expectName(reader, 'the name of a variable');
  const { text: name } = token;
  const hint = mode === null ? null : `a '${mode}' variable has an initial value`;
  expect(reader, '=', hint);
  const value = parseValue(reader);
  return { kind: 'variable', ...place, mode, type, name, isExported: false, value };
}

function tryTupleVariables(reader: PineReader): Statement | null {
  const found = tryReading(reader, () => {
    const place = placeOf(expect(reader, '['));
    const names: (Place & { readonly name: string })[] = [];
    do {
      const token = expectName(reader, 'the name of a variable');
      names.push({ ...placeOf(token), name: token.text });
    } while (accept(reader, ','));
    expect(reader, ']');
    return accept(reader, '=') ? { place, names } : null;
  });
  if (found === null) return null;
  return { kind: 'tupleVariables', ...found.place, names: found.names, value: parseValue(reader) };
}

function parseSimple(reader: PineReader, place: Place): Statement {
  const value = parseExpression(reader);
  const token = current(reader);
  if (ASSIGN_OPERATORS.has(token.type)) {
    if (!isTarget(value)) {
      complain(reader, value, `${shape(value)} cannot be assigned to`);
    }
    next(reader);
    const operator = token.type as AssignOperator;
    return { kind: 'assignment', ...place, target: value, operator, value: parseValue(reader) };
  }
  if (token.type === '=' && value.kind === 'member') {
    fail(reader, "':=' expected", "a field is changed by ':='");
  }
  if (value.kind === 'name' && token.type === 'name') {
    const what = `an operator or the end of the line expected behind '${value.name}'`;
    complain(reader, token, `${what}, found ${quoted(token)}`);
    throw new PineSyntaxFault(what);
  }
  return { kind: 'expression', ...place, value };
}

function isTarget({ kind }: Expression): boolean {
  return kind === 'name' || kind === 'member';
}

function shape({ kind }: Expression): string {
  return kind === 'history' ? 'a past value' : 'only a variable or a field, not this value,';
}
