// State of a script's instance from update to update: its globals as far as an update can see what
// an earlier one left in them, its chance, and what commands keep at their places; and the same of
// each custom command at the place that it is called from. Values that the chunk retains are
// computed again, to the same, in the next update.

import { assert, present } from '#lib/assert.ts';
import type { CallSite } from '#commands/binding/call-sites.ts';
import { placeText } from '#commands/binding/call-sites.ts';
import type { CustomCall } from '#commands/binding/custom-command.ts';
import type { HostState } from '#commands/binding/host-state.ts';
import type { BrainState, PlaceOfCall } from '#engine/run/brain-state.ts';
import type { NamedValues } from '#engine/values/graph-text.ts';
import { LIBRARY, LIBRARY_TABLES, makeLibraryTable } from '#lua/library/library.ts';
import type { Generator32 } from '#lua/library/random.ts';
import type { ScriptInstance } from '#lua/run-script.ts';
import { hostFunction, nameOfHostFunction } from '#lua/runtime/runtime.ts';
import { LuaTable, mapEntries, setMapEntries } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

type SavedScript = {
  readonly globals: ReadonlyMap<string, LuaValue>;
  /** Of the table of globals, where the script can reach it as one. */
  readonly others: {
    readonly list: readonly LuaValue[];
    readonly keys: readonly LuaValue[];
    readonly values: readonly LuaValue[];
    readonly meta: LuaTable | null;
  };
  readonly stringMethods: LuaTable | null;
  readonly chance: Generator32;
  readonly shownCount: number;
  readonly sites: ReadonlyMap<string, CallSite>;
  readonly stateCount: number;
  readonly frame: object;
};

type SavedCall = Pick<CustomCall, 'bar' | 'args' | 'result'> & { readonly script: SavedScript };

/** Where a custom command stood among what its place retains. */
type CallMark = { readonly customCall: number };

/** State of an instance and of the custom commands that it called, to be written and read back. */
export function scriptState(instance: ScriptInstance): BrainState {
  let calls: readonly FoundCall[] = [];
  const instances = (): readonly ScriptInstance[] => [
    instance,
    ...calls.map(({ call }) => call.instance),
  ];
  return {
    named: namedAmong(instance, instances),
    shown: () => instances().map(({ shown }) => shown),
    code() {
      const { commands } = hostOf(instance).customCalls;
      return [instance.loaded, ...commands.values()].map(({ script }) => script.code);
    },
    calls: () => calls.map(({ place }) => place),
    beginCalls(places) {
      calls = beginCalls(instance, places);
    },
    save() {
      calls = callsOf(instance);
      return { ...save(instance, calls), calls: calls.map(({ call }) => savedCall(call, calls)) };
    },
    restore(saved) {
      const { calls: savedCalls, ...own } = saved as SavedScript & { calls: readonly SavedCall[] };
      restore(instance, own, calls);
      for (const [at, { script, ...last }] of savedCalls.entries()) {
        const { call } = present(calls[at], 'a custom command that was begun');
        Object.assign(call, last);
        restore(call.instance, script, calls);
      }
    },
    describeGlobal(name, call = -1) {
      const { globals } = present(instances()[call + 1], 'a custom command').loaded.script;
      const place = globals.find((global) => global.name === name);
      return place === undefined ? `"${name}"` : `"${name}" (line ${place.line})`;
    },
  };
}

type FoundCall = { readonly call: CustomCall; readonly place: PlaceOfCall };

/** Each behind its caller, in the order of their places. */
function callsOf(instance: ScriptInstance): readonly FoundCall[] {
  const calls: FoundCall[] = [];
  for (let caller = -1; caller < calls.length; caller += 1) {
    const host = hostOf(calls[caller]?.call.instance ?? instance);
    for (const [site, { states }] of host.sites.retained.sites)
      for (const [occurrence, call] of states.entries())
        if (isCustomCall(call))
          calls.push({ call, place: { caller, site, occurrence, name: call.name } });
  }
  return calls;
}

function isCustomCall(state: object | undefined): state is CustomCall {
  return state !== undefined && 'kind' in state && state.kind === 'custom_call';
}

function beginCalls(instance: ScriptInstance, places: readonly PlaceOfCall[]) {
  const calls: FoundCall[] = [];
  for (const place of places) {
    const { caller, site, occurrence, name } = place;
    const host = hostOf(calls[caller]?.call.instance ?? instance);
    const call = host.customCalls.begin(name, placeText(site, occurrence));
    calls.push({ call: present(call, 'a command of its script'), place });
  }
  return calls;
}

/** A result that does not outlast its update is requested anew, whatever it was. */
function savedCall(call: CustomCall, calls: readonly FoundCall[]): SavedCall {
  const { bar } = call;
  const { args, result } = Number.isNaN(bar) ? { args: [], result: undefined } : call;
  return { script: save(call.instance, calls), bar, args, result };
}

function hostOf({ host }: ScriptInstance): HostState {
  return host as unknown as HostState;
}

function save(instance: ScriptInstance, calls: readonly FoundCall[]): SavedScript {
  const { globals, stringMethods, chance, shown } = instance;
  const { retained } = hostOf(instance).sites;
  const entries = mapEntries(globals);
  return {
    globals: new Map(carriedNames(instance).map((name) => [name, globals.hash[name]])),
    others: {
      list: globals.list,
      keys: entries.map(([key]) => key),
      values: entries.map(([, value]) => value),
      meta: globals.meta,
    },
    stringMethods,
    chance: chance.now,
    shownCount: shown.count,
    sites: markedSites(retained.sites, calls),
    stateCount: retained.stateCount,
    frame: frameOf(instance),
  };
}

/** With marks in place of custom commands, which are saved by themselves. */
function markedSites(sites: ReadonlyMap<string, CallSite>, calls: readonly FoundCall[]) {
  if (calls.length === 0) return sites;
  const marked = (state: object): object => {
    const customCall = calls.findIndex(({ call }) => call === state);
    return customCall < 0 ? state : ({ customCall } satisfies CallMark);
  };
  return new Map(
    [...sites].map(([name, site]) => [name, { ...site, states: site.states.map(marked) }]),
  );
}

function isMark(state: object | undefined): state is CallMark {
  return state !== undefined && 'customCall' in state;
}

/** What a script says of itself as a custom command; what it returns is requested in no update. */
function frameOf(instance: ScriptInstance) {
  const { parameterCount, name, description, outputNames, intervalMinutes } =
    hostOf(instance).context.calls.frame;
  return { parameterCount, name, description, outputNames, intervalMinutes };
}

function carriedNames({ loaded: { script }, globals }: ScriptInstance): readonly string[] {
  return script.needsAllGlobals ? Object.keys(globals.hash) : script.carriedGlobals;
}

function restore(instance: ScriptInstance, saved: SavedScript, calls: readonly FoundCall[]): void {
  const { globals, chance, shown, state } = instance;
  for (const [name, value] of saved.globals) globals.hash[name] = value;
  const { list, keys, values, meta } = saved.others;
  if (list.length > 0) globals.list = [...list];
  if (keys.length > 0)
    setMapEntries(
      globals,
      keys.map((key, at) => [key, values[at]]),
    );
  globals.meta = meta;
  instance.stringMethods = saved.stringMethods;
  chance.now = saved.chance;
  shown.count = saved.shownCount;
  // What is held is counted at once.
  state.taken = state.takenMax + 1;
  const { sites, context } = hostOf(instance);
  for (const [name, site] of saved.sites) {
    for (const [at, state] of site.states.entries())
      if (isMark(state)) site.states[at] = present(calls[state.customCall], 'its command').call;
    sites.retained.sites.set(name, site);
  }
  sites.retained.stateCount = saved.stateCount;
  Object.assign(context.calls.frame, saved.frame);
}

/** Values of the script by their names, and of its custom commands with their numbers in front. */
function namedAmong(
  outer: ScriptInstance,
  instances: () => readonly ScriptInstance[],
): NamedValues {
  const known = new Map([[outer, namedValues(outer)]]);
  const namedOf = (instance: ScriptInstance): NamedValues => {
    const named = known.get(instance) ?? namedValues(instance);
    known.set(instance, named);
    return named;
  };
  return {
    nameOf(value) {
      for (const [at, instance] of instances().entries()) {
        const name = namedOf(instance).nameOf(value);
        if (name !== null) return at === 0 ? name : `${at}/${name}`;
      }
      return null;
    },
    valueOf(named) {
      const [, at = '0', name = ''] = /^(?:(\d+)\/)?(.*)$/su.exec(named) ?? [];
      const instance = instances()[Number(at)];
      return instance === undefined ? null : namedOf(instance).valueOf(name);
    },
  };
}

/** Functions of the library and commands; tables of the library as long as nothing changed them. */
function namedValues(instance: ScriptInstance): NamedValues {
  const { host, globals } = instance;
  const fresh = new Map<string, LuaValue>();
  for (const name of LIBRARY_TABLES) fresh.set(name, globals.hash[name]);
  const { stringMethods } = instance;
  return {
    nameOf(value) {
      if (value === globals) return 'globals';
      if (value instanceof LuaTable) return nameOfTable(instance, value);
      if (typeof value !== 'function' && typeof value !== 'object') return null;
      const library = LIBRARY_NAMES.get(value);
      if (library !== undefined) return `library:${library}`;
      const command = nameOfHostFunction(host, value);
      return command === null ? nameOfConstant(host, value) : `command:${command}`;
    },
    valueOf(named) {
      const [kind = '', name = ''] = named.split(':', 2);
      if (kind === 'globals') return globals;
      if (kind === 'methods') return stringMethods;
      if (kind === 'table') return fresh.get(name) ?? null;
      if (kind === 'library') return LIBRARY.get(name)?.value ?? null;
      if (kind === 'command') return name in host ? hostFunction(host, name) : null;
      return kind === 'constant' ? (host[name] ?? null) : null;
    },
  };
}

const LIBRARY_NAMES: ReadonlyMap<unknown, string> = new Map(
  [...LIBRARY].map(([name, { value }]) => [value, name]),
);

function nameOfTable({ globals, stringMethods }: ScriptInstance, table: LuaTable): string | null {
  if (table === stringMethods) return isUntouched(table, 'string') ? 'methods' : null;
  for (const name of LIBRARY_TABLES)
    if (globals.hash[name] === table) return isUntouched(table, name) ? `table:${name}` : null;
  return null;
}

function isUntouched({ hash, list, map, meta }: LuaTable, name: string): boolean {
  const { hash: fresh } = makeLibraryTable(name);
  const names = Object.keys(fresh);
  const isSame = Object.keys(hash).every(
    (key, at) => key === names[at] && hash[key] === fresh[key],
  );
  return isSame && list.length === 0 && map === null && meta === null;
}

/** Colours are values of the host that are the same ones everywhere. */
function nameOfConstant(host: ScriptInstance['host'], value: unknown): string | null {
  if (value === null || typeof value !== 'object' || !('kind' in value)) return null;
  if (value.kind !== 'color') return null;
  const members: unknown = Object.getPrototypeOf(host);
  assert(typeof members === 'object' && members !== null, 'a host has its constants');
  const found = Object.entries(members).find(([, member]) => member === value);
  return found === undefined ? null : `constant:${found[0]}`;
}
