// What an instance of a script carries from update to update: its globals as far as an update can
// see what an earlier one left in them, its chance, and what commands keep at their places. Values
// that the chunk keeps are computed again, to the same, in the next update.

import { assert } from '#lib/assert.ts';
import type { CallSite } from '#engine/binding/call-sites.ts';
import type { HostState } from '#engine/binding/host-state.ts';
import type { BrainState } from '#engine/snapshot/brain-state.ts';
import type { NamedValues } from '#engine/snapshot/graph-text.ts';
import { LIBRARY, LIBRARY_TABLES, makeLibraryTable } from '#script/library/library.ts';
import type { Generator32 } from '#script/library/random.ts';
import type { ScriptInstance } from '#script/run-script.ts';
import { hostFunction, nameOfHostFunction } from '#script/runtime/runtime.ts';
import { LuaTable, mapEntries, setMapEntries } from '#script/runtime/table.ts';
import type { LuaValue } from '#script/runtime/value.ts';

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

export function scriptState(instance: ScriptInstance): BrainState {
  return {
    named: namedValues(instance),
    shown: instance.shown,
    code: [instance.loaded.script.code],
    save: () => save(instance),
    restore: (saved) => restore(instance, saved as SavedScript),
    describeGlobal(name) {
      const place = instance.loaded.script.globals.find((global) => global.name === name);
      return place === undefined ? `"${name}"` : `"${name}" (line ${place.line})`;
    },
  };
}

function hostOf({ host }: ScriptInstance): HostState {
  return host as unknown as HostState;
}

function save(instance: ScriptInstance): SavedScript {
  const { globals, stringMethods, chance, shown } = instance;
  const { kept } = hostOf(instance).sites;
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
    sites: kept.sites,
    stateCount: kept.stateCount,
    frame: frameOf(instance),
  };
}

/** What a script says of itself as a custom command; what it answers is asked for in no update. */
function frameOf(instance: ScriptInstance) {
  const { parameterCount, name, description, outputNames, intervalMinutes } =
    hostOf(instance).context.calls.frame;
  return { parameterCount, name, description, outputNames, intervalMinutes };
}

function carriedNames({ loaded: { script }, globals }: ScriptInstance): readonly string[] {
  return script.needsAllGlobals ? Object.keys(globals.hash) : script.carriedGlobals;
}

function restore(instance: ScriptInstance, saved: SavedScript): void {
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
  for (const [name, site] of saved.sites) sites.kept.sites.set(name, site);
  sites.kept.stateCount = saved.stateCount;
  Object.assign(context.calls.frame, saved.frame);
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
