// Brain of a run: a compiled script, or a strategy of ours. Both see the same API and are asked in
// the same way, so whatever feeds a run need not know which of them it has.

import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { OutsideEvent } from '#engine/run/run-event.ts';
import type { RunStage } from '#engine/run/run.ts';
import type { BrainState } from '#engine/run/brain-state.ts';
import type { RowsEnd, ScriptFailure } from '#lua/run-script.ts';
import type { LuaFunction } from '#lua/runtime/value.ts';

export type RunBrain = {
  /**
   * One update for each row from `fromRow` up to, not including, `toRow`; returns early after the
   * row in which something was requested.
   */
  readonly runRows: (fromRow: number, toRow: number) => RowsEnd;
  /**
   * Tells a strategy what came from outside, which it may act on at once; null for scripts, which
   * see signals in their next update.
   */
  readonly tell: ((event: OutsideEvent) => void) | null;
  /** Calls a function that was left with the run for the end of an update. */
  readonly call: (callback: LuaFunction) => ScriptFailure | null;
  /** What it carries from update to update. */
  readonly state: BrainState;
  /** Of a grid. */
  readonly pairs?: () => PairsOfRun;
  /** Of a bracket. */
  readonly bracket?: () => BracketStanding;
};

/** Fills that matched one another, in units of the profit currency. */
export type PairsOfRun = {
  readonly winning: number;
  readonly losing: number;
  /** Losses are below zero. */
  readonly wonUnits: bigint;
  readonly lostUnits: bigint;
  readonly mostUnits: bigint;
  readonly leastUnits: bigint;
};

/** Puts the run on a stage and returns the API over it. */
export type MakeContext = (stage: RunStage) => CommandContext;

/** Makes a brain on an API that it asks for; the seed is for chance of its own. */
export type MakeBrain = (makeContext: MakeContext, seed: number) => RunBrain;
