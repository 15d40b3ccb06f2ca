// Host of a script, seen from inside: the context of the run beside the commands, which are methods
// on a shared prototype.

import type { CallSites } from '#commands/binding/call-sites.ts';
import type { CustomCall, CustomCommands } from '#commands/binding/custom-command.ts';
import type { CallContext } from '#commands/definition/command-implementation.ts';
import type { LuaFunction } from '#lua/runtime/value.ts';

export type HostState = {
  readonly context: CallContext;
  readonly sites: CallSites;
  readonly customCalls: CustomCalls;
  /** Where a run over rows is; retained by the script's runtime. */
  row: number;
  /** Set by the engine when something happened that it must see to before the next row. */
  hasRequests: boolean;
};

export type CustomCalls = {
  /** Those that the script may call. */
  readonly commands: CustomCommands;
  /** The instance for one place of a call; null when there is no command of the name. */
  begin(this: void, name: string, place: string): CustomCall | null;
};

/** A command as a method of the host. */
export type CommandMethod = (this: HostState, ...args: never[]) => ReturnType<LuaFunction>;

/** A constant or a command by its name; names are those of the catalogue. */
export function memberOf(host: HostState, name: string): unknown {
  return (host as unknown as Readonly<Record<string, unknown>>)[name];
}
