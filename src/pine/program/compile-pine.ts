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
import type { SharedColumns, SharedNames } from '#pine/compile/shared-columns.ts';
import { shareColumns, sharedStatement } from '#pine/compile/shared-columns.ts';
import { securityCallers } from '#pine/compile/security-callers.ts';
import type {
  PineCompiler,
  PineDeclaration,
  PineField,
  PineInput,
  SecurityLook,
  SecuritySite,
} from '#pine/compile/pine-compiler.ts';
import { mistake, typeOf } from '#pine/compile/pine-compiler.ts';
import type { Scope, Unit } from '#pine/compile/pine-scope.ts';
import { makeUnit, write } from '#pine/compile/pine-scope.ts';
import type { ConvertedScript, ParsedPine } from '#pine/syntax/parse-pine.ts';
import type { PineLibrary } from '#pine/program/link-libraries.ts';
import { linkLibraries } from '#pine/program/link-libraries.ts';
import { parsePine } from '#pine/syntax/parse-pine.ts';
import type { PineTree } from '#pine/syntax/pine-tree.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import { sortDiagnostics } from '#lua/syntax/diagnostic.ts';

type CodeText = {
  readonly code: string;
  readonly lines: readonly number[];
  readonly columns: readonly number[];
};

type CompiledSecurity = CodeText & { readonly look: SecurityLook };

export type CompiledPine = {
  /** Body of a function of the runtime, the meter and the values of inputs. */
  readonly code: string;
  /** Script line and column of each line of the code. */
  readonly lines: readonly number[];
  readonly columns: readonly number[];
  /** Programs of `request.security`, in the order of its calls. */
  readonly securities: readonly CompiledSecurity[];
  readonly inputs: readonly PineInput[];
  /** Of statements whose values follow from bars and inputs, in their order. */
  readonly sharedColumns: readonly SharedColumns[];
  readonly declaration: PineDeclaration;
  readonly version: 5 | 6;
  readonly warnings: readonly Diagnostic[];
};

const START = { line: 1, column: 1 };

/** Never throws for what is wrong with the source. `libraries`: what it may import. */
export function compilePine(
  source: string,
  libraries: readonly PineLibrary[] = [],
): Result<CompiledPine, readonly Diagnostic[]> {
  const read = parsePine(source);
  if (read.diagnostics.length > 0) return rejected(read.diagnostics);
  const linked = linkLibraries(read.statements, libraries);
  if (!linked.ok) return linked;
  const parsed = { ...read, statements: linked.value };
  const c = makeCompiler(parsed, null);
  if (read.converted !== null) c.warnings.push(conversionNote(read.converted));
  return emitScript(c, scriptScope(c, parsed.statements), parsed);
}

const LINES_SHOWN = 12;

/** Warning that a script of an earlier version runs as one of version 5, with the lines. */
function conversionNote({ version, line, lines }: ConvertedScript): Diagnostic {
  const more = lines.length - LINES_SHOWN;
  const shown = lines.slice(0, LINES_SHOWN).join(', ');
  const where = lines.length === 0 ? 'nothing changed' : `changed: line ${shown}`;
  const message =
    `version ${version} is read as version 5 by the rules of TradingView's migration guides; ` +
    `${where}${more > 0 ? ` and ${more} more` : ''}`;
  return { kind: 'syntax', line, column: 1, message };
}

function makeCompiler({ version, statements }: ParsedPine, target: number | null): PineCompiler {
  const { depths, assigned } = findNames(statements);
  return {
    version,
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
    sharedColumns: [],
    securities: [],
    target,
    securityCallers: securityCallers(statements),
    statement: 0,
    declaration: null,
    declaring: null,
    count: 0,
  };
}

function scriptScope(c: PineCompiler, statements: PineTree): Scope {
  const scope: Scope = { variables: new Map(), parent: null, isGlobal: true };
  declareNames(c, scope, statements);
  return scope;
}

function declareNames(c: PineCompiler, scope: Scope, tree: PineTree): void {
  for (const each of tree) {
    if (each.kind === 'type') c.types.set(each.name, []);
    else if (each.kind === 'enum')
      c.enums.set(each.name, new Map(each.members.map(({ name, title }) => [name, title ?? name])));
  }
  for (const each of tree) {
    if (each.kind === 'type') {
      const fields = c.types.get(each.name) as PineField[];
      for (const { name, type, initial } of each.fields)
        fields.push({ name, type: typeOf(c, type), initial });
    } else if (each.kind === 'function') {
      const declared = { statement: each, scope, made: new Map(), isBeingMade: false };
      // A method of a library goes with its values, whatever the library is called here.
      const names = each.isMethod ? [each.name, each.name.split('.').at(-1) ?? ''] : [each.name];
      for (const name of new Set(names)) {
        const known = c.functions.get(name) ?? [];
        c.functions.set(name, known);
        known.push(declared);
      }
    }
  }
}

function emitStatements(c: PineCompiler, unit: Unit, scope: Scope, statements: PineTree): void {
  const names: SharedNames = new Map();
  for (const [at, statement] of statements.entries()) {
    c.statement = at;
    const from = unit.lines.length;
    // Programs of other bars have bars of their own.
    const shared = c.target === null ? sharedStatement(c, scope, names, statement) : null;
    c.emit.block(c, unit, scope, { statements: [statement] }, false);
    if (shared !== null) shareColumns(c, { unit, scope, from }, names, shared);
  }
}

function emitScript(
  c: PineCompiler,
  scope: Scope,
  parsed: ParsedPine,
): Result<CompiledPine, readonly Diagnostic[]> {
  const unit = makeUnit(true);
  emitStatements(c, unit, scope, parsed.statements);
  const { declaration } = c;
  if (declaration === null)
    mistake(c, START, 'a script declares itself: \'indicator("Name")\' or \'strategy("Name")\'');
  const securities = c.securities.map((site, at) => emitSecurityProgram(c, site, at, parsed));
  if (c.diagnostics.length > 0 || declaration === null)
    return rejected(sortDiagnostics(c.diagnostics));
  const text = moduleText(c, unit);
  const { inputs, sharedColumns, warnings, version } = c;
  return accepted({
    ...text,
    securities,
    inputs,
    sharedColumns,
    declaration,
    warnings,
    version,
  });
}

/** The statements before the call and its value, as a program of its own. */
function emitSecurityProgram(
  main: PineCompiler,
  site: SecuritySite,
  at: number,
  parsed: ParsedPine,
): CompiledSecurity {
  const c = makeCompiler(parsed, site.isInside ? at : -1);
  const unit = makeUnit(true);
  const scope = scriptScope(c, parsed.statements);
  write(unit, site.e, `K = ${site.empty};`);
  // A value inside a function or a block is taken on the way.
  emitStatements(
    c,
    unit,
    scope,
    parsed.statements.slice(0, site.statement + Number(site.isInside)),
  );
  if (!site.isInside) {
    for (const each of site.before) c.emit.expression(c, unit, scope, each);
    const value = c.emit.expression(c, unit, scope, site.value);
    write(unit, site.e, `K = ${value.code};`);
  }
  write(unit, site.e, 'return K;');
  main.diagnostics.push(...c.diagnostics.slice(0, main.diagnostics.length === 0 ? 1 : 0));
  // Values of inputs are found by their places.
  if (c.inputs.some(({ label }, at) => label !== main.inputs[at]?.label))
    mistake(main, site.e, "declare inputs above the statement that calls 'request.security'");
  return { ...moduleText(c, unit), look: site.look };
}

function moduleText(c: PineCompiler, unit: Unit): CodeText {
  const main = makeUnit(true);
  write(main, START, '"use strict"; let G = null, I = null, K = null, H = null;');
  for (const [at, name] of c.used.entries())
    write(main, START, `const b${at} = R.builtins[${JSON.stringify(name)}];`);
  if (c.globalNames.length > 0) write(main, START, `let ${c.globalNames.join(', ')};`);
  main.lines.push(...c.made);
  write(main, START, `const fresh = () => ({ ${unit.slots.join(', ')} });`);
  write(main, START, 'function main(s, i) { G = s; I = i;');
  write(main, START, `if ((M[0] -= ${unit.weight}) < 0) R.outOfSteps();`);
  main.lines.push(...unit.lines);
  write(main, START, '}');
  write(main, START, 'return { main, fresh, share: (columns) => { H = columns; } };');
  return {
    code: main.lines.map(({ text }) => text).join('\n'),
    lines: main.lines.map(({ line }) => line),
    columns: main.lines.map(({ column }) => column),
  };
}
