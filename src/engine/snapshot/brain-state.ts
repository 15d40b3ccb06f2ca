// What a brain carries from update to update, as those who store it see it.

import type { NamedValues } from '#engine/snapshot/graph-text.ts';
import type { ShownObjects } from '#script/runtime/running.ts';

export type BrainState = {
  /** Values that the brain finds again by their names. */
  readonly named: NamedValues;
  /** Numbers under which a script has seen its tables; null for strategies. */
  readonly shown: ShownObjects | null;
  /** What its compiler made of it; none for strategies. */
  readonly code: readonly string[];
  /** Values that a graph can hold, or not; see write-graph.ts. */
  save(this: void): object;
  /** Puts back what `save` of another brain made of the same text gave. */
  restore(this: void, saved: object): void;
  /** How a global variable is called in words, with its line where that is known. */
  describeGlobal(this: void, name: string): string;
};
