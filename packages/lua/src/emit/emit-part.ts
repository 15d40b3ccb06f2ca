// Long blocks are cut into parts, each a function of its own: V8 leaves very large functions
// unoptimised, and needs more than linear time and memory for large ones. What a part declares is
// declared in front of it.

import type { FunctionEmission } from '#lua/emit/emission.ts';
import { emitStatement } from '#lua/emit/emit-statement.ts';
import { variableName } from '#lua/emit/javascript-text.ts';
import { canStandApart, statementNodes } from '#lua/emit/measure.ts';
import type { Variable } from '#lua/semantics/scope.ts';
import type { Block, Declaration, Statement } from '#lua/syntax/tree.ts';

/** Nodes of a block above which it is cut, and of a part. */
const WHOLE_NODES_MAX = 3_000;
const PART_NODES = 1_000;

type Part = { readonly from: number; readonly to: number };

function declaredIn(statement: Statement): readonly Declaration[] {
  if (statement.kind === 'local') return statement.names;
  return statement.kind === 'local-function' ? [statement.variable] : [];
}

/** Has the locals of these statements declared in front of them, instead of where they stand. */
export function hoistLocals(f: FunctionEmission, statements: readonly Statement[]): Variable[] {
  const hoisted: Variable[] = [];
  for (const declaration of statements.flatMap(declaredIn)) {
    const variable = f.module.facts.resolution.variables.get(declaration);
    if (variable === undefined) continue;
    hoisted.push(variable);
    f.hoisted.add(variable);
  }
  return hoisted;
}

/** Runs of statements that can stand in functions of their own; none when the block is small. */
export function planParts(f: FunctionEmission, block: Block): Part[] {
  const sizes = block.statements.map(statementNodes);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  if (whole <= WHOLE_NODES_MAX || f.form === 'resumable') return [];
  const parts: Part[] = [];
  let from = 0;
  let nodes = 0;
  for (const [index, statement] of block.statements.entries()) {
    if (canStandApart(statement)) {
      nodes += sizes[index] ?? 0;
      if (nodes < PART_NODES) continue;
      parts.push({ from, to: index + 1 });
    } else if (index > from) parts.push({ from, to: index });
    from = index + 1;
    nodes = 0;
  }
  if (from < block.statements.length) parts.push({ from, to: block.statements.length });
  return parts;
}

/** Statements as a function that is called at once. Stack traces show it under the name `$part`. */
export function emitPart(f: FunctionEmission, statements: readonly Statement[]): string {
  const hoisted = hoistLocals(f, statements);
  const own: FunctionEmission = {
    ...f,
    isMain: false,
    loops: [],
    temporaries: 0,
    temporariesMax: 0,
  };
  const body = statements.map((statement) => emitStatement(own, statement)).join(' ');
  const temporaries = Array.from({ length: own.temporariesMax }, (_, index) => `t${index + 1}`);
  const inner = temporaries.length === 0 ? '' : `let ${temporaries.join(', ')};`;
  const outer = hoisted.length === 0 ? '' : `let ${hoisted.map(variableName).join(', ')};`;
  return `${outer} (function $part() { ${inner} ${body} })();`;
}
