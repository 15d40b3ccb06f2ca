// `import user/Name/1 as alias`: what the library has becomes a part of the script, under the names
// `alias.name`. Functions of a library see its own names, which nobody else has.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { TECHNICAL_ANALYSIS } from '#pine/libraries/technical-analysis.ts';
import { parsePine } from '#pine/syntax/parse-pine.ts';
import type { ImportStatement, Place, PineTree, Statement } from '#pine/syntax/pine-tree.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';

/** A script that others import, by its name or by the title that it declares. */
export type PineLibrary = { readonly name: string; readonly source: string };

type Definition = Extract<Statement, { readonly name: string }>;

/** What a library offers under its alias, and what it has for itself. */
type LibraryPart = {
  readonly statements: readonly Statement[];
  /** Names that scripts may use, without the alias. */
  readonly exported: ReadonlySet<string>;
};

const DEPTH_MAX = 8;

/** The statements of a script with those of the libraries that it imports in their places. */
export function linkLibraries(
  statements: PineTree,
  libraries: readonly PineLibrary[],
): Result<PineTree, readonly Diagnostic[]> {
  const imports = statements.filter((each) => each.kind === 'import');
  if (imports.length === 0) return accepted(statements);
  const linked = new Map<string, LibraryPart>();
  const diagnostics: Diagnostic[] = [];
  for (const each of imports) {
    const found = linkImport(each, libraries, []);
    if (found.ok) linked.set(each.alias, found.value);
    else diagnostics.push(found.rejection);
  }
  if (diagnostics.length > 0) return rejected(diagnostics);
  const names = (alias: string): ReadonlySet<string> | undefined => linked.get(alias)?.exported;
  return accepted(
    statements.flatMap((each) =>
      each.kind === 'import'
        ? (linked.get(each.alias)?.statements ?? [])
        : [renamed(each, { own: new Map(), imported: names, locals: new Set(), place: null })],
    ),
  );
}

function linkImport(
  imported: ImportStatement,
  libraries: readonly PineLibrary[],
  chain: readonly string[],
): Result<LibraryPart, Diagnostic> {
  const { owner, library, alias } = imported;
  const path = `${owner}/${library}`;
  const refuse = (message: string): Result<LibraryPart, Diagnostic> =>
    rejected({ kind: 'reference', line: imported.line, column: imported.column, message });
  if (chain.includes(library) || chain.length >= DEPTH_MAX)
    return refuse(`library '${path}' imports itself`);
  const found = findLibrary(libraries, imported) ?? publicLibrary(imported);
  if (found === undefined) {
    const others = versionsOf(libraries, library);
    const missing = `library '${path}' is not among the scripts here`;
    return refuse(
      others.length === 0
        ? `${missing}; save it under the name '${library}'`
        : `${missing}, which have version ${others.join(', ')}; save it under the name ` +
            `'${library}' or '${library}/${imported.version}'`,
    );
  }
  const parsed = parsePine(found.source);
  const [first] = parsed.diagnostics;
  if (first !== undefined)
    return refuse(`library '${path}' has a mistake in line ${first.line}: ${first.message}`);
  if (titleOf(found.source) === null) return refuse(`script '${found.name}' is no library`);
  const inner = new Map<string, LibraryPart>();
  const statements: Statement[] = [];
  for (const each of parsed.statements) {
    if (each.kind !== 'import') continue;
    const name = `${alias} ${each.alias}`;
    const deeper = linkImport({ ...each, ...placeOf(imported), alias: name }, libraries, [
      ...chain,
      library,
    ]);
    if (!deeper.ok) return deeper;
    inner.set(each.alias, deeper.value);
    statements.push(...deeper.value.statements);
  }
  const definitions = definitionsOf(parsed.statements);
  const own = new Map(definitions.map(({ name }) => [name, `${alias}.${name}`]));
  for (const each of inner.keys()) own.set(each, `${alias} ${each}`);
  const context: Context = {
    own,
    imported: (name) => inner.get(name)?.exported,
    locals: new Set(),
    place: placeOf(imported),
  };
  for (const each of definitions) statements.push(renamed(each, context));
  const exported = definitions.filter(({ isExported }) => isExported).map(({ name }) => name);
  return accepted({ statements, exported: new Set(exported) });
}

function placeOf({ line, column }: Place): Place {
  return { line, column };
}

/** By the name of the script with its version, without one, or by the title of the library. */
function findLibrary(
  libraries: readonly PineLibrary[],
  { library: wanted, version }: ImportStatement,
): PineLibrary | undefined {
  return (
    libraries.find(({ name }) => versionIn(name, wanted) === version) ??
    libraries.find(({ name, source }) => name === wanted && titleOf(source) !== null) ??
    libraries.find(
      ({ name, source }) => titleOf(source) === wanted && versionIn(name, wanted) === null,
    ) ??
    libraries.find(({ name }) => name === wanted)
  );
}

/** A library of TradingView's that is here without being saved. */
function publicLibrary({ owner, library }: ImportStatement): PineLibrary | undefined {
  return owner === 'TradingView' && library === 'ta'
    ? { name: library, source: TECHNICAL_ANALYSIS }
    : undefined;
}

const VERSION = /^(?:\/|[ _-]?v)(\d+)$/;

/** `2` of `Name/2`, `Name v2` and `Name_v2`; null of other names. */
function versionIn(name: string, library: string): number | null {
  if (!name.startsWith(library)) return null;
  const found = VERSION.exec(name.slice(library.length));
  return found === null ? null : Number(found[1]);
}

function versionsOf(libraries: readonly PineLibrary[], library: string): readonly number[] {
  return libraries
    .map(({ name }) => versionIn(name, library))
    .filter((version) => version !== null)
    .sort((left, right) => left - right);
}

const LIBRARY = /^library\s*\(\s*(?:title\s*=\s*)?(["'])(.*?)\1/m;

/** Of a library; null for other scripts. */
export function titleOf(source: string): string | null {
  return LIBRARY.exec(source)?.[2] ?? null;
}

/** Functions, types and enums, and variables of the script that they may use. */
function definitionsOf(statements: PineTree): readonly Definition[] {
  return statements.filter(
    (each): each is Definition =>
      each.kind === 'function' ||
      each.kind === 'type' ||
      each.kind === 'enum' ||
      (each.kind === 'variable' && each.mode === null && isPlain(each)),
  );
}

/** A value that no bar changes: libraries have no others for their functions. */
function isPlain({ value, isExported }: Extract<Statement, { kind: 'variable' }>): boolean {
  return (
    isExported ||
    ['integer', 'float', 'text', 'color', 'boolean', 'unary', 'binary', 'member'].includes(
      value.kind,
    )
  );
}

type Context = {
  /** New names of the library's own. */
  readonly own: ReadonlyMap<string, string>;
  /** What an alias offers; undefined where there is none. */
  readonly imported: (alias: string) => ReadonlySet<string> | undefined;
  /** Names of the function that stand before those of the library. */
  readonly locals: ReadonlySet<string>;
  /** Of the import, for statements of a library. */
  readonly place: Place | null;
};

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy in which names are those of the whole script. */
function renamed<T>(tree: T, context: Context): T {
  return rewrite(tree, context) as T;
}

function rewrite(value: unknown, context: Context): unknown {
  if (Array.isArray(value)) return value.map((each) => rewrite(each, context));
  if (!isNode(value)) return value;
  const inside = value['kind'] === 'function' ? withLocals(value, context) : context;
  const node = rewriteName(value, context);
  const copy: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(node)) copy[key] = rewrite(each, inside);
  if (context.place !== null && 'line' in copy) Object.assign(copy, context.place);
  return copy;
}

/** Of a name, of a part of an import, of a type, and of what defines one. */
function rewriteName(node: Node, { own, imported, locals }: Context): Node {
  const { kind, name, object } = node;
  if (kind === 'member' && isNode(object) && object['kind'] === 'name') {
    const alias = String(object['name']);
    if (locals.has(alias) || imported(alias)?.has(String(name)) !== true) return node;
    const { line, column } = node;
    return { kind: 'name', name: `${own.get(alias) ?? alias}.${String(name)}`, line, column };
  }
  if (typeof name !== 'string') return node;
  if (kind === 'name') return locals.has(name) ? node : { ...node, name: own.get(name) ?? name };
  if (DEFINING.has(String(kind)))
    return locals.has(name) ? node : { ...node, name: own.get(name) ?? name };
  if (!('parameters' in node) || !('qualifier' in node)) return node;
  const [head = '', ...rest] = name.split('.');
  const outer = own.get(rest.length === 0 ? name : head);
  return outer === undefined ? node : { ...node, name: [outer, ...rest].join('.') };
}

const DEFINING: ReadonlySet<string> = new Set(['function', 'type', 'enum', 'variable']);

/** A function's parameters, and all that it declares. */
function withLocals(node: Node, context: Context): Context {
  const locals = new Set(context.locals);
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) collect(each);
    if (!isNode(value)) return;
    const { kind, name, variable, indexVariable, names } = value;
    if (kind === 'variable' || 'initial' in value) locals.add(String(name));
    for (const each of [variable, indexVariable]) if (typeof each === 'string') locals.add(each);
    if (kind === 'tupleVariables' && Array.isArray(names))
      for (const each of names) if (isNode(each)) locals.add(String(each['name']));
    for (const each of Object.values(value)) collect(each);
  };
  collect(node['parameters']);
  collect(node['block']);
  return { ...context, locals };
}
