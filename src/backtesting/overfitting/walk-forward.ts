// Walk-forward result of choosing as one does in life: the best run so far, traded in the next part
// of the window. Pardo, "The evaluation and optimization of trading strategies" (2008), chapter 11,
// with a window that grows.

import { LIMITS } from '#lib/limits.ts';
import { bestOverBlocks, sumOfBlocks } from '#backtesting/overfitting/block-table.ts';
import type { BlockTable } from '#backtesting/overfitting/block-table.ts';

export type WalkForwardFold = {
  /** The run chosen; its place in the table. */
  readonly run: number;
  /** Blocks that it was chosen by: from the window's start to this one, exclusive. */
  readonly chosenUntilBlock: number;
  /** Blocks that it was then judged by: up to this one, exclusive. */
  readonly judgedUntilBlock: number;
  readonly chosenProfit: number;
  readonly judgedProfit: number;
};

/** So many folds, 1 to blocks - 1; empty without runs. */
export function walkForward(table: BlockTable, foldsCount: number): WalkForwardFold[] {
  if (table.runsCount === 0) return [];
  const parts = foldsCount + 1;
  const boundary = (part: number): number => Math.round((part * LIMITS.labBlocksCount) / parts);
  return Array.from({ length: foldsCount }, (_, fold) => {
    const chosenUntilBlock = boundary(fold + 1);
    const judgedUntilBlock = boundary(fold + 2);
    const past = 2 ** chosenUntilBlock - 1;
    const run = bestOverBlocks(table, past);
    return {
      run,
      chosenUntilBlock,
      judgedUntilBlock,
      chosenProfit: sumOfBlocks(table, run, past),
      judgedProfit: sumOfBlocks(table, run, (2 ** judgedUntilBlock - 1) & ~past),
    };
  });
}
