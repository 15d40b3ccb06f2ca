// Values that a Pine script carries from bar to bar, and how a run within a bar leaves them: all
// but the orders and what is declared `varip` is afterwards as it was.

import type { RetainedColors } from '#pine/brain/bar-charts.ts';
import type { BrokerBook } from '#pine/brain/broker-book.ts';
import type { SecurityMemory } from '#pine/brain/pine-security.ts';
import { LASTING } from '#pine/compile/pine-scope.ts';
import type { PineState } from '#pine/program/load-pine.ts';
import type { RetainedDrawings } from '#pine/runtime/drawn-objects.ts';
import type { Generator32 } from '#lua/library/random.ts';

/** Plain data. */
export type BrainMemory = {
  script: PineState;
  book: BrokerBook;
  drawings: RetainedDrawings;
  securities: Record<string, SecurityMemory>;
  /** Both are absent in runs of earlier versions. */
  plotColors?: RetainedColors;
  lastOpenMs?: number;
  chance: Generator32;
  barCount: number;
  closeBefore: number;
};

/** What a run within a bar changes and leaves again. */
export type RolledMemory = Pick<BrainMemory, 'script' | 'drawings' | 'securities' | 'chance'>;

/** A copy in which what refers to one value still does. */
export function copyMemory({ script, drawings, securities, chance }: RolledMemory): RolledMemory {
  return structuredClone({ script, drawings, securities, chance });
}

/** Puts back what was copied, with what lasts of the script's values. */
export function putBack(memory: BrainMemory, copied: RolledMemory): void {
  retainLasting(memory.script, copied.script);
  memory.script = copied.script;
  memory.chance = copied.chance;
  // The host holds these two.
  refill(memory.drawings, copied.drawings);
  refill(memory.securities, copied.securities);
}

function refill<T>(record: Record<string, T>, by: Readonly<Record<string, T>>): void {
  for (const name of Object.keys(record)) Reflect.deleteProperty(record, name);
  Object.assign(record, by);
}

const MEMBER = new RegExp(`^[x${LASTING}]\\d`);

/** Functions of the script have states of their own in its state. */
function retainLasting(from: PineState, to: PineState): void {
  for (const [name, value] of Object.entries(from)) {
    const other = to[name];
    if (name.startsWith(LASTING)) to[name] = value;
    else if (isState(value) && isState(other)) retainLasting(value, other);
  }
}

function isState(value: unknown): value is PineState {
  return typeof value === 'object' && value !== null && Object.keys(value).some(isMember);
}

function isMember(name: string): boolean {
  return MEMBER.test(name);
}
