// Custom commands: scripts that other scripts call. Each place of a call has an instance of its
// own, with its own memory; budgets are those of the caller.

import { barOfMinute } from '#domain/candle/interval.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { container } from '#engine/values/container.ts';
import type { CommandFrame } from '#engine/run-api/call-api.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MemoryApi } from '#engine/run-api/memory-api.ts';
import type { LoadedScript } from '#lua/load-script.ts';
import { callWithin, createInstance, runWithin } from '#lua/run-script.ts';
import type { ScriptInstance } from '#lua/run-script.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { LuaTable, rawSet } from '#lua/runtime/table.ts';
import { TableCursor } from '#lua/runtime/traverse.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';

/** Custom commands by the name under which scripts call them. */
export type CustomCommands = ReadonlyMap<string, LoadedScript>;

export const NO_CUSTOM_COMMANDS: CustomCommands = new Map();

/** How deep custom commands may call one another. */
const DEPTH_MAX = 8;

export type CustomCall = {
  readonly kind: 'custom_call';
  /** The name of the command. */
  readonly name: string;
  readonly instance: ScriptInstance;
  readonly frame: CommandFrame;
  /** The candle in which the result was found; NaN before the first. */
  bar: number;
  args: readonly LuaValue[];
  result: LuaValue;
};

/** Frame of a call without arguments and result. */
export function newFrame(calledAs: string | null): CommandFrame {
  return {
    calledAs,
    args: [],
    parameterCount: 0,
    name: null,
    description: '',
    result: undefined,
    hasResult: false,
    outputNames: [],
    intervalMinutes: 0,
    bound: (callee) => callee,
  };
}

/** The caller's memory under names that only this place uses. */
function memoryOf(memory: MemoryApi, place: string): MemoryApi {
  const named = (key: string): string => `${place}/${key}`;
  return {
    save: (key, value) => memory.save(named(key), value),
    load: (key) => memory.load(named(key)),
    delete: (key) => memory.delete(named(key)),
    sessionSave: (key, value) => memory.sessionSave(named(key), value),
    sessionLoad: (key) => memory.sessionLoad(named(key)),
    note: (key) => memory.note(named(key)),
    keepNote: (key, value) => memory.keepNote(named(key), value),
  };
}

export type CustomCaller = {
  readonly context: CommandContext;
  readonly place: string;
  /** How many custom commands are running already. */
  readonly depth: number;
  /** The row on which the run stands. */
  readonly rowNow: () => number;
  /** Makes the host of the called script. */
  readonly makeHost: (context: CommandContext, frame: CommandFrame, depth: number) => HostObject;
};

/** The instance for one place of a call. */
export function beginCustomCall(
  { context, place, depth, rowNow, makeHost }: CustomCaller,
  name: string,
  script: LoadedScript,
): CustomCall {
  if (depth >= DEPTH_MAX) throw libraryError('custom commands call one another too deeply');
  const frame = newFrame(name);
  const own = { ...context, memory: memoryOf(context.memory, place) };
  const instance = createInstance(script, makeHost(own, frame, depth + 1), 1);
  frame.bound = binder(instance, rowNow);
  const nothing = { bar: Number.NaN, args: [], result: undefined };
  return { kind: 'custom_call', name, instance, frame, ...nothing };
}

/** Each function once, so that what was bound before stays the same value. */
function binder(instance: ScriptInstance, rowNow: () => number): CommandFrame['bound'] {
  const bound = new WeakSet<LuaFunction>();
  return (callee) => {
    if (bound.has(callee)) return callee;
    const call: LuaFunction = (...args) => {
      instance.host.row = rowNow();
      return callWithin(instance, callee, args);
    };
    bound.add(call);
    return call;
  };
}

/** A result with its functions as others may call them; those of a table are replaced in it. */
function boundResult(bound: CommandFrame['bound'], value: LuaValue): LuaValue {
  if (typeof value === 'function') return bound(value);
  if (!(value instanceof LuaTable)) return value;
  const seen = new Set<LuaTable>();
  const open = [value];
  for (let table = open.pop(); table !== undefined; table = open.pop()) {
    if (seen.has(table)) continue;
    seen.add(table);
    chargeSteps(table.list.length + 1);
    const cursor = new TableCursor(table);
    while (cursor.advance()) {
      if (cursor.value instanceof LuaTable) open.push(cursor.value);
      else if (typeof cursor.value === 'function') rawSet(table, cursor.key, bound(cursor.value));
    }
  }
  return value;
}

function isSame(before: readonly LuaValue[], now: readonly LuaValue[]): boolean {
  return before.length === now.length && before.every((value, at) => Object.is(value, now[at]));
}

function resultOf(frame: CommandFrame, returned: readonly LuaValue[]): LuaValue {
  const { hasResult, outputNames } = frame;
  const result = boundResult(frame.bound, hasResult ? frame.result : returned[0]);
  if (!hasResult) return result;
  if (outputNames.length === 0 || !(result instanceof LuaTable)) return result;
  const names = Array.from(outputNames, (name, at) => name ?? String(at + 1));
  return container(
    names,
    names.map((_, at) => result.list[at]),
  );
}

/** Runs the command, or gives its last result while that holds. */
export function runCustomCall(
  call: CustomCall,
  { clock }: CommandContext,
  row: number,
  args: readonly LuaValue[],
): LuaValue {
  const { frame, instance } = call;
  const minute = Math.floor(clock.nowMs() / MINUTE_MS);
  const barNow = (): number =>
    frame.intervalMinutes > 0 ? barOfMinute(frame.intervalMinutes, minute) : Number.NaN;
  if (call.bar === barNow() && isSame(call.args, args)) return call.result;
  Object.assign(frame, { args, parameterCount: 0, result: undefined, hasResult: false });
  instance.host.row = row;
  call.result = resultOf(frame, runWithin(instance));
  call.args = args;
  call.bar = barNow();
  return call.result;
}
