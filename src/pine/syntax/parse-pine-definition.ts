// Definitions: functions, methods, types, enums and imports.

import { parseExpression, parseValue } from '#pine/syntax/parse-pine-expression.ts';
import { parseBody } from '#pine/syntax/parse-pine-structure.ts';
import { parseType, tryTypeBeforeName } from '#pine/syntax/parse-pine-type.ts';
import {
  accept,
  acceptWord,
  complain,
  current,
  expect,
  expectName,
  fail,
  isWord,
  next,
  peek,
  placeOf,
} from '#pine/syntax/pine-reader.ts';
import type { PineReader } from '#pine/syntax/pine-reader.ts';
import { DEDENT, END_OF_SOURCE, INDENT, NEWLINE } from '#pine/syntax/pine-token.ts';
import type {
  EnumStatement,
  Field,
  Parameter,
  Place,
  Statement,
  TypeStatement,
} from '#pine/syntax/pine-tree.ts';

type Description = { readonly isExported: boolean; readonly isMethod: boolean };

/** Null where no definition begins. */
export function parseDefinition(reader: PineReader): Statement | null {
  const place = placeOf(current(reader));
  if (isWord(reader, 'import')) return parseImport(reader, place);
  const isExported = acceptWord(reader, 'export');
  const word = current(reader).text;
  const following = peek(reader, 1);
  if ((word === 'type' || word === 'enum') && following.type === 'name') {
    next(reader);
    return word === 'type'
      ? parseTypeDefinition(reader, place, isExported)
      : parseEnum(reader, place, isExported);
  }
  if (word === 'method' && following.type === 'name' && peek(reader, 2).type === '(') {
    next(reader);
    return parseFunction(reader, place, { isExported, isMethod: true });
  }
  if (beginsFunction(reader)) return parseFunction(reader, place, { isExported, isMethod: false });
  if (!isExported) return null;
  return parseExportedConstant(reader, place);
}

function parseExportedConstant(reader: PineReader, place: Place): Statement {
  const type = peek(reader, 1).type === '=' ? null : tryTypeBeforeName(reader);
  const { text: name } = expectName(reader, 'a function, a type or a constant');
  expect(reader, '=', 'functions, methods, types, enums and constants can be exported');
  const value = parseValue(reader);
  return { kind: 'variable', ...place, mode: null, type, name, isExported: true, value };
}

/** `name(...) =>`. */
function beginsFunction(reader: PineReader): boolean {
  if (current(reader).type !== 'name' || peek(reader, 1).type !== '(') return false;
  let depth = 0;
  for (let ahead = 1; ; ahead += 1) {
    const { type } = peek(reader, ahead);
    if (type === '(' || type === '[') depth += 1;
    else if (type === ')' || type === ']') depth -= 1;
    else if (type === END_OF_SOURCE || type === NEWLINE) return false;
    if (depth === 0) return peek(reader, ahead + 1).type === '=>';
  }
}

function parseFunction(reader: PineReader, place: Place, described: Description): Statement {
  const { text: name } = expectName(reader, 'the name of a function');
  expect(reader, '(');
  const parameters: Parameter[] = [];
  while (current(reader).type !== ')') {
    parameters.push(parseParameter(reader));
    if (!accept(reader, ',')) break;
  }
  expect(reader, ')');
  if (described.isMethod && (parameters[0]?.type ?? null) === null)
    complain(reader, place, `the first parameter of method '${name}' has a type: 'float x'`);
  expect(reader, '=>');
  const block = parseBody(reader);
  return { kind: 'function', ...place, name, ...described, parameters, block };
}

function parseParameter(reader: PineReader): Parameter {
  const type = tryTypeBeforeName(reader);
  const token = expectName(reader, 'the name of a parameter');
  const initial = accept(reader, '=') ? parseExpression(reader) : null;
  return { ...placeOf(token), name: token.text, type, initial };
}

/** The lines of an indented block, each read by `read`. */
function parseMembers(reader: PineReader, what: string, read: () => void): void {
  if (current(reader).type !== NEWLINE || peek(reader, 1).type !== INDENT)
    fail(reader, `the ${what} expected`, 'each on a line of its own, indented by four spaces');
  next(reader);
  next(reader);
  for (;;) {
    const { type } = current(reader);
    if (type === DEDENT || type === END_OF_SOURCE) break;
    if (type === NEWLINE) next(reader);
    else read();
  }
  accept(reader, DEDENT);
}

function parseTypeDefinition(reader: PineReader, place: Place, isExported: boolean): TypeStatement {
  const { text: name } = expectName(reader, 'the name of a type');
  const fields: Field[] = [];
  parseMembers(reader, 'fields of the type', () => {
    fields.push(parseField(reader));
  });
  return { kind: 'type', ...place, name, isExported, fields };
}

function parseField(reader: PineReader): Field {
  const isVarip = acceptWord(reader, 'varip');
  const type = parseType(reader);
  if (current(reader).type !== 'name')
    fail(reader, 'the name of a field expected', "a field has a type and a name: 'float price'");
  const token = next(reader);
  const initial = accept(reader, '=') ? parseExpression(reader) : null;
  return { ...placeOf(token), name: token.text, type, isVarip, initial };
}

function parseEnum(reader: PineReader, place: Place, isExported: boolean): EnumStatement {
  const { text: name } = expectName(reader, 'the name of an enum');
  const members: EnumStatement['members'][number][] = [];
  parseMembers(reader, 'members of the enum', () => {
    const token = expectName(reader, 'the name of a member');
    const title = accept(reader, '=') ? expect(reader, 'string').text : null;
    members.push({ ...placeOf(token), name: token.text, title });
  });
  return { kind: 'enum', ...place, name, isExported, members };
}

const IMPORT_FORM = "write 'import owner/library/1 as alias'";

function parseImport(reader: PineReader, place: Place): Statement {
  next(reader);
  const { text: owner } = expectPathPart(reader);
  expect(reader, '/', IMPORT_FORM);
  const { text: library } = expectPathPart(reader);
  expect(reader, '/', IMPORT_FORM);
  const { text: version } = expect(reader, 'integer', IMPORT_FORM);
  const alias = acceptWord(reader, 'as') ? expectName(reader, 'a name').text : library;
  return { kind: 'import', ...place, owner, library, version: Number(version), alias };
}

function expectPathPart(reader: PineReader): { readonly text: string } {
  if (current(reader).type !== 'name') fail(reader, 'a name expected', IMPORT_FORM);
  return next(reader);
}
