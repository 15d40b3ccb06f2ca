// The two ways in which a script's run is left early. Both are the script's own doing.

/** A limit was reached. The script cannot catch it; the run ends. */
export class ScriptFault extends Error {
  override readonly name = 'ScriptFault';
  readonly limit: 'steps' | 'memory' | 'stack' | 'cancelled';

  constructor(limit: ScriptFault['limit'], message: string) {
    super(message);
    this.limit = limit;
  }
}

/** A Lua error with its value, which `pcall` can catch. */
export class LuaError extends Error {
  override readonly name = 'LuaError';
  readonly value: unknown;

  constructor(value: unknown) {
    super(typeof value === 'string' ? value : 'error object');
    this.value = value;
  }
}
