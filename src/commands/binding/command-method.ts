// A command as a method of the host: reads the arguments and calls the implementation. Made once
// for each command, by the number of its parameters, so that a call allocates nothing for its
// arguments beyond what the implementation asks for.

import type { CommandImplementation } from '#commands/definition/command-implementation.ts';
import type { CommandDefinition } from '#commands/definition/command.ts';
import { commandSteps } from '#commands/catalogue/command-steps.ts';
import { argumentReader } from '#commands/binding/argument.ts';
import type { ArgumentReader } from '#commands/binding/argument.ts';
import type { CommandMethod, HostState } from '#commands/binding/host-state.ts';
import { SEVERAL_RESULTS } from '#commands/binding/several-results.ts';
import { namedParameters, placeNamed } from '#commands/binding/named-arguments.ts';
import type { NamedParameters } from '#commands/binding/named-arguments.ts';
import { argumentError, libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { isHostValue, isSeriesValue } from '#lua/runtime/metamethod.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';

type Implementation = (context: HostState['context'], ...args: unknown[]) => LuaResult;

type Spec = {
  readonly command: CommandDefinition;
  readonly implementation: Implementation;
  readonly readers: readonly ArgumentReader[];
  readonly named: NamedParameters;
  readonly isVariadic: boolean;
  /** Of a call. */
  readonly steps: number;
  /** Whether a table among the arguments stands for its elements. */
  readonly takesLists: boolean;
  /** Whether the first argument is a series and a later one a number, so that they get swapped. */
  readonly beginsWithSeries: boolean;
  /** What becomes of an implementation's result; null: it is given as it is. */
  readonly settle: ((result: LuaResult) => LuaValue) | null;
};

const TYPES: Readonly<Record<string, readonly string[]>> = {
  number: ['number'],
  boolean: ['boolean'],
  string: ['string'],
  function: ['function'],
  numberOrSeries: ['number', 'series'],
  enum: ['number', 'string', 'color', 'signal'],
  series: ['series'],
  container: ['container'],
};

function kindName(value: LuaResult): string {
  if (Array.isArray(value)) return 'several values';
  if (isHostValue(value)) return value.kind;
  return value instanceof LuaTable ? 'table' : typeof value;
}

/**
 * Generated code relies on the kinds of results. What an implementation gives for 'nothing' is
 * dropped, any other result that is not of its kind is refused.
 */
function settleAs({ name, result }: CommandDefinition): Spec['settle'] {
  const { kind } = result;
  if (kind === 'any' || SEVERAL_RESULTS.has(name)) return null;
  if (kind === 'nothing') return () => undefined;
  const types = kind === 'list' || kind === 'table' ? ['table'] : (TYPES[kind] ?? []);
  const [usual = ''] = types;
  return (value) => {
    if (typeof value === usual && !Array.isArray(value)) return value;
    const found = kindName(value);
    if (types.includes(found) && !Array.isArray(value)) return value;
    throw libraryError(`'${name}' has no ${kind} here (${found})`);
  };
}

/**
 * Refuses a number where the prices belong when a series stands where a number belongs: both could
 * be read (a number as a series of itself, a series as its newest element), but are never meant.
 */
function refuseSwapped({ command }: Spec, args: readonly LuaValue[]): void {
  const { name, parameters } = command;
  const at = parameters.findIndex(
    ({ kind }, index) => kind === 'number' && isSeriesValue(args[index]),
  );
  if (at < 0) return;
  const order = `${name}(${parameters.map((parameter) => parameter.name).join(', ')})`;
  const found = `series expected, got number, and argument #${at + 1} is a series; the order is`;
  throw argumentError(1, name, `${found} ${order}`);
}

/** Kinds of which any number may also be given as one list. */
const SCALAR_KINDS: ReadonlySet<string> = new Set(['enum', 'boolean']);

/** Of an element of a list that stands for arguments. */
const ITEM_STEPS = 4;

function itemsOf(value: LuaValue): readonly LuaValue[] {
  return value instanceof LuaTable ? value.list : [value];
}

/** Any number of arguments: read one by one, a variadic one to the end. */
function callWith(spec: Spec, host: HostState, given: readonly LuaValue[]): LuaResult {
  const { readers, isVariadic, settle, steps } = spec;
  chargeSteps(steps + given.length);
  const placed = placeNamed(spec.named, given) ?? given;
  const args = spec.takesLists && placed.some(isTable) ? placed.flatMap(itemsOf) : placed;
  if (args.length > given.length) chargeSteps(ITEM_STEPS * args.length);
  if (spec.beginsWithSeries && typeof args[0] === 'number') refuseSwapped(spec, args);
  const read: unknown[] = [];
  const count = isVariadic ? Math.max(args.length, readers.length - 1) : readers.length;
  const last = readers.length - 1;
  for (let index = 0; index < count; index += 1) {
    const reader = readers[index < last ? index : last] as ArgumentReader;
    read.push(isVariadic && index >= args.length ? undefined : reader(args[index], host));
  }
  const result = spec.implementation(host.context, ...read);
  return settle === null ? result : settle(result);
}

function isTable(value: LuaValue): boolean {
  return value instanceof LuaTable;
}

function general(spec: Spec): CommandMethod {
  return function call(this: HostState, ...args: LuaValue[]) {
    return callWith(spec, this, args);
  };
}

const IDENTITY: ArgumentReader = (value) => value;

function none({ implementation, settle, steps }: Spec): CommandMethod {
  return function call0(this: HostState) {
    chargeSteps(steps);
    const result = implementation(this.context);
    return settle === null ? result : settle(result);
  };
}

function one(spec: Spec): CommandMethod {
  const { implementation, readers, settle, steps } = spec;
  const [first = IDENTITY] = readers;
  return function call1(this: HostState, a: LuaValue, b: LuaValue) {
    if (a instanceof LuaTable || b instanceof LuaTable) return callWith(spec, this, [a, b]);
    chargeSteps(steps);
    const result = implementation(this.context, first(a, this));
    return settle === null ? result : settle(result);
  };
}

function two(spec: Spec): CommandMethod {
  const { implementation, readers, settle, beginsWithSeries, steps } = spec;
  const [first = IDENTITY, second = IDENTITY] = readers;
  return function call2(this: HostState, a: LuaValue, b: LuaValue, c: LuaValue) {
    if (a instanceof LuaTable || b instanceof LuaTable || c instanceof LuaTable) {
      return callWith(spec, this, [a, b, c]);
    }
    chargeSteps(steps);
    if (beginsWithSeries && typeof a === 'number') refuseSwapped(spec, [a, b]);
    const result = implementation(this.context, first(a, this), second(b, this));
    return settle === null ? result : settle(result);
  };
}

function three(spec: Spec): CommandMethod {
  const { implementation, readers, settle, beginsWithSeries, steps } = spec;
  const [first = IDENTITY, second = IDENTITY, third = IDENTITY] = readers;
  return function call3(this: HostState, a: LuaValue, b: LuaValue, c: LuaValue, d: LuaValue) {
    const hasTable = a instanceof LuaTable || b instanceof LuaTable || c instanceof LuaTable;
    if (hasTable || d instanceof LuaTable) return callWith(spec, this, [a, b, c, d]);
    chargeSteps(steps);
    if (beginsWithSeries && typeof a === 'number') refuseSwapped(spec, [a, b, c]);
    const result = implementation(this.context, first(a, this), second(b, this), third(c, this));
    return settle === null ? result : settle(result);
  };
}

/** Charged by how many arguments are given, as callWith charges. */
function four(spec: Spec): CommandMethod {
  const { implementation, readers, settle, beginsWithSeries, steps } = spec;
  const [first = IDENTITY, second = IDENTITY, third = IDENTITY, fourth = IDENTITY] = readers;
  return function call4(this: HostState, ...args: LuaValue[]) {
    const { length } = args;
    if (length > 4 || args[length - 1] instanceof LuaTable) return callWith(spec, this, args);
    const [a, b, c, d] = args;
    if (isTable(a) || isTable(b) || isTable(c)) return callWith(spec, this, args);
    chargeSteps(steps + length);
    if (beginsWithSeries && typeof a === 'number') refuseSwapped(spec, args);
    const result = implementation(
      this.context,
      first(a, this),
      second(b, this),
      third(c, this),
      fourth(d, this),
    );
    return settle === null ? result : settle(result);
  };
}

const BY_ARITY = [none, one, two, three, four];

/** The method that reads a call's arguments and has the implementation carry it out. */
export function commandMethod(
  command: CommandDefinition,
  implementation: CommandImplementation,
): CommandMethod {
  const { parameters } = command;
  const isVariadic = parameters.at(-1)?.isVariadic === true;
  const spec: Spec = {
    implementation: implementation as Implementation,
    readers: parameters.map((parameter, index) => argumentReader(parameter, command.name, index)),
    named: namedParameters(command),
    isVariadic,
    steps: commandSteps(command.name),
    takesLists: isVariadic && SCALAR_KINDS.has(parameters.at(-1)?.kind ?? ''),
    beginsWithSeries:
      parameters[0]?.kind === 'series' && parameters.some(({ kind }) => kind === 'number'),
    settle: settleAs(command),
    command,
  };
  const make = isVariadic ? undefined : BY_ARITY[parameters.length];
  return (make ?? general)(spec);
}
