// Values that a program other than the graph of series works out for each bar, retained for the
// runs of a store: those of a lab compute them once. Each bar is computed by whichever run is there
// first, from the state that the bar before left.

import type { DerivedColumns, DerivedRequest } from '#engine/run-api/derived-api.ts';

/** By the text of the program, then by the computation in it with all that it depends on. */
export type DerivedStore = {
  readonly programs: Map<string, Map<string, DerivedColumns>>;
  /** The oldest first. */
  readonly ages: { readonly program: string; readonly key: string; readonly bytes: number }[];
  readonly bytesMax: number;
  bytes: number;
};

const BYTES_MAX = 64 * 2 ** 20;

/** Store of values by program; past its bytes the values that were used longest ago go first. */
export function makeDerivedStore(bytesMax: number = BYTES_MAX): DerivedStore {
  return { programs: new Map(), ages: [], bytesMax, bytes: 0 };
}

/** Makes the columns where there are none; null where they are larger than all may be together. */
export function findDerived(
  store: DerivedStore,
  { program, key, columnCount, freshState }: DerivedRequest,
  barCount: number,
): DerivedColumns | null {
  const known = store.programs.get(program)?.get(key);
  if (known !== undefined) return known;
  const bytes = (columnCount + 1) * barCount * Float64Array.BYTES_PER_ELEMENT;
  if (bytes > store.bytesMax) return null;
  while (store.bytes + bytes > store.bytesMax) dropOldest(store);
  const made: DerivedColumns = {
    filledCount: 0,
    columns: Array.from({ length: columnCount }, () => new Float64Array(barCount)),
    charges: new Float64Array(barCount),
    state: freshState(),
  };
  const ofProgram = store.programs.get(program) ?? new Map<string, DerivedColumns>();
  store.programs.set(program, ofProgram.set(key, made));
  store.ages.push({ program, key, bytes });
  store.bytes += bytes;
  return made;
}

/** Runs that hold the columns go on with them. */
function dropOldest(store: DerivedStore): void {
  const oldest = store.ages.shift();
  if (oldest === undefined) return;
  const ofProgram = store.programs.get(oldest.program);
  ofProgram?.delete(oldest.key);
  if (ofProgram?.size === 0) store.programs.delete(oldest.program);
  store.bytes -= oldest.bytes;
}
