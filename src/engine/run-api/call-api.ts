// The call that is being carried out: where in the script it stands and what it retained there from
// one update to the next. Made by the binding; the engine that runs a script has no part in it.

import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';

/** A custom command while it runs: what it was called with, and what it says of itself. */
export type CommandFrame = {
  /** Null while the script runs by itself, as on a bot or in a check. */
  readonly calledAs: string | null;
  args: readonly LuaValue[];
  /** How many parameters it has requested in this call. */
  parameterCount: number;
  name: string | null;
  description: string;
  result: LuaValue;
  hasResult: boolean;
  /** Names of the parts of its result, by place from 0. */
  outputNames: string[];
  /** Minutes of the candle at whose close its result changes; zero: with each update. */
  intervalMinutes: number;
  /** The function as it may be called while the command does not run. */
  bound: (callee: LuaFunction) => LuaFunction;
};

export type CallApi = {
  /**
   * What this place in the script keeps from update to update, made when it is first reached. The
   * n-th call from one place in an update finds what the n-th call of the last update left. Only
   * for commands that want a site (see sited-commands.ts); to be requested before anything is
   * called back.
   */
  state<T extends object>(make: () => T): T;
  /**
   * The same place as a text that stays the same when a run is begun anew, for what is retained in
   * the bot's memory.
   */
  place(): string;
  /** A command as a value of the script, or null when there is none of the name. */
  command(name: string): LuaFunction | null;
  isCommand(value: LuaFunction): boolean;
  readonly frame: CommandFrame;
  /** Calls a custom command from this place; null when there is none of the name. */
  callCustom(name: string, args: readonly LuaValue[]): LuaResult | null;
};
