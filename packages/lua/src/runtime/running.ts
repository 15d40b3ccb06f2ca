// The run that is going on in this thread, as far as library functions must know it. Filled by
// run-script.ts.

import type { Coroutine } from '#lua/runtime/coroutine.ts';
import type { LuaTable } from '#lua/runtime/table.ts';

export type LineMap = {
  /** What messages call the script. */
  readonly chunkName: string;
  /** The name under which stack traces show the generated code. */
  readonly sourceUrl: string;
  /** Script line of each line of the generated code, by generated line number. */
  readonly lines: readonly number[];
  /** Script column of the same. */
  readonly columns: readonly number[];
};

/** Numbers given to an instance's objects in the order in which `tostring` first shows them. */
export type ShownObjects = { count: number; readonly numbers: WeakMap<object, number> };

/** Shown objects of a new run: none has a number yet. */
export function noObjectsShown(): ShownObjects {
  return { count: 0, numbers: new WeakMap() };
}

/** A field that was requested of the host and that it lacks, of what kind, with those it has. */
export type MissingField = {
  readonly what: string;
  readonly key: string;
  readonly fields: readonly string[];
};

export const running: {
  program: LineMap;
  /** How many instances are entered, one within the other; 0 outside of all runs. */
  depth: number;
  coroutine: Coroutine | null;
  /** The table behind `("x"):upper()`. */
  stringMethods: LuaTable | null;
  /** Doubles in [0, 1) from the run's seed. */
  random: () => number;
  shown: ShownObjects;
  /** Starts the sequence of `random` again from a seed. */
  reseed: (seed: number) => void;
  /** The last field that was missing, for the message about the nil that came of it. */
  missing: MissingField | null;
} = {
  program: { chunkName: '?', sourceUrl: '', lines: [], columns: [] },
  depth: 0,
  coroutine: null,
  stringMethods: null,
  random: () => 0,
  shown: noObjectsShown(),
  reseed: () => undefined,
  missing: null,
};
