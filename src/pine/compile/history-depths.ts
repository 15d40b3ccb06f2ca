// A first walk over a script: whose past is read and how far back, and which names are assigned.

import { blocksOf, partsOf } from '#pine/compile/visit-expressions.ts';
import type { Block, Expression, PineTree, Statement } from '#pine/syntax/pine-tree.ts';

export type NamesFound = {
  /** Bars that are read back, by name of the variable. */
  readonly depths: Map<string, number>;
  readonly assigned: Set<string>;
};

/** How far back an offset may reach that is not known before. */
export const DEPTH_MAX = 5_000;

/** Depths of the past that is read, by name, and the names that are assigned. */
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
