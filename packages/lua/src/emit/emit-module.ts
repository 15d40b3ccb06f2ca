// A whole script as JavaScript text: the body of one function of the runtime (R) and the script's
// sites (S). It gives the main function, which runs the chunk for a range of rows, `bind`, which
// hands it the globals, the host and the instance's state before each run, and `unbind`, which
// takes them away, so that code that lives on keeps nothing of a run.

import type { ModuleEmission, SiteText } from '#lua/emit/emission.ts';
import { emitBlock } from '#lua/emit/emit-block.ts';
import { emitFunction } from '#lua/emit/emit-function.ts';
import { emitMain } from '#lua/emit/emit-main.ts';
import { emitValue } from '#lua/emit/emit-value.ts';
import { splitLines } from '#lua/emit/javascript-text.ts';
import { LIBRARY_TABLES } from '#lua/library/library.ts';
import type { Facts } from '#lua/semantics/facts.ts';
import type { FunctionBody } from '#lua/syntax/tree.ts';

export type GlobalPlace = { readonly name: string; readonly line: number; readonly column: number };

export type EmittedModule = {
  readonly code: string;
  readonly lines: readonly number[];
  readonly columns: readonly number[];
  readonly sites: readonly SiteText[];
  /** Global names that the code reads and writes as fields of the global table. */
  readonly globalNames: readonly string[];
  /** The same with where each stands first in the text. */
  readonly globals: readonly GlobalPlace[];
  /** Those of them that an update may find as an earlier one has left them. */
  readonly carriedGlobals: readonly string[];
  readonly refusals: readonly string[];
};

const PRELUDE = [
  '"use strict";',
  'const M = R.meter, T = R.LuaTable, N = R.NO_FIELDS, A = R.NO_LIST, E = R.NOTHING;',
  'const floor = R.floor, ceil = R.ceil, abs = R.abs, sqrt = R.sqrt;',
  'const modulo = R.modulo, power = R.power, getString = R.getString, setString = R.setString;',
  'const is = R.is;',
  'let G, g, H, K;',
];

function emitGlobals(names: readonly string[]): string[] {
  return [
    `function FG() { ${names.map((name) => `this.${name} = undefined;`).join(' ')} }`,
    'FG.prototype = R.NO_PROTOTYPE;',
  ];
}

/** Tables of the library may be changed without an assignment to their name. */
function isTable(name: string): boolean {
  return LIBRARY_TABLES.has(name);
}

/** Module of a resolved chunk. */
export function emitModule(chunk: FunctionBody, facts: Facts): EmittedModule {
  const { resolution } = facts;
  const scope = resolution.scopes.get(chunk);
  if (scope === undefined) throw new RangeError('the chunk was not resolved');
  const module: ModuleEmission = {
    facts,
    sites: [],
    siteIndexes: new Map(),
    shapes: new Map(),
    getters: new Set(),
    setters: new Set(),
    cells: new Set(),
    library: new Set(),
    factories: new Set(),
    hasCoroutines: resolution.usesEnvironment || resolution.globals.has('coroutine'),
    places: new Map(),
    state: [],
    stateFields: new Map(),
    cachedFields: new Map(),
    head: [],
    labelCount: 0,
    refusals: [],
    emitFunction,
    emitBlock,
    emitValue,
  };
  const main = emitMain(module, scope);
  const globalNames = [...resolution.globals.keys()];
  const globals = [...resolution.globals.values()].map(({ name, line, column }) => ({
    name,
    line,
    column,
  }));
  const carriedGlobals = [...resolution.globals.values()]
    .filter(({ name, isCarried, assignments }) => isCarried && (assignments > 0 || isTable(name)))
    .map(({ name }) => name);
  const library = [...module.library].map((name) => {
    const variable = `lib_${name.replace('.', '_')}`;
    return `const ${variable} = R.library["${name}"];`;
  });
  const text = [
    ...PRELUDE,
    ...library,
    ...emitGlobals(globalNames),
    ...module.head,
    `class State { constructor() { this.result = E; this.isWarm = false; this.taken = 0; this.takenMax = R.TAKEN_MAX; ${module.state.join(' ')} } }`,
    main,
    'function bind(globals, host, state) { G = globals; g = globals.hash; H = host; K = state; }',
    'function unbind() { G = R.UNBOUND; g = R.UNBOUND; H = R.UNBOUND; K = R.UNBOUND; }',
    'return { main, warm, Globals: FG, State, bind, unbind };',
  ].join('\n');
  return {
    ...splitLines(text),
    sites: module.sites,
    globalNames,
    globals,
    carriedGlobals,
    refusals: module.refusals,
  };
}
