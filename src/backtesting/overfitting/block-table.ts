// Gain of each run of a lab in each block of the window: one row of numbers a run, in one array, so
// that a hundred thousand runs fit into ten megabytes.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';

export type BlockTable = { runsCount: number; readonly cells: Float64Array };

/** Without runs; there is room for so many. */
export function emptyBlockTable(runsMax: number): BlockTable {
  return { runsCount: 0, cells: new Float64Array(runsMax * LIMITS.labBlocksCount) };
}

/** Adds the gains of one run, one for each block. */
export function addRun(table: BlockTable, gains: readonly number[]): void {
  assert(gains.length === LIMITS.labBlocksCount, 'a run has a figure for every block');
  table.cells.set(gains, table.runsCount * LIMITS.labBlocksCount);
  table.runsCount += 1;
}

/** The sum of a run over the blocks of a mask, bit by bit. */
export function sumOfBlocks(table: BlockTable, run: number, mask: number): number {
  const first = run * LIMITS.labBlocksCount;
  let total = 0;
  for (let block = 0; mask >> block > 0; block += 1)
    if ((mask >> block) & 1) total += table.cells[first + block] ?? 0;
  return total;
}

/** The run with the highest sum over a mask, the first of equals; -1 without runs. */
export function bestOverBlocks(table: BlockTable, mask: number): number {
  let best = -1;
  let bestSum = -Infinity;
  for (let run = 0; run < table.runsCount; run += 1) {
    const sum = sumOfBlocks(table, run, mask);
    if (sum > bestSum) {
      best = run;
      bestSum = sum;
    }
  }
  return best;
}
