// State of the emitter: one ModuleEmission for the script, one FunctionEmission for each generated
// function. Generated text may name only what is listed here, mangled locals and temporaries (t1).
//   R runtime   M meter   S sites   T table class   N fields and A list of empty tables   E no
// results   G globals table   g its fields   H host   K the state: cached values k1, memos
//   q1 of class Q1   L1, L2, … and top labels   C1 cells   F1 field shapes
// and, in the chunk's own code, row (the update's row), h and k (H and K in variables), k1, the
// array n1 of the series k1, at (where the update stops being pure; see emit-pure.ts), isFlat,
// closes, limits, wished, v1, b1, low1, high1 and w1 (what stands over them; see emit-standing.ts).

import { describeField } from '#lua/emit/describe-field.ts';
import { stringText } from '#lua/emit/javascript-text.ts';
import type { Facts } from '#lua/semantics/facts.ts';
import type { FunctionScope, Variable } from '#lua/semantics/scope.ts';
import type { Site, SiteOperand } from '#lua/runtime/errors.ts';
import type { Block, Call, Expression, FunctionBody, Label, Name } from '#lua/syntax/tree.ts';

export type SiteText = Site;

/** Plain functions run straight through; resumable ones are generators that coroutines run. */
export type Form = 'plain' | 'resumable';

export type ModuleEmission = {
  readonly facts: Facts;
  readonly sites: SiteText[];
  readonly siteIndexes: Map<string, number>;
  /** Field shapes by their names, joined with commas. */
  readonly shapes: Map<string, number>;
  readonly getters: Set<string>;
  readonly setters: Set<string>;
  readonly cells: Set<number>;
  readonly library: Set<string>;
  /** Functions whose factories are written. */
  readonly factories: Set<FunctionScope>;
  /** Whether the script can reach the coroutine library, so that functions need both forms. */
  readonly hasCoroutines: boolean;
  /** Calls that tell the host their place in the script, with its number. */
  readonly places: Map<Call, number>;
  /** What the constructor of the instance's state does. */
  readonly state: string[];
  /** The fields of cached values and memos in the state. */
  readonly stateFields: Map<Expression, string>;
  /** The fields of cached values by their names. */
  readonly cachedFields: Map<string, string>;
  /** Definitions that stand before the functions. */
  readonly head: string[];
  labelCount: number;
  /** Reasons why the script cannot be compiled although it is right. */
  readonly refusals: string[];
  readonly emitFunction: (outer: FunctionEmission, body: FunctionBody) => string;
  readonly emitBlock: (f: FunctionEmission, block: Block, tail?: () => string) => string;
  readonly emitValue: (f: FunctionEmission, expression: Expression) => string;
};

/** What a goto to a label becomes, by direction. */
export type GotoPlan = { readonly forward?: string; readonly backward?: string };

/** Cached values that are known to be there, and those whose arrays are held in variables. */
export type Warm = { readonly fields: ReadonlySet<string>; readonly arrays: Set<string> };

/** What a local stands for, and how many of such locals lie in one another there. */
export type SunkLocal = { readonly value: Expression; readonly depth: number };

/** Variables in front of the updates, and what gives them their values. */
export type StandingText = { readonly declared: readonly string[]; readonly setup: string };

export type FunctionEmission = {
  readonly module: ModuleEmission;
  readonly scope: FunctionScope;
  readonly form: Form;
  /** Whether this is the chunk's own code, within the loop over rows. */
  readonly isMain: boolean;
  /** Cached values that the loop over rows has in variables. */
  readonly quickCached: Set<string>;
  /** Those among them that stand in the chunk's own block, not in one within it. */
  readonly outerCached: Set<string>;
  /** Of the loop that runs when all outer cached values are there: what it reads of them. */
  readonly warm: Warm | null;
  /** Blocks that begin with what is not pure, by their numbers; see emit-pure.ts. */
  readonly exits: Map<Block, number>;
  /** What has to hold for the pure text that is being written; null: it is no pure update's. */
  assumed: Set<string> | null;
  /** Locals of pure updates whose text stands where they are read; see sunk-locals.ts. */
  readonly sunk: Map<Variable, SunkLocal>;
  /** Of results that stand over pure updates; see emit-standing.ts. */
  readonly standing: Map<string, StandingText>;
  /** Whether a call of itself at the function's end begins it again; see emit-tail-call.ts. */
  isRepeated: boolean;
  /** How many blocks are open. */
  nesting: number;
  /** Whether a part of a cached value is being written, which needs no keeping itself. */
  isKeeping: boolean;
  /** Stack slots that the function takes while it runs; 0 when it cannot nest. */
  readonly slots: number;
  /** Labels of the open loops, innermost last. */
  readonly loops: string[];
  readonly jumps: Map<Label, GotoPlan>;
  /** Locals that are declared in front of their block. */
  readonly hoisted: Set<Variable>;
  /** Script line and column of the line of code that is being written. */
  line: number;
  column: number;
  temporaries: number;
  temporariesMax: number;
};

/** Takes a temporary variable; pair with `release`. */
export function take(f: FunctionEmission): string {
  f.temporaries += 1;
  if (f.temporaries > f.temporariesMax) f.temporariesMax = f.temporaries;
  return `t${f.temporaries}`;
}

/** Gives back temporaries, the newest first. */
export function release(f: FunctionEmission, count = 1): void {
  f.temporaries -= count;
}

/** A place in the script. */
export type Place = { readonly line: number; readonly column: number };

/** What a site is given besides its place. */
type SiteDetails = Partial<Pick<Site, 'left' | 'right' | 'hint' | 'isSwapped'>>;

/** Code for the place of an operator, and for what its messages say. */
export function site(f: FunctionEmission, at: Place, details: SiteDetails = {}): string {
  const { sites, siteIndexes } = f.module;
  const { line, column } = at;
  const { left = null, right = null, hint = null, isSwapped = false } = details;
  const key = [line, column, left?.name ?? '', right?.name ?? '', hint ?? ''].join('|');
  let index = siteIndexes.get(key);
  if (index === undefined) {
    index = sites.length;
    sites.push({ line, column, left, right, hint, isSwapped });
    siteIndexes.set(key, index);
  }
  return `S[${index}]`;
}

/** What a name stands for whose local has no text of its own; null: it has one. */
export function sunkValue(f: FunctionEmission, name: Name): Expression | null {
  if (f.sunk.size === 0) return null;
  const local = f.module.facts.resolution.locals.get(name);
  return local === undefined ? null : (f.sunk.get(local)?.value ?? null);
}

/** The leftmost place of an expression. */
export function startOf(expression: Expression): Place {
  const { kind } = expression;
  if (kind === 'call') return startOf(expression.callee);
  if (kind === 'index' || kind === 'method') return startOf(expression.object);
  const hasLeft = kind === 'binary' || kind === 'logical';
  return hasLeft ? startOf(expression.left) : expression;
}

/** Where to look for what is wrong with an expression's value: a field's name, or the start. */
export function placeOf(expression: Expression): Place {
  if (expression.kind === 'parenthesized') return placeOf(expression.inner);
  const isNamedField = expression.kind === 'index' && expression.key.kind === 'string';
  return isNamedField ? expression.key : startOf(expression);
}

/** An operand as messages speak of it. */
export function operandOf(
  f: FunctionEmission,
  expression: Expression,
  name = operandName(f, expression),
): SiteOperand {
  return { name, ...describeField(f.module.facts, expression), ...columnsOf(expression) };
}

function columnsOf(expression: Expression): Pick<SiteOperand, 'line' | 'column'> {
  const { line, column } = placeOf(expression);
  return { line, column };
}

/** The name by which real Lua calls an operand in messages. */
export function operandName(f: FunctionEmission, expression: Expression): string | null {
  if (expression.kind === 'name') {
    const local = f.module.facts.resolution.locals.get(expression);
    if (local === undefined) return `global '${expression.name}'`;
    return `${local.owner === f.scope ? 'local' : 'upvalue'} '${local.name}'`;
  }
  if (expression.kind === 'string') return `constant '${expression.bytes}'`;
  if (expression.kind === 'parenthesized') return operandName(f, expression.inner);
  if (expression.kind !== 'index') return null;
  return expression.key.kind === 'string' ? `field '${expression.key.bytes}'` : `field '?'`;
}

/** A variable that inner functions share and somebody assigns lives in a cell. */
export function isCell(variable: Variable): boolean {
  return variable.isCaptured && variable.assignments > 0;
}

/** Label that the module has not used. */
export function newLabel(f: FunctionEmission): string {
  f.module.labelCount += 1;
  return `L${f.module.labelCount}`;
}

/** Names a library function in the generated code. */
export function libraryFunction(f: FunctionEmission, name: string): string {
  f.module.library.add(name);
  return `lib_${name.replace('.', '_')}`;
}

/** A class of field objects with these names, in this order. */
export function shape(f: FunctionEmission, names: readonly string[]): string {
  const { module } = f;
  const key = names.join(',');
  let id = module.shapes.get(key);
  if (id === undefined) {
    id = module.shapes.size + 1;
    module.shapes.set(key, id);
    const parameters = names.map((_, index) => `a${index}`);
    const body = names.map((name, index) => `this.${name} = a${index};`).join(' ');
    module.head.push(
      `function F${id}(${parameters.join(', ')}) { ${body} }`,
      `F${id}.prototype = R.NO_PROTOTYPE;`,
    );
  }
  return `F${id}`;
}

/** The class of a variable's cells: one each, so that V8 learns what the field holds. */
export function cell(f: FunctionEmission, variable: Variable): string {
  const { module } = f;
  if (!module.cells.has(variable.id)) {
    module.cells.add(variable.id);
    module.head.push(`class C${variable.id} { constructor(v) { this.v = v; } }`);
  }
  return `C${variable.id}`;
}

/**
 * Reads a named field when the inline attempt failed; one function per name keeps V8's caches
 * apart.
 */
export function getter(f: FunctionEmission, name: string): string {
  const { module } = f;
  if (!module.getters.has(name)) {
    module.getters.add(name);
    module.head.push(
      `function get_${name}(o, s) {`,
      `  if (o !== undefined && o.hash !== undefined) {`,
      `    let v = o.hash.${name}; if (v !== undefined) return v;`,
      `    if (o.map === null) {`,
      `      const m = o.meta; if (m === null) return undefined;`,
      `      const i = m.hash.__index;`,
      `      if (i !== undefined && i.hash !== undefined && (v = i.hash.${name}) !== undefined) return v;`,
      `    }`,
      `  }`,
      `  return R.index(o, ${stringText(name)}, s);`,
      `}`,
    );
  }
  return `get_${name}`;
}

/** Writes a named field when it is not there yet. */
export function setter(f: FunctionEmission, name: string): string {
  const { module } = f;
  if (!module.setters.has(name)) {
    module.setters.add(name);
    module.head.push(
      `function set_${name}(o, v, s) {`,
      `  if (o !== undefined && o.hash !== undefined && o.meta === null && o.map === null) {`,
      `    if (o.hash === N) { if (v === undefined) return; o.hash = new R.FieldsOfTable(); }`,
      `    if ((M[2] -= 16) < 0) R.outOfBytes();`,
      `    o.hash.${name} = v;`,
      `  } else R.setName(o, ${stringText(name)}, v, s);`,
      `}`,
    );
  }
  return `set_${name}`;
}
