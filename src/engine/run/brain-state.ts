// State of a brain from update to update, as those who store it see it.

import type { NamedValues } from '#engine/values/graph-text.ts';
import type { ShownObjects } from '#lua/runtime/running.ts';

/** Where a custom command is called from. */
export type PlaceOfCall = {
  /** Its caller's number among the custom commands; -1: the script. */
  readonly caller: number;
  readonly site: string;
  readonly occurrence: number;
  readonly name: string;
};

export type BrainState = {
  /** Values that the brain finds again by their names. */
  readonly named: NamedValues;
  /** Numbers under which a script, and then each custom command, has seen tables. */
  shown(this: void): readonly ShownObjects[];
  /** What its compiler made of it; none for strategies. */
  code(this: void): readonly string[];
  /** The custom commands that have run, each behind its caller: plain data. */
  calls(this: void): readonly PlaceOfCall[];
  /** Makes them as they are before they run, for values that name them. */
  beginCalls(this: void, places: readonly PlaceOfCall[]): void;
  /** Values that a graph can hold, or not; see write-graph.ts. */
  save(this: void): object;
  /** Puts back what `save` of another brain made of the same text gave. */
  restore(this: void, saved: object): void;
  /**
   * How a global variable is called in words, with its line where that is known; `call`: it is one
   * of that custom command.
   */
  describeGlobal(this: void, name: string, call?: number): string;
};
