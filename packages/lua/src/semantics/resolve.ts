// Finds for each name its variable, for each goto its label, and what the rules of scope forbid.

import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import { visitParts } from '#lua/syntax/visit-parts.ts';
import type {
  Block,
  Declaration,
  Expression,
  FunctionBody,
  Goto,
  Index,
  Name,
  Statement,
} from '#lua/syntax/tree.ts';
import type {
  FunctionScope,
  GlobalName,
  GotoTarget,
  LabelUse,
  Resolution,
  Variable,
} from '#lua/semantics/scope.ts';

type OpenBlock = {
  readonly block: Block;
  readonly names: Map<string, Variable>;
  readonly labels: LabelUse[];
  readonly isLoop: boolean;
  readonly isRepeat: boolean;
  /** Position of the statement being resolved. */
  index: number;
};

type OpenFunction = { readonly scope: FunctionScope; readonly blocks: OpenBlock[] };

type Mutable<M> =
  M extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : M extends ReadonlySet<infer T>
      ? Set<T>
      : M extends readonly (infer T)[]
        ? T[]
        : M;

type State = {
  readonly diagnostics: Diagnostic[];
  readonly functions: OpenFunction[];
  readonly result: { -readonly [K in keyof Resolution]: Mutable<Resolution[K]> };
  count: number;
};

function complain(state: State, at: { line: number; column: number }, message: string): void {
  state.diagnostics.push({ kind: 'scope', line: at.line, column: at.column, message });
}

function innermost<T>(list: readonly T[]): T {
  const last = list.at(-1);
  if (last === undefined) throw new RangeError('nothing is open');
  return last;
}

function declare(state: State, declaration: Declaration): Variable {
  const open = innermost(state.functions);
  state.count += 1;
  const variable: Variable = {
    id: state.count,
    name: declaration.name,
    declaration,
    owner: open.scope,
    isCaptured: false,
    assignments: 0,
    value: null,
    initialiser: null,
    isEscaping: false,
    calls: 0,
  };
  state.result.variables.set(declaration, variable);
  innermost(open.blocks).names.set(declaration.name, variable);
  return variable;
}

function lookUp(state: State, name: string): Variable | null {
  for (let depth = state.functions.length - 1; depth >= 0; depth -= 1) {
    const open = state.functions[depth];
    for (const block of open?.blocks.toReversed() ?? []) {
      const variable = block.names.get(name);
      if (variable === undefined) continue;
      if (depth < state.functions.length - 1) {
        variable.isCaptured = true;
        for (const inner of state.functions.slice(depth + 1)) inner.scope.captures.add(variable);
      }
      return variable;
    }
  }
  return null;
}

function globalName(state: State, name: Name): GlobalName {
  const known = state.result.globals.get(name.name);
  if (known !== undefined) return known;
  const { line, column } = name;
  const fresh = {
    name: name.name,
    line,
    column,
    assignments: 0,
    value: null,
    initialiser: null,
    isWarm: false,
    isCarried: false,
    isEscaping: false,
    calls: 0,
  };
  state.result.globals.set(name.name, fresh);
  return fresh;
}

/** 'field' is reading a field by name, which lets nothing else reach the value. */
type Use = 'read' | 'call' | 'field' | 'write';

function resolveName(state: State, name: Name, use: Use): Variable | GlobalName {
  const variable = lookUp(state, name.name);
  if (variable !== null) {
    state.result.locals.set(name, variable);
    if (use === 'write') {
      variable.assignments += 1;
      if (variable.declaration.attribute !== null) {
        complain(state, name, `attempt to assign to const variable '${name.name}'`);
      }
    } else if (use === 'read') variable.isEscaping = true;
    else if (use === 'call') variable.calls += 1;
    return variable;
  }
  const environment = name.name === '_ENV' ? null : lookUp(state, '_ENV');
  if (environment !== null) {
    environment.isEscaping = true;
    state.result.environments.set(name, environment);
  }
  if (name.name === '_ENV' || name.name === '_G') state.result.usesEnvironment = true;
  const global = globalName(state, name);
  if (use === 'write') global.assignments += 1;
  else if (use === 'read') global.isEscaping = true;
  else if (use === 'call') global.calls += 1;
  if (global.isWarm && environment === null) state.result.warm.add(name);
  else if (use !== 'write') global.isCarried = true;
  return global;
}

function resolveFunction(state: State, body: FunctionBody): FunctionScope {
  const parent = state.functions.at(-1)?.scope ?? null;
  const id = state.result.scopes.size;
  const scope: FunctionScope = { id, body, parent, name: null, captures: new Set() };
  state.result.scopes.set(body, scope);
  state.functions.push({ scope, blocks: [] });
  openBlock(state, body.block, 'plain', () => {
    for (const parameter of body.parameters) declare(state, parameter);
    resolveStatements(state, body.block);
  });
  state.functions.pop();
  return scope;
}

type BlockKind = 'plain' | 'loop' | 'repeat';

function openBlock(state: State, block: Block, kind: BlockKind, walk: () => void): void {
  const open = innermost(state.functions);
  const labels: LabelUse[] = [];
  for (const [index, statement] of block.statements.entries()) {
    if (statement.kind !== 'label') continue;
    const twin = labels.find((use) => use.label.name === statement.name);
    if (twin !== undefined) {
      const where = `on line ${twin.label.line}`;
      complain(state, statement, `label '${statement.name}' already defined ${where}`);
    }
    labels.push({ label: statement, index, firstForward: null, isBackward: false });
  }
  const isRepeat = kind === 'repeat';
  open.blocks.push({
    block,
    names: new Map(),
    labels,
    isLoop: kind !== 'plain',
    isRepeat,
    index: 0,
  });
  state.result.labels.set(block, labels);
  walk();
  open.blocks.pop();
}

function resolveBlock(state: State, block: Block, kind: BlockKind = 'plain'): void {
  openBlock(state, block, kind, () => resolveStatements(state, block));
}

function resolveStatements(state: State, block: Block): void {
  const open = innermost(innermost(state.functions).blocks);
  for (const [index, statement] of block.statements.entries()) {
    open.index = index;
    resolveStatement(state, statement);
  }
}

/**
 * The first local that a jump from statement `from` to `to` would skip; null when the jump is
 * allowed.
 */
function skippedLocal(open: OpenBlock, from: number, to: number): string | null {
  const { block } = open;
  // What `until` tests is still within the scope of a loop body's locals.
  if (!open.isRepeat && block.statements.slice(to).every((statement) => statement.kind === 'label'))
    return null;
  for (const statement of block.statements.slice(from + 1, to)) {
    if (statement.kind === 'local') return statement.names[0]?.name ?? null;
    if (statement.kind === 'local-function') return statement.variable.name;
  }
  return null;
}

function resolveGoto(state: State, statement: Goto): void {
  for (const open of innermost(state.functions).blocks.toReversed()) {
    const use = open.labels.find((candidate) => candidate.label.name === statement.label);
    if (use === undefined) continue;
    const isBackward = use.index <= open.index;
    if (isBackward) use.isBackward = true;
    else {
      use.firstForward = Math.min(use.firstForward ?? open.index, open.index);
      const local = skippedLocal(open, open.index, use.index);
      if (local !== null) {
        const jump = `<goto ${statement.label}> at line ${statement.line}`;
        complain(state, statement, `${jump} jumps into the scope of local '${local}'`);
      }
    }
    state.result.targets.set(statement, { use, isBackward } satisfies GotoTarget);
    return;
  }
  const message = `no visible label '${statement.label}' for <goto> at line ${statement.line}`;
  complain(state, statement, message);
}

/** The value at `index` of a list, unless it is a later one of a call's results. */
function noteValue(
  state: State,
  values: readonly Expression[],
  index: number,
  name: Variable | GlobalName,
): void {
  const value = values[index];
  name.initialiser = value ?? null;
  if (value?.kind !== 'function') return;
  name.value = value;
  const scope = state.result.scopes.get(value.body);
  if (scope !== undefined) scope.name = name;
}

function resolveAssignment(
  state: State,
  targets: readonly (Name | Index)[],
  values: readonly Expression[],
): void {
  for (const value of values) resolveExpression(state, value);
  for (const [index, target] of targets.entries()) {
    if (target.kind !== 'name') {
      resolveExpression(state, target.object);
      resolveExpression(state, target.key);
      continue;
    }
    const name = resolveName(state, target, 'write');
    if ('owner' in name) continue;
    noteValue(state, values, index, name);
    name.isWarm ||= standsOpen(state);
  }
}

/** Whether the statement is one of the chunk itself, and no goto of the chunk can skip it. */
function standsOpen(state: State): boolean {
  const [chunk, ...inner] = state.functions;
  const [block, ...nested] = chunk?.blocks ?? [];
  return inner.length === 0 && nested.length === 0 && block?.labels.length === 0;
}

function resolveStatement(state: State, statement: Statement): void {
  switch (statement.kind) {
    case 'local':
      for (const value of statement.values) resolveExpression(state, value);
      for (const [index, name] of statement.names.entries()) {
        noteValue(state, statement.values, index, declare(state, name));
      }
      return;
    case 'local-function': {
      const variable = declare(state, statement.variable);
      resolveFunction(state, statement.value.body);
      noteValue(state, [statement.value], 0, variable);
      return;
    }
    case 'assign':
      resolveAssignment(state, statement.targets, statement.values);
      return;
    case 'call':
      resolveExpression(state, statement.call);
      return;
    case 'return':
      for (const value of statement.values) resolveExpression(state, value);
      return;
    case 'goto':
      resolveGoto(state, statement);
      return;
    case 'break':
      if (!innermost(state.functions).blocks.some((block) => block.isLoop)) {
        complain(state, statement, `<break> at line ${statement.line} not inside a loop`);
      }
      return;
    case 'label':
      return;
    case 'do':
    case 'while':
    case 'repeat':
    case 'if':
    case 'numeric-for':
    case 'generic-for':
      resolveCompound(state, statement);
  }
}

type Compound = Extract<
  Statement,
  { kind: 'do' | 'while' | 'repeat' | 'if' | 'numeric-for' | 'generic-for' }
>;

function resolveCompound(state: State, statement: Compound): void {
  switch (statement.kind) {
    case 'do':
      resolveBlock(state, statement.block);
      return;
    case 'while':
      resolveExpression(state, statement.condition);
      resolveBlock(state, statement.block, 'loop');
      return;
    case 'repeat':
      openBlock(state, statement.block, 'repeat', () => {
        resolveStatements(state, statement.block);
        resolveExpression(state, statement.condition);
      });
      return;
    case 'if':
      for (const clause of statement.clauses) {
        resolveExpression(state, clause.condition);
        resolveBlock(state, clause.block);
      }
      if (statement.otherwise !== null) resolveBlock(state, statement.otherwise);
      return;
    case 'numeric-for':
      resolveExpression(state, statement.start);
      resolveExpression(state, statement.limit);
      if (statement.step !== null) resolveExpression(state, statement.step);
      resolveLoopBody(state, [statement.variable], statement.block);
      return;
    case 'generic-for':
      for (const value of statement.values) resolveExpression(state, value);
      resolveLoopBody(state, statement.names, statement.block);
  }
}

function resolveLoopBody(state: State, names: readonly Declaration[], block: Block): void {
  openBlock(state, block, 'loop', () => {
    for (const name of names) declare(state, name);
    resolveStatements(state, block);
  });
}

/** The expression that another one begins with; a name there is used in its own way. */
function resolveHead(state: State, head: Expression, use: Use): void {
  if (head.kind === 'name') resolveName(state, head, use);
  else resolveExpression(state, head);
}

function resolveExpression(state: State, expression: Expression): void {
  const { kind } = expression;
  if (kind === 'name') resolveName(state, expression, 'read');
  else if (kind === 'function') resolveFunction(state, expression.body);
  else if (kind === 'call') {
    state.result.calls.push(expression);
    resolveHead(state, expression.callee, 'call');
    for (const arg of expression.args) resolveExpression(state, arg);
  } else if (kind === 'index') {
    resolveHead(state, expression.object, expression.key.kind === 'string' ? 'field' : 'read');
    resolveExpression(state, expression.key);
  } else visitParts(state, expression, resolveExpression);
}

/** Resolves a whole chunk; rule violations are added to `diagnostics`. */
export function resolve(chunk: FunctionBody, diagnostics: Diagnostic[]): Resolution {
  const state: State = {
    diagnostics,
    functions: [],
    count: 0,
    result: {
      locals: new Map(),
      variables: new Map(),
      scopes: new Map(),
      globals: new Map(),
      labels: new Map(),
      targets: new Map(),
      environments: new Map(),
      warm: new Set(),
      calls: [],
      usesEnvironment: false,
    },
  };
  resolveFunction(state, chunk);
  return state.result;
}
