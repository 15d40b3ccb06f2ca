// Walks over the syntax tree of a script, block by block and expression by expression.

import type { Block, Expression, Statement } from '#pine/syntax/pine-tree.ts';

/** The expressions that stand in one directly. */
export function partsOf(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case 'member':
      return [e.object];
    case 'history':
      return [e.value, e.offset];
    case 'unary':
      return [e.operand];
    case 'binary':
      return [e.left, e.right];
    case 'ternary':
      return [e.condition, e.yes, e.no];
    case 'tuple':
      return e.items;
    case 'call':
      return [e.callee, ...e.arguments.map(({ value }) => value)];
    case 'if':
      return e.branches.map(({ condition }) => condition);
    case 'switch':
      return [e.subject, ...e.cases.map(({ condition }) => condition)].filter(
        (each) => each !== null,
      );
    case 'for':
      return [e.from, e.to, ...(e.step === null ? [] : [e.step])];
    case 'forIn':
      return [e.collection];
    case 'while':
      return [e.condition];
    case 'once':
      return e.condition === null ? [] : [e.condition];
    case 'integer':
    case 'float':
    case 'text':
    case 'color':
    case 'boolean':
    case 'name':
      return [];
  }
}

/** Blocks inside an expression, in the order of the text. */
export function blocksOf(e: Expression): readonly Block[] {
  if (e.kind === 'if') {
    const branches = e.branches.map(({ block }) => block);
    return e.otherwise === null ? branches : [...branches, e.otherwise];
  }
  if (e.kind === 'switch') return e.cases.map(({ block }) => block);
  return 'block' in e ? [e.block] : [];
}

/** Visits each expression, the outer one before its parts; statements inside blocks too. */
export function visitExpressions(
  statements: readonly Statement[],
  visit: (e: Expression) => void,
): void {
  for (const each of statements) visitStatement(each, visit);
}

function visitStatement(statement: Statement, visit: (e: Expression) => void): void {
  switch (statement.kind) {
    case 'assignment':
      visitWithin(statement.target, visit);
      visitWithin(statement.value, visit);
      return;
    case 'variable':
    case 'tupleVariables':
    case 'expression':
      visitWithin(statement.value, visit);
      return;
    case 'function':
      for (const { initial } of statement.parameters)
        if (initial !== null) visitWithin(initial, visit);
      visitExpressions(statement.block.statements, visit);
      return;
    case 'type':
    case 'enum':
    case 'import':
    case 'break':
    case 'continue':
      return;
  }
}

/** Visits an expression, its parts and the statements of its blocks. */
export function visitWithin(e: Expression, visit: (e: Expression) => void): void {
  visit(e);
  for (const part of partsOf(e)) visitWithin(part, visit);
  for (const { statements } of blocksOf(e)) visitExpressions(statements, visit);
}
