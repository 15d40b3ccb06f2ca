// The call that is being carried out: where in the script it stands and what it kept there from one
// update to the next. Made by the binding; the engine that runs a script has no part in it.

import type { LuaFunction } from '#script/runtime/value.ts';

export type CallDesk = {
  /**
   * What this place in the script keeps from update to update, made when it is first reached. The
   * n-th call from one place in an update finds what the n-th call of the last update left. Only
   * for commands that want a site (see sited-commands.ts); to be asked for before anything is
   * called back.
   */
  state<T extends object>(make: () => T): T;
  /**
   * The same place as a text that stays the same when a run is begun anew, for what is kept in the
   * bot's memory.
   */
  place(): string;
  /** A command as a value of the script, or null when there is none of the name. */
  command(name: string): LuaFunction | null;
  isCommand(value: LuaFunction): boolean;
};
