// The host of one run: commands as methods on one shared prototype, made when this file is loaded;
// a run adds its context and nothing else.

import type { CommandContext } from '#engine/desks/command-context.ts';
import { COMMAND_CATALOGUE } from '#engine/commands/command-catalogue.ts';
import { CONSTANT_CATALOGUE } from '#engine/commands/constant-catalogue.ts';
import { bodyOf } from '#engine/binding/all-bodies.ts';
import { createCallSites } from '#engine/binding/call-sites.ts';
import { commandMethod } from '#engine/binding/command-method.ts';
import type { CommandMethod, HostState } from '#engine/binding/host-state.ts';
import { SITED_COMMANDS } from '#engine/binding/sited-commands.ts';
import { namedColor } from '#engine/values/color.ts';
import { RUNTIME } from '#script/runtime/runtime.ts';
import type { HostObject } from '#script/runtime/runtime.ts';
import type { LuaFunction, LuaValue } from '#script/runtime/value.ts';

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
    const method = commandMethod(command, bodyOf(command.name));
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

/** What the desks read of the host: the row of the update; they set it stirred. */
export type HostStage = { row: number; isStirred: boolean };

type ContextMaker = (stage: HostStage) => CommandContext;

// Not a class, because its members come from the catalogue; with no prototype behind it.
const CommandHost = function CommandHost(this: Record<string, unknown>, makeContext: ContextMaker) {
  this['row'] = 0;
  this['isStirred'] = false;
  const context = makeContext(this as unknown as HostStage);
  const sites = createCallSites(context.run);
  this['sites'] = sites;
  const host = this as HostObject;
  this['context'] = {
    ...context,
    calls: {
      state: sites.state,
      place: sites.place,
      command: (name: string) =>
        COMMAND_NAMES.has(name) ? RUNTIME.hostFunction(host, name) : null,
      isCommand: (value: LuaFunction) => RUNTIME.isHostFunction(host, value),
    },
  };
} as unknown as new (makeContext: ContextMaker) => HostObject;
CommandHost.prototype = Object.assign(
  Object.create(null) as object,
  Object.fromEntries([...commandMembers(), ...constantMembers()]),
);

/** The host object for one run over this context. */
export function makeHost(context: CommandContext): HostObject {
  return new CommandHost(() => context);
}

/** The same where the desks of the context read the stage: the host is made first. */
export function makeHostOnStage(makeContext: ContextMaker): HostObject {
  return new CommandHost(makeContext);
}
