// A first walk over a script: whose past is read and how far back, and which names are assigned.

import type { Block, Expression, PineTree, Statement } from '#pine/syntax/pine-tree.ts';

export type NamesFound = {
  /** Bars that are read back, by name of the variable. */
  readonly depths: Map<string, number>;
  readonly assigned: Set<string>;
};

/** How far back an offset may reach that is not known before. */
export const DEPTH_MAX = 5_000;

export function findNames(tree: PineTree): NamesFound {
  const found: NamesFound = { depths: new Map(), assigned: new Set() };
  for (const statement of tree) walkStatement(found, statement);
  return found;
}

function walkBlock(found: NamesFound, { statements }: Block): void {
  for (const statement of statements) walkStatement(found, statement);
}

function walkStatement(found: NamesFound, statement: Statement): void {
  switch (statement.kind) {
    case 'assignment':
      if (statement.target.kind === 'name') found.assigned.add(statement.target.name);
      walk(found, statement.target);
      walk(found, statement.value);
      return;
    case 'variable':
    case 'tupleVariables':
    case 'expression':
      walk(found, statement.value);
      return;
    case 'function':
      for (const { initial } of statement.parameters) if (initial !== null) walk(found, initial);
      walkBlock(found, statement.block);
      return;
    case 'type':
    case 'enum':
    case 'import':
    case 'break':
    case 'continue':
      return;
  }
}

function noteDepth({ depths }: NamesFound, name: string, offset: Expression): void {
  const depth = offset.kind === 'integer' ? offset.value : DEPTH_MAX;
  depths.set(name, Math.max(depths.get(name) ?? 0, Math.min(depth, DEPTH_MAX)));
}

function walk(found: NamesFound, expression: Expression): void {
  if (expression.kind === 'history' && expression.value.kind === 'name')
    noteDepth(found, expression.value.name, expression.offset);
  for (const part of partsOf(expression)) walk(found, part);
  for (const block of blocksOf(expression)) walkBlock(found, block);
}

function partsOf(e: Expression): readonly Expression[] {
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
    case 'integer':
    case 'float':
    case 'text':
    case 'color':
    case 'boolean':
    case 'name':
      return [];
  }
}

function blocksOf(e: Expression): readonly Block[] {
  if (e.kind === 'if') {
    const branches = e.branches.map(({ block }) => block);
    return e.otherwise === null ? branches : [...branches, e.otherwise];
  }
  if (e.kind === 'switch') return e.cases.map(({ block }) => block);
  return e.kind === 'for' || e.kind === 'forIn' || e.kind === 'while' ? [e.block] : [];
}
