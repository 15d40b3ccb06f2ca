// How likely it is that the best run of a lab is worse than the middle one where it was not chosen.
// Bailey, Borwein, Lopez de Prado and Zhu, "The probability of backtest overfitting", Journal of
// Computational Finance 20 (4), 2016: the blocks of the window are split into halves in every way;
// the best run of one half is ranked in the other.

import { LIMITS } from '#lib/limits.ts';
import { bestOverBlocks, sumOfBlocks } from '#engine/overfitting/block-table.ts';
import type { BlockTable } from '#engine/overfitting/block-table.ts';

/**
 * The share of splits in which the chosen run ranks in the lower half, between 0 and 1; null with
 * fewer than two runs. Runs are judged by what they gained.
 */
export function overfittingProbability(table: BlockTable): number | null {
  if (table.runsCount < 2) return null;
  const whole = 2 ** LIMITS.labBlocksCount - 1;
  const splits = halvesOf(LIMITS.labBlocksCount);
  const low = splits.filter((mask) => {
    const chosen = bestOverBlocks(table, mask);
    return relativeRank(table, chosen, whole & ~mask) <= 0.5;
  });
  return low.length / splits.length;
}

/** Rank from 1 (worst) over runs + 1; equals share the middle of their ranks. */
function relativeRank(table: BlockTable, chosen: number, mask: number): number {
  const own = sumOfBlocks(table, chosen, mask);
  let below = 0;
  let equal = 0;
  for (let run = 0; run < table.runsCount; run += 1) {
    const sum = sumOfBlocks(table, run, mask);
    if (sum < own) below += 1;
    else if (sum === own) equal += 1;
  }
  return (below + (equal + 1) / 2) / (table.runsCount + 1);
}

/** Masks of half of the blocks. */
function halvesOf(blocks: number): number[] {
  const masks = Array.from({ length: 2 ** blocks }, (_, mask) => mask);
  return masks.filter((mask) => countBits(mask) === blocks / 2);
}

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
