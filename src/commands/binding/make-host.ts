// The host of one run: commands as methods on one shared prototype, made when this file is loaded;
// a run adds its context and nothing else.

import { present } from '#lib/assert.ts';
import { PARTS_RECORDED } from '#domain/visual/lua-operators.ts';
import { RECORD_COMMAND } from '#domain/visual/write-lua.ts';
import type { CommandFrame } from '#engine/run-api/call-api.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { RecordValue } from '#engine/run/run-brain.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import { implementationOf } from '#commands/catalogue/all-implementations.ts';
import { createCallSites } from '#commands/binding/call-sites.ts';
import { commandMethod } from '#commands/binding/command-method.ts';
import type { CommandMethod, HostState } from '#commands/binding/host-state.ts';
import {
  NO_CUSTOM_COMMANDS,
  beginCustomCall,
  newFrame,
  runCustomCall,
} from '#commands/binding/custom-command.ts';
import type { CustomCommands } from '#commands/binding/custom-command.ts';
import { standingLimits, wishOfCall } from '#commands/binding/standing-limits.ts';
import { SITED_COMMANDS } from '#commands/binding/sited-commands.ts';
import { namedColor } from '#commands/values/color.ts';
import { container } from '#engine/values/container.ts';
import { RUNTIME } from '#lua/runtime/runtime.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';

/** The method's form for a call whose place in the script is not known. */
function withoutPlace(command: string, method: CommandMethod): CommandMethod {
  const call = method as unknown as LuaFunction;
  return function unplaced(this: HostState, ...args: LuaValue[]) {
    this.sites.enter(command, 0);
    return call.apply(this, args);
  };
}

/** The form that generated code calls, with the number of the place first. */
function withPlace(command: string, method: CommandMethod): CommandMethod {
  const call = method as unknown as LuaFunction;
  return function placed(this: HostState, place: number, ...args: LuaValue[]) {
    this.sites.enter(command, place);
    return call.apply(this, args);
  };
}

function commandMembers(): [string, unknown][] {
  return COMMAND_CATALOGUE.flatMap((command): [string, unknown][] => {
    const method = commandMethod(command, implementationOf(command.name));
    const names = [command.name, ...(command.aliases ?? [])];
    if (!SITED_COMMANDS.has(command.name)) return names.map((name) => [name, method]);
    const unplaced = withoutPlace(command.name, method);
    const placed = withPlace(command.name, method);
    return names.flatMap((name): [string, unknown][] => [
      [name, unplaced],
      [`$${name}`, placed],
    ]);
  });
}

function constantMembers(): [string, unknown][] {
  return CONSTANT_CATALOGUE.flatMap(({ name, aliases = [], group, value }) => {
    const member = group === 'color' ? namedColor(name, String(value)) : value;
    return [name, ...aliases].map((each): [string, unknown] => [each, member]);
  });
}

/** Names of commands, for GetCommand. */
const COMMAND_NAMES: ReadonlySet<string> = new Set(
  COMMAND_CATALOGUE.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
);

/** What the API read of the host: the row of the update; they set `hasRequests`. */
export type HostStage = {
  row: number;
  hasRequests: boolean;
  /** What the engine knows of the run from its beginning; see HostObject. */
  isUnseen?: boolean;
  /** Before each stretch of updates. */
  isFlat?: boolean;
  closes?: Float64Array;
  wished?: Uint8Array;
  finalRow?: number;
};

const NO_CLOSES = new Float64Array(0);
const NO_WISHES = new Uint8Array(0);

/** Code by which a call may be noted in `wished`; zero: it may not. */
function wishCodeOf(this: HostState, name: string, args: readonly LuaValue[]): number {
  const wish = wishOfCall(name, args);
  return wish === null ? 0 : (this.context.wishes?.codeOf(wish) ?? 0);
}

/** See standing-limits.ts. */
function limitsOf(this: HostState, name: string, args: readonly LuaValue[]): Float64Array {
  return standingLimits(this.context, name, args);
}

type ContextMaker = (stage: HostStage) => CommandContext;

/** What a host is made for, besides its context. */
type HostPurpose = {
  readonly custom: CustomCommands;
  readonly frame: CommandFrame;
  readonly depth: number;
  /** The row of the run that calls; null where the host is that of the run. */
  readonly rowNow: (() => number) | null;
  /** Of a traced script: takes what its blocks give. */
  readonly record: RecordValue | null;
};

type HostMaker = new (makeContext: ContextMaker, purpose: HostPurpose) => HostObject;

function customCalls(
  host: HostState,
  { custom, depth, ...purpose }: HostPurpose,
): HostState['customCalls'] {
  const rowNow = purpose.rowNow ?? (() => host.row);
  const makeHost = (context: CommandContext, frame: CommandFrame, deeper: number): HostObject =>
    new CommandHost(() => context, { custom, frame, depth: deeper, rowNow, record: null });
  return {
    commands: custom,
    begin(name, place) {
      const calledAs = customNameOf(custom, name);
      const script = custom.get(calledAs);
      const caller = { context: host.context, place, depth, rowNow, makeHost };
      return script === undefined ? null : beginCustomCall(caller, calledAs, script);
    },
  };
}

function customNameOf(commands: CustomCommands, name: string): string {
  return commands.has(name) ? name : `CC_${name}`;
}

/** Calls a custom command from the place that the sites stand at. */
function customCaller(host: HostState) {
  return (name: string, args: readonly LuaValue[]): LuaValue | null => {
    const { context, sites } = host;
    const { commands, begin } = host.customCalls;
    if (!commands.has(customNameOf(commands, name))) return null;
    const place = sites.place();
    const call = sites.state(() => present(begin(name, place), 'a command that is there'));
    return runCustomCall(call, context, host.row, args);
  };
}

/** From now on a traced script on the host tells what its blocks give. */
export function recordOn(host: HostObject, record: RecordValue): void {
  const state = host as unknown as HostState;
  const members = host as unknown as Record<string, unknown>;
  members[RECORD_COMMAND] = (node: number, ...values: LuaValue[]) => {
    const whole = values.length > 1 ? container(PARTS_RECORDED, values) : values[0];
    record(state.row, node, whole);
  };
}

/** Custom commands as members of one host, in both forms that generated code calls. */
function addCustomCommands(host: HostState, { custom }: HostPurpose): void {
  const members = host as unknown as Record<string, unknown>;
  for (const name of custom.keys()) {
    const call = (place: number, args: readonly LuaValue[]): LuaValue => {
      host.sites.enter(name, place);
      return host.context.calls.callCustom(name, args) as LuaValue;
    };
    members[name] = (...args: LuaValue[]) => call(0, args);
    members[`$${name}`] = (place: number, ...args: LuaValue[]) => call(place, args);
  }
}

// Not a class, because its members come from the catalogue; with no prototype behind it.
const CommandHost: HostMaker = function CommandHost(
  this: Record<string, unknown>,
  makeContext: ContextMaker,
  purpose: HostPurpose,
) {
  this['row'] = 0;
  this['hasRequests'] = false;
  this['isFlat'] = false;
  this['closes'] = NO_CLOSES;
  this['wished'] = NO_WISHES;
  this['isUnseen'] = false;
  this['finalRow'] = -Infinity;
  const context = makeContext(this as unknown as HostStage);
  const sites = createCallSites(context.run);
  this['sites'] = sites;
  const host = this as HostObject;
  const state = this as unknown as HostState;
  const hasCommand = (name: string): boolean => COMMAND_NAMES.has(name) || purpose.custom.has(name);
  this['context'] = {
    ...context,
    calls: {
      state: sites.state,
      place: sites.place,
      command: (name: string) => (hasCommand(name) ? RUNTIME.hostFunction(host, name) : null),
      isCommand: (value: LuaFunction) => RUNTIME.isHostFunction(host, value),
      frame: purpose.frame,
      callCustom: customCaller(state),
    },
  };
  this['customCalls'] = customCalls(state, purpose);
  addCustomCommands(state, purpose);
  const { record } = purpose;
  if (record !== null) recordOn(host, record);
} as unknown as HostMaker;
CommandHost.prototype = Object.assign(
  Object.create(null) as object,
  { limitsOf, wishCodeOf },
  Object.fromEntries([...commandMembers(), ...constantMembers()]),
);

function topPurpose(custom: CustomCommands, record: RecordValue | null = null): HostPurpose {
  return { custom, frame: newFrame(null), depth: 0, rowNow: null, record };
}

/**
 * The host object for one run over this context.
 *
 * @internal for tests, whose contexts read no stage
 */
export function makeHost(
  context: CommandContext,
  custom: CustomCommands = NO_CUSTOM_COMMANDS,
): HostObject {
  return new CommandHost(() => context, topPurpose(custom));
}

/** The same where the API of the context read the stage: the host is made first. */
export function makeHostOnStage(
  makeContext: ContextMaker,
  custom: CustomCommands = NO_CUSTOM_COMMANDS,
  record: RecordValue | null = null,
): HostObject {
  return new CommandHost(makeContext, topPurpose(custom, record));
}
