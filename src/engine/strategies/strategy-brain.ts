// A strategy as the brain of a run: asked in each update, like a script, and over the same desks.

import type { CommandContext } from '#engine/desks/command-context.ts';
import type { MakeBrain } from '#engine/run/run-brain.ts';
import type { RunStage } from '#engine/run/run.ts';

/** Begins on the desks of a run; what it answers is called once in each update. */
export type Strategy = (desks: CommandContext) => () => void;

export function strategyBrain(strategy: Strategy): MakeBrain {
  return (makeContext) => {
    const stage: RunStage = { row: 0, isStirred: false };
    const update = strategy(makeContext(stage));
    return {
      runRows(fromRow, toRow) {
        for (let row = fromRow; row < toRow; row += 1) {
          stage.row = row;
          update();
          if (stage.isStirred) return { row: row + 1, failure: null };
        }
        return { row: toRow, failure: null };
      },
      // Strategies leave nothing with the run for later.
      call: () => null,
    };
  };
}
