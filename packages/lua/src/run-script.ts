// Running a loaded script: an instance holds what belongs to one bot or backtest (globals, chance,
// host); a run executes the chunk from the top within limits.

import { accepted, rejected } from '#lib/result.ts';
import type { Result } from '#lib/result.ts';
import {
  LIBRARY_GLOBALS,
  LIBRARY_TABLES,
  libraryGlobal,
  makeLibraryTable,
} from '#lua/library/library.ts';
import type { Generator32 } from '#lua/library/random.ts';
import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import type { InstanceState, LoadedScript } from '#lua/load-script.ts';
import { heldBytes } from '#lua/runtime/census.ts';
import { innermostPlace, libraryError } from '#lua/runtime/errors.ts';
import {
  BYTES,
  COROUTINES,
  SLOTS,
  STEPS,
  STEPS_LEFT,
  fillMeter,
  meter,
} from '#lua/runtime/meter.ts';
import { noObjectsShown, running } from '#lua/runtime/running.ts';
import type { ShownObjects } from '#lua/runtime/running.ts';
import { RUNTIME } from '#lua/runtime/runtime.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import { LuaError, RunEnded, ScriptFault, withDeepTrace } from '#lua/runtime/script-fault.ts';
import { LuaTable, NO_LIST } from '#lua/runtime/table.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import { NOTHING, all } from '#lua/runtime/value.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

/** Stack that the runtime takes for a script within a script. */
const NESTED_SLOTS = 500;

/** What one run may use. All are below 2 ** 31. */
export type ScriptLimits = {
  /** Steps: about one for each operation that is executed. */
  readonly steps: number;
  /** Bytes that an update allocates in sum, whether or not they are still in use at its end. */
  readonly bytes: number;
  /** Bytes that globals lead to between updates; counted now and then, see census.ts. */
  readonly heldBytes: number;
  /**
   * Stack slots of 8 bytes; must fit the thread's stack (the default fits 984 KiB, V8's default).
   */
  readonly slots: number;
  /** Coroutines that are not finished. */
  readonly coroutines: number;
};

export const DEFAULT_LIMITS: ScriptLimits = {
  steps: 100_000_000,
  bytes: 256 * 1024 * 1024,
  heldBytes: 128 * 1024 * 1024,
  slots: 60_000,
  coroutines: 1_000,
};

export type ScriptInstance = {
  readonly loaded: LoadedScript;
  readonly host: HostObject;
  globals: LuaTable;
  /** Doubles in [0, 1) from the seed; see running.ts. */
  readonly random: () => number;
  readonly reseed: (seed: number) => void;
  /** What `random` draws from. */
  readonly chance: { now: Generator32 };
  stringMethods: LuaTable | null;
  state: InstanceState;
  shown: ShownObjects;
};

export type ScriptFailure = {
  readonly kind: 'error' | 'steps' | 'memory' | 'stack';
  /** The message as text, with the script's name and line in front where Lua has them. */
  readonly message: string;
  /** 1-based line of the script; null when it is not known. */
  readonly line: number | null;
  /** 1-based, in characters; null when it is not known. */
  readonly column: number | null;
  /** What may help beyond Lua's own message; null without. */
  readonly hint: string | null;
};

type Fresh = Pick<ScriptInstance, 'globals' | 'stringMethods' | 'state' | 'shown'>;

function makeFresh(loaded: LoadedScript, host: HostObject): Fresh {
  const { script, module } = loaded;
  const fields = new module.Globals();
  const globals = new LuaTable(fields, NO_LIST);
  const names = script.needsAllGlobals
    ? new Set([
        ...script.globalNames,
        ...LIBRARY_TABLES,
        ...LIBRARY_GLOBALS.keys(),
        ...script.hostNames,
      ])
    : script.globalNames;
  // The methods of texts are those of this table, whether the script names it or not.
  const methods = makeLibraryTable('string');
  for (const name of names) {
    const value = name === 'string' ? methods : libraryGlobal(name);
    if (value !== undefined) fields[name] = value;
    else if (Object.hasOwn(script.hostConstants, name)) fields[name] = script.hostConstants[name];
    else if (script.hostNames.includes(name)) fields[name] = hostValue(host, name);
  }
  if (script.needsAllGlobals) fields['_G'] = globals;
  return {
    globals,
    stringMethods: methods,
    state: new module.State(),
    shown: noObjectsShown(),
  };
}

function hostValue(host: HostObject, name: string): LuaValue {
  const value = host[name];
  return typeof value === 'function' ? RUNTIME.hostFunction(host, name) : (value as LuaValue);
}

/** Prepares a script for runs with this host. `seed` determines `math.random`. */
export function createInstance(
  loaded: LoadedScript,
  host: HostObject,
  seed: number,
): ScriptInstance {
  const instance: ScriptInstance = {
    loaded,
    host,
    ...withFullMeter(() => makeFresh(loaded, host)),
    ...chanceOf(seed),
  };
  return instance;
}

function chanceOf(seed: number): Pick<ScriptInstance, 'random' | 'reseed' | 'chance'> {
  const chance = { now: seededGenerator(seed) };
  return {
    chance,
    random: () => nextDouble(chance.now),
    reseed(next) {
      chance.now = seededGenerator(next);
    },
  };
}

/** Work that no script requested is not charged. */
export function withFullMeter<T>(make: () => T): T {
  const saved = meter.slice();
  fillMeter();
  const made = make();
  meter.set(saved);
  return made;
}

function failureText(value: LuaValue): string {
  if (typeof value === 'string') return textFromBytes(value);
  if (typeof value === 'number') return String(value);
  return `(error object is a ${typeName(value)} value)`;
}

const STACK_MESSAGE = /Maximum call stack size exceeded|too much recursion/;

function failureFrom(thrown: unknown, loaded: LoadedScript): ScriptFailure {
  if (!(thrown instanceof Error)) throw thrown;
  const place = innermostPlace(thrown.stack ?? '', loaded.lineMap);
  const line = place?.line ?? null;
  const column = place?.column ?? null;
  if (thrown instanceof LuaError) {
    const message = failureText(thrown.value as LuaValue);
    const [, chunkName, stated] = /^([^:\n]*):(\d+): /.exec(message) ?? [];
    // A message of a script that this one called states a line of its own.
    const isOwn = chunkName === loaded.lineMap.chunkName;
    const hint = thrown.hint;
    if (!isOwn) return { kind: 'error', message, line, column, hint };
    const isKnown = thrown.place?.line === Number(stated);
    const ownColumn = isKnown ? (thrown.place?.column ?? null) : null;
    return { kind: 'error', message, line: Number(stated), column: ownColumn, hint };
  }
  const at = line === null ? '' : `${loaded.lineMap.chunkName}:${line}: `;
  if (thrown instanceof ScriptFault) {
    const { limit, calledAt } = thrown;
    const message = (calledAt === '' ? at : calledAt) + thrown.message;
    return { kind: limit, message, line, column, hint: null };
  }
  // The slots are counted so that this cannot happen; should a thread's stack be smaller than they
  // say, the script ends all the same.
  if (thrown instanceof RangeError && STACK_MESSAGE.test(thrown.message)) {
    return { kind: 'stack', message: `${at}stack overflow`, line, column, hint: null };
  }
  throw thrown;
}

function bind(instance: ScriptInstance): void {
  const { loaded, globals, host, state } = instance;
  loaded.module.bind(globals, host, state);
  loaded.bound = instance;
}

function unbind(loaded: LoadedScript): void {
  loaded.module.unbind();
  loaded.bound = null;
}

/** What was running when an instance was entered, and what it had left. */
type Outside = {
  readonly steps: number;
  readonly slots: number;
  readonly bytes: number;
  readonly coroutines: number;
  readonly stepsLeft: number;
  readonly program: typeof running.program;
  readonly coroutine: typeof running.coroutine;
  readonly stringMethods: typeof running.stringMethods;
  readonly random: typeof running.random;
  readonly reseed: typeof running.reseed;
  readonly shown: typeof running.shown;
  readonly bound: ScriptInstance | null;
};

// One by one here and in `leave`: a backtest enters and leaves for each order.
function enter(instance: ScriptInstance, limits: Omit<ScriptLimits, 'heldBytes'>): Outside {
  const outside: Outside = {
    steps: meter[STEPS] ?? 0,
    slots: meter[SLOTS] ?? 0,
    bytes: meter[BYTES] ?? 0,
    coroutines: meter[COROUTINES] ?? 0,
    stepsLeft: meter[STEPS_LEFT] ?? 0,
    program: running.program,
    coroutine: running.coroutine,
    stringMethods: running.stringMethods,
    random: running.random,
    reseed: running.reseed,
    shown: running.shown,
    bound: instance.loaded.bound,
  };
  meter[STEPS] = limits.steps;
  meter[BYTES] = limits.bytes;
  meter[SLOTS] = limits.slots;
  meter[COROUTINES] = limits.coroutines;
  running.program = instance.loaded.lineMap;
  running.coroutine = null;
  running.stringMethods = instance.stringMethods;
  running.shown = instance.shown;
  running.random = instance.random;
  running.reseed = instance.reseed;
  running.missing = null;
  running.depth += 1;
  bind(instance);
  return outside;
}

function leave({ loaded }: ScriptInstance, outside: Outside): void {
  meter[STEPS] = outside.steps;
  meter[SLOTS] = outside.slots;
  meter[BYTES] = outside.bytes;
  meter[COROUTINES] = outside.coroutines;
  meter[STEPS_LEFT] = outside.stepsLeft;
  running.depth -= 1;
  if (running.depth === 0) fillMeter();
  running.program = outside.program;
  running.coroutine = outside.coroutine;
  running.stringMethods = outside.stringMethods;
  running.random = outside.random;
  running.shown = outside.shown;
  running.reseed = outside.reseed;
  // The host may have run another instance of the same script in the middle of a command.
  if (outside.bound === null) unbind(loaded);
  else bind(outside.bound);
}

/**
 * Calls a function that the script handed to its host, within limits. Only mistakes of ours are
 * thrown.
 *
 * @public for whoever is handed functions by a script
 */
export function callScript(
  instance: ScriptInstance,
  callee: LuaFunction,
  args: readonly LuaValue[],
  limits: ScriptLimits,
): Result<LuaValue[], ScriptFailure> {
  const outside = enter(instance, limits);
  try {
    return accepted(all(callee(...args)));
  } catch (thrown) {
    if (thrown instanceof RunEnded) return accepted([]);
    return rejected(failureFrom(thrown, instance.loaded));
  } finally {
    noteTaken(instance, limits);
    leave(instance, outside);
  }
}

/** Where a run over rows ended: before `row`, or with the failure of the update at `row`. */
export type RowsEnd = { readonly row: number; readonly failure: ScriptFailure | null };

/**
 * Runs the chunk once for each row from `fromRow` to before `toRow`, as runScript does: each update
 * has all of `limits`. Sets `host.row` before each, and returns early when `host.hasRequests` is
 * true after one. After a failure the instance can go on with the next row.
 */
export function runRows(
  instance: ScriptInstance,
  limits: ScriptLimits,
  fromRow: number,
  toRow: number,
): RowsEnd {
  const { host, state } = instance;
  const outside = enter(instance, limits);
  try {
    let row = fromRow;
    do {
      if (state.taken > state.takenMax) countHeld(instance, limits);
      row = runLoop(instance, limits, row, toRow);
    } while (row < toRow && host.hasRequests !== true);
    return { row, failure: null };
  } catch (thrown) {
    noteTaken(instance, limits);
    const row = host.row ?? fromRow;
    if (thrown instanceof RunEnded) return { row: row + 1, failure: null };
    return { row, failure: failureFrom(thrown, instance.loaded) };
  } finally {
    leave(instance, outside);
  }
}

/** Runs rows in the loop that fits the instance, and in the other one when it is warm. */
function runLoop(
  { loaded, host, state }: ScriptInstance,
  { steps, slots, bytes, coroutines }: ScriptLimits,
  fromRow: number,
  toRow: number,
): number {
  const { main, warm } = loaded.module;
  let row = fromRow;
  if (warm === null || !state.isWarm) row = main(row, toRow, steps, slots, bytes, coroutines);
  const goesOn = host.hasRequests !== true && state.taken <= state.takenMax;
  if (warm !== null && state.isWarm && goesOn) {
    row = warm(row, toRow, steps, slots, bytes, coroutines);
  }
  return row;
}

/** Adds what was taken since the meter was full. */
function noteTaken({ state }: ScriptInstance, limits: ScriptLimits): void {
  state.taken += limits.bytes - (meter[BYTES] ?? 0);
}

/** Ends the run when too much is held; else says when to count again. */
function countHeld({ globals, state }: ScriptInstance, limits: ScriptLimits): void {
  const held = heldBytes(globals, limits.heldBytes);
  if (held > limits.heldBytes) throw new ScriptFault('memory', 'too much memory is held');
  state.taken = 0;
  state.takenMax = Math.max(RUNTIME.TAKEN_MAX, held);
}

/**
 * Runs the chunk once from the top, at the row where the host is, and gives what it returns.
 * Globals stay in the instance.
 */
export function runScript(
  instance: ScriptInstance,
  limits: ScriptLimits = DEFAULT_LIMITS,
): Result<LuaValue[], ScriptFailure> {
  const { state, host } = instance;
  state.result = NOTHING;
  const row = host.row ?? 0;
  const { failure } = runRows(instance, limits, row, row + 1);
  return failure === null ? accepted(all(state.result)) : rejected(failure);
}

/** The innermost of the scripts that call one another is where a fault happened. */
function noteWhere(fault: ScriptFault, { lineMap }: LoadedScript): void {
  const line = innermostPlace(fault.stack ?? '', lineMap)?.line;
  fault.calledAt = line === undefined ? `${lineMap.chunkName}: ` : `${lineMap.chunkName}:${line}: `;
}

type Rest = Omit<ScriptLimits, 'heldBytes'>;

/**
 * Enters the instance in the middle of another script's run, with what that run has left, and goes
 * on there with what is left then. Errors are thrown as they are; a script that ended its run gives
 * nothing.
 */
function within(instance: ScriptInstance, act: (rest: Rest) => LuaResult): LuaResult {
  const [steps = 0, slots = 0, bytes = 0, coroutines = 0] = meter;
  const rest = { steps, slots: slots - NESTED_SLOTS, bytes, coroutines };
  if (rest.slots < 0) throw libraryError('stack overflow');
  const outside = enter(instance, rest);
  try {
    return act(rest);
  } catch (thrown) {
    // Made anew here, where the caller's frames are within the reach of its trace.
    if (thrown instanceof LuaError)
      throw withDeepTrace(() => new LuaError(thrown.value, null, thrown.hint));
    if (thrown instanceof ScriptFault && thrown.calledAt === '') noteWhere(thrown, instance.loaded);
    if (!(thrown instanceof RunEnded)) throw thrown;
    return NOTHING;
  } finally {
    const [stepsLeft = 0, , bytesLeft = 0] = meter;
    leave(instance, outside);
    meter[STEPS] = stepsLeft;
    meter[BYTES] = bytesLeft;
  }
}

/**
 * Runs the chunk once in the middle of another script's run, at the row where its host is, and
 * gives what the chunk returns.
 */
export function runWithin(instance: ScriptInstance): LuaValue[] {
  const { loaded, state, host } = instance;
  const row = host.row ?? 0;
  state.result = NOTHING;
  if (state.taken > state.takenMax) countHeld(instance, DEFAULT_LIMITS);
  const takenBefore = state.taken;
  within(instance, ({ steps, slots, bytes, coroutines }) => {
    loaded.module.main(row, row + 1, steps, slots, bytes, coroutines);
    // The loop has filled the meter again.
    meter[STEPS] = meter[STEPS_LEFT] ?? 0;
    meter[BYTES] = bytes - (state.taken - takenBefore);
    return NOTHING;
  });
  return all(state.result);
}

/** Calls a function of the instance from another script's run, whether or not it is running. */
export function callWithin(
  instance: ScriptInstance,
  callee: LuaFunction,
  args: readonly LuaValue[],
): LuaResult {
  if (instance.loaded.bound === instance) return callee(...args);
  return within(instance, () => callee(...args));
}
