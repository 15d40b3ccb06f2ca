// Mutants of a source: the same text with one decision reversed. A test that passes with a mutant
// in place does not prove that decision.

import type { SyntaxNode } from '../tidy/syntax-node.ts';
import { childrenOf, nodeIn, parseSyntax } from '../tidy/syntax-node.ts';

export type Mutant = {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The 1-based place of `start`. */
  readonly line: number;
  readonly column: number;
  /** What was there and what is there instead: `a < b` -> `a <= b` is named `< -> <=`. */
  readonly flip: string;
};

type Change = { readonly start: number; readonly end: number; readonly replacement: string };

const COMPARISONS: { readonly [operator: string]: string } = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};
const CALCULATIONS: { readonly [operator: string]: string } = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};
const LOGIC: { readonly [operator: string]: string } = { '&&': '||', '||': '&&' };
const STEPS: { readonly [operator: string]: string } = { '++': '--', '--': '++' };
const CALLED: { readonly [method: string]: string } = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
};

/** Types are erased before a program runs; of these only the expression inside does anything. */
const CASTS: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSInstantiationExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
]);
/** What must hold, by `packages/lib/src/assert.ts`: no input reaches its other side. */
const ASSERTING: ReadonlySet<string> = new Set(['assert', 'unreachable']);
const ENDS: ReadonlySet<string> = new Set([
  'BreakStatement',
  'ContinueStatement',
  'ReturnStatement',
]);

/** Every mutant that still parses, in the order of the text. */
export function findMutants(name: string, text: string): readonly Mutant[] {
  const changes = changesBelow(parseSyntax(name, text).root, text);
  return changes
    .toSorted((left, right) => left.start - right.start)
    .flatMap((change) => {
      const { errors } = parseSyntax(name, mutate(text, change));
      return errors.length > 0 ? [] : [placed(text, change)];
    });
}

/** The text with the change in it. */
export function mutate(text: string, { start, end, replacement }: Change): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function placed(text: string, change: Change): Mutant {
  const before = text.slice(0, change.start).split('\n');
  const original = shortened(text.slice(change.start, change.end));
  return {
    ...change,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    flip: `${original} -> ${change.replacement.trim() === '' ? 'nothing' : change.replacement}`,
  };
}

function shortened(part: string): string {
  const line = part.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

function changesBelow(node: SyntaxNode, text: string): readonly Change[] {
  if (CASTS.has(node.type)) {
    const inner = nodeIn(node, 'expression');
    return inner === null ? [] : changesBelow(inner, text);
  }
  if (node.type.startsWith('TS') || isAssertion(node)) return [];
  return [
    ...changesAt(node, text),
    ...childrenOf(node).flatMap((child) => changesBelow(child, text)),
  ];
}

function isAssertion(node: SyntaxNode): boolean {
  const name = node.type === 'CallExpression' ? nodeIn(node, 'callee')?.['name'] : null;
  return typeof name === 'string' && ASSERTING.has(name);
}

function changesAt(node: SyntaxNode, text: string): readonly Change[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return decided(node);
    case 'BinaryExpression':
      return binaryChanges(node, text);
    case 'LogicalExpression':
      return node['operator'] === '??' ? withoutDefault(node) : operatorChanges(node, text, LOGIC);
    case 'AssignmentExpression':
      return calculatedAssignment(node, text);
    case 'UpdateExpression':
      return stepChange(node);
    case 'UnaryExpression':
      return node['operator'] === '!' ? [removal(node, 1)] : [];
    case 'Literal':
      return typeof node['value'] === 'boolean' ? [whole(node, String(!node['value']))] : [];
    case 'CallExpression':
      return calledChange(node);
    case 'BlockStatement':
    case 'SwitchCase':
      return endedEarly(node);
    default:
      return [];
  }
}

/** A condition that always holds, and one that never does. */
function decided(node: SyntaxNode): readonly Change[] {
  const test = nodeIn(node, 'test');
  if (test === null || test.type === 'Literal') return [];
  return ['true', 'false'].map((value) => whole(test, value));
}

function binaryChanges(node: SyntaxNode, text: string): readonly Change[] {
  const operands = ['left', 'right'].map((side) => nodeIn(node, side));
  if (node['operator'] === '+' && operands.some(isText)) return [];
  return operatorChanges(node, text, { ...COMPARISONS, ...CALCULATIONS });
}

function isText(node: SyntaxNode | null): boolean {
  if (node?.type === 'TemplateLiteral') return true;
  if (node?.type === 'BinaryExpression')
    return ['left', 'right'].some((side) => isText(nodeIn(node, side)));
  return typeof node?.['value'] === 'string';
}

/** The operator stands between its operands, perhaps with comments and parentheses beside it. */
function operatorChanges(
  node: SyntaxNode,
  text: string,
  table: { readonly [operator: string]: string },
): readonly Change[] {
  const operator = String(node['operator']);
  const replacement = table[operator];
  const left = nodeIn(node, 'left');
  const right = nodeIn(node, 'right');
  if (replacement === undefined || left === null || right === null) return [];
  const start = text.indexOf(operator, left.end);
  return start < 0 || start >= right.start
    ? []
    : [{ start, end: start + operator.length, replacement }];
}

function withoutDefault(node: SyntaxNode): readonly Change[] {
  const left = nodeIn(node, 'left');
  return left === null ? [] : [{ start: left.end, end: node.end, replacement: '' }];
}

function calculatedAssignment(node: SyntaxNode, text: string): readonly Change[] {
  const operators = Object.entries(CALCULATIONS).map(([from, to]) => [`${from}=`, `${to}=`]);
  return isText(nodeIn(node, 'right'))
    ? []
    : operatorChanges(node, text, Object.fromEntries(operators) as typeof CALCULATIONS);
}

function stepChange(node: SyntaxNode): readonly Change[] {
  const replacement = STEPS[String(node['operator'])] ?? '';
  const start = node['prefix'] === true ? node.start : node.end - 2;
  return [{ start, end: start + 2, replacement }];
}

function calledChange(node: SyntaxNode): readonly Change[] {
  const callee = nodeIn(node, 'callee');
  const property = callee?.type === 'MemberExpression' ? nodeIn(callee, 'property') : null;
  const replacement = CALLED[String(property?.['name'])];
  return property === null || replacement === undefined ? [] : [whole(property, replacement)];
}

/** Statements that end a step, a loop or a function before its last line. */
function endedEarly(node: SyntaxNode): readonly Change[] {
  const statements = childrenOf(node).filter(({ type }) => ENDS.has(type));
  // A value that is returned is what the function is for; without it most callers would fail.
  const silent = statements.filter((each) => nodeIn(each, 'argument') === null);
  // The whole of an `if` is the same mutant as the one whose condition never holds.
  return childrenOf(node).length === 1 ? [] : silent.map((each) => whole(each, ';'));
}

function whole({ start, end }: SyntaxNode, replacement: string): Change {
  return { start, end, replacement };
}

function removal({ start }: SyntaxNode, length: number): Change {
  return { start, end: start + length, replacement: '' };
}
