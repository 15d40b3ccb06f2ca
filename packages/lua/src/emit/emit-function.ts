// Functions. In most scripts a Lua function becomes a JavaScript function in place. In scripts that
// can reach the coroutine library it becomes a factory at the top of the module, given what the
// function captures: so both of its forms are written once, however deep functions nest.

import type { Form, FunctionEmission, ModuleEmission } from '#lua/emit/emission.ts';
import { cell, isCell } from '#lua/emit/emission.ts';
import { emitVariable } from '#lua/emit/emit-access.ts';
import { charge } from '#lua/emit/emit-loop.ts';
import { leave } from '#lua/emit/emit-statement.ts';
import { mark, variableName } from '#lua/emit/javascript-text.ts';
import { blockSteps, callsIn, frameSlots, isStraight } from '#lua/emit/measure.ts';
import { calledHost, calledLibrary, stringMethod } from '#lua/semantics/facts.ts';
import { endsInReturn } from '#lua/semantics/infer.ts';
import { kindsOf } from '#lua/semantics/kinds-of.ts';
import { FUNCTION, OTHER, STRING, TABLE, within } from '#lua/semantics/kind.ts';
import type { FunctionScope, Variable } from '#lua/semantics/scope.ts';
import type { Call, FunctionBody, MethodCall } from '#lua/syntax/tree.ts';

const CLOSURE_BYTES = 120;

/** Whether a call may run code of the script. */
function entersScript(module: ModuleEmission, call: Call | MethodCall): boolean {
  const { facts } = module;
  if (call.kind === 'call')
    return calledLibrary(facts, call) === null && calledHost(facts, call) === null;
  return stringMethod(facts, call) === null || !within(kindsOf(facts, call.object), STRING);
}

/** Emission of a function that has no text yet. */
export function newEmission(
  module: ModuleEmission,
  scope: FunctionScope,
  form: Form,
): FunctionEmission {
  const nests =
    scope.parent !== null && callsIn(scope.body).some((call) => entersScript(module, call));
  return {
    module,
    scope,
    form,
    isMain: scope.parent === null,
    quickCached: new Set(),
    outerCached: new Set(),
    warm: null,
    exits: new Map(),
    assumed: null,
    sunk: new Map(),
    standing: new Map(),
    isRepeated: false,
    nesting: 0,
    isKeeping: false,
    slots: nests ? frameSlots(scope.body) : 0,
    loops: [],
    jumps: new Map(),
    hoisted: new Set(),
    line: 0,
    column: 0,
    temporaries: 0,
    temporariesMax: 0,
  };
}

function parameterVariables(f: FunctionEmission): Variable[] {
  const { variables } = f.module.facts.resolution;
  return f.scope.body.parameters.flatMap((parameter) => variables.get(parameter) ?? []);
}

/** What each passage through the function is charged. */
function emitCharge({ slots, scope: { body } }: FunctionEmission): string {
  return slots > 0 || !isStraight(body) ? charge(blockSteps(body.block)) : '';
}

/** What a frame takes of the stack. */
function emitFrame({ slots, scope: { body } }: FunctionEmission): string {
  if (slots === 0) return '';
  return `if ((M[1] -= ${body.isVararg ? `${slots} + va.length` : slots}) < 0) R.stackOverflow();`;
}

/** JavaScript at the beginning of a function: its charge, its frame, and cells of parameters. */
export function emitEntry(f: FunctionEmission): string {
  const text = [emitCharge(f), emitFrame(f)];
  for (const variable of parameterVariables(f)) {
    if (isCell(variable)) {
      text.push(`const ${variableName(variable)} = new ${cell(f, variable)}($p${variable.id});`);
    }
  }
  return text.join(' ');
}

/** The text of one form of a function. */
function emitForm(module: ModuleEmission, scope: FunctionScope, form: Form, name: string): string {
  const f = newEmission(module, scope, form);
  const { body } = scope;
  const entry = emitEntry(f);
  const statements = module.emitBlock(f, body.block);
  const parameters = parameterVariables(f).map((variable) =>
    isCell(variable) ? `$p${variable.id}` : variableName(variable),
  );
  if (body.isVararg) parameters.push('...va');
  const temporaries = Array.from({ length: f.temporariesMax }, (_, index) => `t${index + 1}`);
  const locals = temporaries.length === 0 ? '' : `let ${temporaries.join(', ')};`;
  const end = endsInReturn(body.block)
    ? ''
    : `${mark({ line: body.block.endLine, column: 0 })}${leave(f)} return E;`;
  const star = form === 'resumable' ? '*' : '';
  const whole = f.isRepeated
    ? `${emitFrame(f)} top: for (;;) { ${emitCharge(f)} ${statements} ${end} }`
    : `${entry} ${statements} ${end}`;
  return `function${star} ${name}(${parameters.join(', ')}) {${mark(body)}${locals} ${whole} }`;
}

/**
 * What a function has captured that takes memory of its own, by itself or through local functions
 * that are only called. Functions that are only called are never asked.
 */
function heldVariables(module: ModuleEmission, scope: FunctionScope): Variable[] {
  const { name } = scope;
  if (name !== null && 'owner' in name && name.assignments === 0 && !name.isEscaping) return [];
  const found = new Set<Variable>();
  const open = [...scope.captures];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const inner =
      next.value === null ? undefined : module.facts.resolution.scopes.get(next.value.body);
    if (inner !== undefined) open.push(...inner.captures);
  }
  return [...found].filter((variable) => {
    const kinds = module.facts.variables.get(variable) ?? 0;
    return variable !== name && (kinds & (STRING | TABLE | FUNCTION | OTHER)) !== 0;
  });
}

function heldText(variables: readonly Variable[]): string {
  return `() => [${variables.map(emitVariable).join(', ')}]`;
}

function charged(text: string): string {
  return `((M[2] -= ${CLOSURE_BYTES}) < 0 ? R.outOfBytes() : ${text})`;
}

function emitFactory(
  module: ModuleEmission,
  scope: FunctionScope,
  captures: readonly Variable[],
): void {
  const { name } = scope;
  const isSelf = name !== null && 'owner' in name && scope.captures.has(name) && !isCell(name);
  const bound = isSelf ? variableName(name) : 'self';
  const plain = emitForm(module, scope, 'plain', `$f${scope.id}`);
  const resumable = emitForm(module, scope, 'resumable', `$f${scope.id}`);
  // What the factory is not given, it cannot show.
  const held = heldVariables(module, scope).filter((variable) => captures.includes(variable));
  const holds = held.length === 0 ? '' : `${bound}.held = ${heldText(held)}; `;
  module.head.push(
    `const K${scope.id} = (${captures.map(variableName).join(', ')}) => { const ${bound} = ${plain};`,
    `${bound}.resumable = ${resumable}; ${holds}return ${bound}; };`,
  );
}

/** A function expression. */
export function emitFunction(outer: FunctionEmission, body: FunctionBody): string {
  const { module } = outer;
  const scope = module.facts.resolution.scopes.get(body);
  if (scope === undefined) throw new RangeError('the function was not resolved');
  if (!module.hasCoroutines) {
    const text = emitForm(module, scope, 'plain', `$f${scope.id}`);
    const held = heldVariables(module, scope);
    if (held.length === 0) return charged(`${text}${mark(outer)}`);
    return charged(`R.holding(${text}${mark(outer)}, ${heldText(held)})`);
  }
  const { name } = scope;
  const isSelf = (variable: Variable) =>
    variable === name && !isCell(variable) && name.owner === outer.scope;
  const captures = [...scope.captures].filter((variable) => !isSelf(variable));
  if (!module.factories.has(scope)) {
    module.factories.add(scope);
    emitFactory(module, scope, captures);
  }
  return charged(`K${scope.id}(${captures.map(variableName).join(', ')})`);
}
