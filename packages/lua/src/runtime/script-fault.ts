// The ways in which a script's run is left early. All are the script's own doing.

const FRAMES_RETAINED = 400;

/**
 * Makes an error whose stack trace reaches down to the script's frames, however many of the
 * runtime's lie above them.
 */
export function withDeepTrace<T extends Error>(make: () => T): T {
  return withTrace(FRAMES_RETAINED, make);
}

/** Makes an error whose stack trace has so many frames. */
export function withTrace<T extends Error>(framesCount: number, make: () => T): T {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = framesCount;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = usual;
  }
}

/** A place in the script; both count from 1. */
export type ErrorPlace = { readonly line: number; readonly column: number };

/** A limit was reached. The script cannot catch it; the run ends. */
export class ScriptFault extends Error {
  override readonly name = 'ScriptFault';
  readonly limit: 'steps' | 'memory' | 'stack';
  /** Where it happened, like `CC_Name:3: `, in a script that another one called; else empty. */
  calledAt = '';

  constructor(limit: ScriptFault['limit'], message: string) {
    super(message);
    this.limit = limit;
  }
}

/** A Lua error with its value, which `pcall` can catch. */
export class LuaError extends Error {
  override readonly name = 'LuaError';
  readonly value: unknown;
  /** Where the message says that it happened; null when that is not known. */
  readonly place: ErrorPlace | null;
  /** What may help beyond the message; null without. */
  readonly hint: string | null;

  constructor(value: unknown, place: ErrorPlace | null = null, hint: string | null = null) {
    super(typeof value === 'string' ? value : 'error object');
    this.value = value;
    this.place = place;
    this.hint = hint;
  }
}

/** The script said that its run is over. It is neither an error nor to be caught. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
}

/** The only one that is thrown: it carries nothing. */
export const RUN_ENDED = new RunEnded('the run is over');
