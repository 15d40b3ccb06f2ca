// Memory of a script from one update to the next. Fresh for each backtest; a bot's is retained
// until the bot is deleted. Values are copied in and out: a saved table does not change with its
// origin.

import type { Json } from '#lib/json.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

export type MemoryApi = {
  /** Visible to `load` at once. Throws LuaError on what cannot be retained (functions, series). */
  save(key: string, value: LuaValue): void;
  load(key: string): LuaValue;
  delete(key: string): void;
  /** The same for one session only: until the run or the process ends. */
  sessionSave(key: string, value: LuaValue): void;
  sessionLoad(key: string): LuaValue;
  /**
   * What a command itself retains from one update to the next, such as the best price since entry:
   * retained like `save`, hidden from the script and not counted with its keys.
   */
  note(key: string): Json | undefined;
  keepNote(key: string, value: Json): void;
};
