// Brain of a run: a compiled script, or a strategy of ours. Both see the same API and are asked in
// the same way, so whatever feeds a run need not know which of them it has.

import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { DrawnObject } from '#domain/script/drawn-object.ts';
import type { OutsideEvent } from '#engine/run/run-event.ts';
import type { RunStage } from '#engine/run/run.ts';
import type { BrainState } from '#engine/run/brain-state.ts';
import type { LoadedScript } from '#lua/load-script.ts';
import type { RowsEnd, ScriptFailure } from '#lua/run-script.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';

export type RunBrain = {
  /**
   * One update for each row from `fromRow` up to, not including, `toRow`; returns early after the
   * row in which something was requested.
   */
  readonly runRows: (fromRow: number, toRow: number) => RowsEnd;
  /**
   * Runs on a bar that has not closed, after orders have filled in it; absent: it runs at closes
   * alone. What it changes of itself the update at the close does not see.
   */
  readonly recalculate?: (row: number, reached: PathPoint) => ScriptFailure | null;
  /**
   * Reads what it reads before its first update, which comes in the row or after it; absent: it
   * reads nothing before.
   */
  readonly readBefore?: (row: number) => void;
  /**
   * Tells a strategy what came from outside, which it may act on at once; null for scripts, which
   * see signals in their next update.
   */
  readonly tell: ((event: OutsideEvent) => void) | null;
  /** Calls a function that was left with the run for the end of an update. */
  readonly call: (callback: LuaFunction) => ScriptFailure | null;
  /** What it carries from update to update. */
  readonly state: BrainState;
  /** Of scripts: has the next updates made by a traced form of the script; null: by itself. */
  readonly trace?: (traced: TracedScript | null) => void;
  /** Of a grid. */
  readonly pairs?: () => PairsOfRun;
  /** Of a bracket. */
  readonly bracket?: () => BracketStanding;
  /** What a script has drawn as objects and not deleted. */
  readonly objects?: () => readonly DrawnObject[];
};

/** A point of a bar's path: the price there, and the extremes up to it. */
export type PathPoint = { readonly price: number; readonly high: number; readonly low: number };

/** A node of a traced script gave a value, in the update at the row. */
export type RecordValue = (row: number, node: number, value: LuaValue) => void;

/** A script that does what another one does, and tells what its nodes give. */
export type TracedScript = {
  readonly script: LoadedScript;
  /** Hears that updates begin. */
  readonly begin: () => void;
  readonly record: RecordValue;
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
