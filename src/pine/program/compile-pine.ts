// A Pine script's source to JavaScript, or to all that is wrong with it. What comes out is plain
// data.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { BUILTINS } from '#pine/builtins/builtins.ts';
import { emitCall } from '#pine/compile/emit-pine-call.ts';
import { emitExpression } from '#pine/compile/emit-pine-expression.ts';
import { emitBlock } from '#pine/compile/emit-pine-statement.ts';
import { emitStructure } from '#pine/compile/emit-pine-structure.ts';
import { findNames } from '#pine/compile/history-depths.ts';
import type {
  PineCompiler,
  PineDeclaration,
  PineField,
  PineInput,
} from '#pine/compile/pine-compiler.ts';
import { mistake, typeOf } from '#pine/compile/pine-compiler.ts';
import type { EmittedLine, Scope } from '#pine/compile/pine-scope.ts';
import { makeUnit, write } from '#pine/compile/pine-scope.ts';
import { parsePine } from '#pine/syntax/parse-pine.ts';
import type { PineTree } from '#pine/syntax/pine-tree.ts';
import type { Diagnostic } from '#script/syntax/diagnostic.ts';
import { sortDiagnostics } from '#script/syntax/diagnostic.ts';

export type CompiledPine = {
  /** Body of a function of the runtime, the meter and the values of inputs. */
  readonly code: string;
  /** Script line and column of each line of the code. */
  readonly lines: readonly number[];
  readonly columns: readonly number[];
  readonly inputs: readonly PineInput[];
  readonly declaration: PineDeclaration;
  readonly warnings: readonly Diagnostic[];
};

const START = { line: 1, column: 1 };

/** Never throws for what is wrong with the source. */
export function compilePine(source: string): Result<CompiledPine, readonly Diagnostic[]> {
  const parsed = parsePine(source);
  if (parsed.diagnostics.length > 0) return rejected(parsed.diagnostics);
  const { depths, assigned } = findNames(parsed.statements);
  const c: PineCompiler = {
    version: parsed.version,
    builtins: BUILTINS,
    emit: {
      expression: emitExpression,
      call: emitCall,
      structure: emitStructure,
      block: emitBlock,
    },
    diagnostics: [],
    warnings: [],
    functions: new Map(),
    types: new Map(),
    enums: new Map(),
    made: [],
    globalNames: [],
    used: [],
    depths,
    assigned,
    inputs: [],
    declaration: null,
    declaring: null,
    count: 0,
  };
  const scope: Scope = { variables: new Map(), parent: null, isGlobal: true };
  declareNames(c, scope, parsed.statements);
  return emitScript(c, scope, parsed.statements);
}

function declareNames(c: PineCompiler, scope: Scope, tree: PineTree): void {
  for (const each of tree) {
    if (each.kind === 'type') c.types.set(each.name, []);
    else if (each.kind === 'enum')
      c.enums.set(each.name, new Map(each.members.map(({ name, title }) => [name, title ?? name])));
    else if (each.kind === 'import')
      mistake(c, each, `library '${each.owner}/${each.library}' is not among the scripts here`);
  }
  for (const each of tree) {
    if (each.kind === 'type') {
      const fields = c.types.get(each.name) as PineField[];
      for (const { name, type, initial } of each.fields)
        fields.push({ name, type: typeOf(c, type), initial });
    } else if (each.kind === 'function') {
      const known = c.functions.get(each.name) ?? [];
      c.functions.set(each.name, known);
      known.push({ statement: each, scope, made: new Map(), isBeingMade: false });
    }
  }
}

function emitScript(
  c: PineCompiler,
  scope: Scope,
  statements: PineTree,
): Result<CompiledPine, readonly Diagnostic[]> {
  const unit = makeUnit(true);
  c.emit.block(c, unit, scope, { statements }, false);
  const { declaration } = c;
  if (declaration === null)
    mistake(c, START, 'a script declares itself: \'indicator("Name")\' or \'strategy("Name")\'');
  else if (declaration.kind === 'library')
    mistake(c, declaration, 'a library does not run by itself');
  if (c.diagnostics.length > 0 || declaration === null)
    return rejected(sortDiagnostics(c.diagnostics));
  const main = makeUnit(true);
  write(main, START, '"use strict"; let G = null, I = null;');
  for (const [at, name] of c.used.entries())
    write(main, START, `const b${at} = R.builtins[${JSON.stringify(name)}];`);
  if (c.globalNames.length > 0) write(main, START, `let ${c.globalNames.join(', ')};`);
  main.lines.push(...c.made);
  write(main, START, `const fresh = () => ({ ${unit.slots.join(', ')} });`);
  write(main, START, 'function main(s, i) { G = s; I = i;');
  main.lines.push(...unit.lines);
  write(main, START, '}');
  write(main, START, 'return { main, fresh };');
  return accepted({ ...textOf(main.lines), inputs: c.inputs, declaration, warnings: c.warnings });
}

function textOf(emitted: readonly EmittedLine[]): Pick<CompiledPine, 'code' | 'lines' | 'columns'> {
  return {
    code: emitted.map(({ text }) => text).join('\n'),
    lines: emitted.map(({ line }) => line),
    columns: emitted.map(({ column }) => column),
  };
}
