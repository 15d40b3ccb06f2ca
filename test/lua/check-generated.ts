// Checks of generated code. Parsed by a parser that is not ours, its text must name nothing but the
// runtime, the script's sites and its own variables; take nothing from the runtime that it does not
// offer; and read names that a script chose from objects without a prototype only, where
// "constructor" and "__proto__" are names like any other.

import { parseSync } from 'oxc-parser';
import { LIBRARY_VALUES } from '#lua/library/library.ts';
import { RUNTIME } from '#lua/runtime/runtime.ts';

type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [field: string]: unknown;
};

/** The parameters of the function whose body the code is, and what the language has. */
const FREE_NAMES: ReadonlySet<string> = new Set(['R', 'S', 'undefined', 'Array']);

const NODE_TYPES: ReadonlySet<string> = new Set(
  `ArrayExpression ArrowFunctionExpression AssignmentExpression BinaryExpression BlockStatement
  BreakStatement CallExpression CatchClause ClassBody ClassDeclaration ConditionalExpression
  ContinueStatement DoWhileStatement EmptyStatement ExpressionStatement ForStatement
  FunctionDeclaration FunctionExpression Identifier IfStatement LabeledStatement Literal
  LogicalExpression MemberExpression MethodDefinition NewExpression ObjectExpression
  ParenthesizedExpression Program Property RestElement ReturnStatement SequenceExpression
  SpreadElement SwitchCase SwitchStatement ThisExpression ThrowStatement TryStatement
  UnaryExpression UpdateExpression VariableDeclaration VariableDeclarator WhileStatement
  YieldExpression`.split(/\s+/),
);

/** Members of the runtime's own objects: of tables, functions, results, cursors and the state. */
const RUNTIME_MEMBERS: ReadonlySet<string> = new Set(
  `advance hash held isWarm hasRequests key length list map meta push result resumable row
  taken takenMax v value`.split(/\s+/),
);

/** Fields of the script's own state, which the emitter numbers. */
const STATE_FIELD = /^[a-z]+\d+$/;

/** What is wrong with the text, in words; empty when nothing is. `hostNames` is what is offered. */
export function checkGenerated(code: string, hostNames: ReadonlySet<string>): readonly string[] {
  const text = `(function (R, S) {${code}\n})`;
  const { program, errors } = parseSync('generated.js', text, { sourceType: 'script' });
  if (errors.length > 0) return errors.map(({ message }) => `it does not parse: ${message}`);
  if (program.body.length !== 1) return ['it ends the function that it is the body of'];
  const nodes = allNodes(program as unknown as Node);
  const checked: CheckedText = { text, given: givenValues(nodes), hostNames };
  return [
    ...nodes
      .filter((node) => node['async'] === true)
      .map((node) => finding('has async', node, text)),
    ...nodes.filter(({ type }) => !NODE_TYPES.has(type)).map((node) => finding('has', node, text)),
    ...freeNames(nodes),
    ...nodes.flatMap((node) => checkMember(node, checked)),
    ...nodes.flatMap((node) => checkNew(node, text)),
    ...checkThis(nodes, text),
  ];
}

type GivenValue = { readonly end: number; readonly value: unknown };

type CheckedText = {
  readonly text: string;
  /** What each variable is given, in the order of the text. */
  readonly given: ReadonlyMap<string, readonly GivenValue[]>;
  readonly hostNames: ReadonlySet<string>;
};

function finding(what: string, node: Node, text: string): string {
  return `${what} ${node.type}: ${text.slice(node.start, node.end).slice(0, 100)}`;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value) => isNode(value));
}

function allNodes(root: Node): readonly Node[] {
  const found: Node[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    waiting.push(...childrenOf(node));
  }
  return found;
}

function nameOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : null;
}

/**
 * Names that are neither declared anywhere in the text nor given. Scopes are not looked at: a name
 * that is declared somewhere is one of ours.
 */
function freeNames(nodes: readonly Node[]): readonly string[] {
  const declared = new Set<string>();
  const declare = (node: unknown): void => {
    const name =
      isNode(node) && node.type === 'RestElement' ? nameOf(node['argument']) : nameOf(node);
    if (name !== null) declared.add(name);
  };
  const notReferences = new Set<unknown>();
  for (const node of nodes) {
    declare(node.type === 'CatchClause' ? node['param'] : node['id']);
    for (const parameter of (node['params'] as unknown[] | undefined) ?? []) declare(parameter);
    notReferences.add(node['label']);
    if (node['computed'] !== false) continue;
    notReferences.add(node['property']);
    notReferences.add(node['key']);
  }
  const used = nodes.filter((node) => !notReferences.has(node)).map(nameOf);
  return [...new Set(used)]
    .filter((name) => name !== null && !declared.has(name) && !FREE_NAMES.has(name))
    .map((name) => `refers to ${name}`);
}

function checkMember(node: Node, checked: CheckedText): readonly string[] {
  if (node.type !== 'MemberExpression') return [];
  const object = node['object'] as Node;
  const property = node['property'] as Node;
  const isRight =
    node['computed'] === true
      ? isRightPlace(object, property)
      : isRightName(object, String(property['name']), checked, node);
  return isRight ? [] : [finding('reads', node, checked.text)];
}

/** Of lists by number; of the library by a name that it has. */
function isRightPlace(object: Node, property: Node): boolean {
  if (property.type === 'Literal' && typeof property['value'] === 'string')
    return isLibrary(object) && Object.hasOwn(LIBRARY_VALUES, property['value']);
  if (property.type === 'Literal') return typeof property['value'] === 'number';
  if (property.type === 'BinaryExpression') return property['operator'] === '-';
  return /^t\d+$/.test(nameOf(property) ?? '');
}

function isLibrary(object: Node): boolean {
  return object.type === 'MemberExpression' && nameOf(object['property']) === 'library';
}

function isRightName(object: Node, name: string, checked: CheckedText, node: Node): boolean {
  const of = nameOf(object);
  if (of === 'R') return name === 'library' || Object.hasOwn(RUNTIME, name);
  if (of === 'h' || of === 'H')
    return name === 'row' || name === 'hasRequests' || checked.hostNames.has(name);
  if (of === 'k' || of === 'K') return RUNTIME_MEMBERS.has(name) || STATE_FIELD.test(name);
  if (RUNTIME_MEMBERS.has(name) || isFields(object, checked)) return true;
  return (
    name === 'prototype' && checked.text.startsWith(`${of}.prototype = R.NO_PROTOTYPE;`, node.start)
  );
}

/** Whether it is the fields of a table, which have no prototype. */
function isFields(node: unknown, checked: CheckedText): boolean {
  if (!isNode(node)) return false;
  switch (node.type) {
    case 'ThisExpression':
      return true;
    case 'MemberExpression':
      return node['computed'] === false && nameOf(node['property']) === 'hash';
    case 'ParenthesizedExpression':
      return isFields(node['expression'], checked);
    case 'SequenceExpression':
      return isFields((node['expressions'] as unknown[]).at(-1), checked);
    case 'AssignmentExpression':
      return isFields(node['right'], checked);
    case 'Identifier':
      return node['name'] === 'g' || wasGivenFields(node, checked);
    default:
      return false;
  }
}

/** Whether fields are what the variable was given last, before this place in the text. */
function wasGivenFields(node: Node, checked: CheckedText): boolean {
  const given = checked.given.get(nameOf(node) ?? '') ?? [];
  const last = given.findLast(({ end }) => end <= node.start);
  return last !== undefined && isFields(last.value, checked);
}

function givenValues(nodes: readonly Node[]): CheckedText['given'] {
  const given = new Map<string, GivenValue[]>();
  for (const node of nodes) {
    const name = nameOf(node['left'] ?? node['id']);
    const value = node['right'] ?? node['init'];
    if (name === null || value === undefined || value === null) continue;
    given.set(name, [...(given.get(name) ?? []), { end: node.end, value }]);
  }
  for (const each of given.values()) each.sort((one, other) => one.end - other.end);
  return given;
}

function checkNew(node: Node, text: string): readonly string[] {
  if (node.type !== 'NewExpression') return [];
  const callee = node['callee'] as Node;
  const made = text.slice(callee.start, callee.end);
  return /^(?:T|[FC]\d+|R\.FieldsOfTable)$/.test(made) ? [] : [finding('makes', node, text)];
}

/** `this` stands in constructors only, and only where a member of it is set. */
function checkThis(nodes: readonly Node[], text: string): readonly string[] {
  const set = new Set<unknown>();
  for (const node of nodes) {
    const left = node.type === 'AssignmentExpression' ? node['left'] : null;
    if (isNode(left) && left.type === 'MemberExpression') set.add(left['object']);
  }
  return nodes
    .filter((node) => node.type === 'ThisExpression' && !set.has(node))
    .map((node) => finding('uses', node, text));
}
