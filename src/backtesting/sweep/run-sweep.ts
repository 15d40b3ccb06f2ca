// Runs one script over one window with many sets of inputs. The script is compiled once and columns
// are computed once, because all runs have the same candles in memory; and sets that cannot differ
// are run once: a run says which inputs it requested, and another set that agrees in those gives
// the same run.

import type { BacktestFailure, BacktestInput, InputValue } from '#backtesting/backtest.ts';
import { emptyWishes } from '#backtesting/managed-run/wish-list.ts';
import type { WishList } from '#backtesting/managed-run/wish-list.ts';
import { runForLab, runWished } from '#backtesting/run-backtest.ts';
import type { ResultFigures } from '#backtesting/sweep/result-figures.ts';
import { resultFigures } from '#backtesting/sweep/result-figures.ts';

export type InputSet = Readonly<Record<string, InputValue>>;

export type LackingHistory = Pick<BacktestFailure, 'kind' | 'missingMinutes' | 'wishedBars'>;

export type SweepRun = {
  /** Null when the run failed. */
  readonly figures: ResultFigures | null;
  readonly failure: Pick<BacktestFailure, 'message' | 'line'> | null;
  /** What it lacked of the history that it wants; absent: nothing. */
  readonly lacking?: LackingHistory;
  /** Equal for runs that cannot differ. */
  readonly runKey: string;
};

/** What is shared by runs over one window: withheld from slice to slice of a lab. */
export type Sweep = {
  readonly base: BacktestInput;
  readonly cutMs: number;
  /** Lists of inputs that some run requested, and no others; by their text. */
  readonly readLists: Map<string, readonly string[]>;
  readonly runs: Map<string, SweepRun>;
  /** Filled by each run whose script does nothing but wish. */
  readonly wishes: WishList;
  /** How many runs were made by their wishes, less those that could not be. */
  wishedCount: number;
};

/** Runs that cannot be made by their wishes before it is no longer tried. */
const UNWISHED_MAX = 8;

/** Runs of a lab that are remembered, oldest first to go. */
const RUNS_RETAINED = 20_000;

/** Sweep without runs; `cutMs` ends the window of each. */
export function openSweep(base: BacktestInput, cutMs: number): Sweep {
  const wishes = emptyWishes();
  return { base, cutMs, readLists: new Map(), runs: new Map(), wishes, wishedCount: 0 };
}

/**
 * One run for each set, in their order. `onProgress` hears the share that is done and returns
 * whether to go on; null when it did not.
 */
export function runSweep(
  sweep: Sweep,
  sets: readonly InputSet[],
  onProgress: (share: number) => boolean,
): SweepRun[] | null {
  const runs: SweepRun[] = [];
  for (const [place, set] of sets.entries()) {
    const inputs = { ...sweep.base.inputs, ...set };
    const run =
      knownRun(sweep, inputs) ??
      newRun(sweep, inputs, (share) => onProgress((place + share) / sets.length));
    if (run === null) return null;
    runs.push(run);
    if (!onProgress((place + 1) / sets.length)) return null;
  }
  return runs;
}

function knownRun({ readLists, runs }: Sweep, inputs: InputSet): SweepRun | null {
  for (const keys of readLists.values()) {
    const known = runs.get(runKeyOf(keys, inputs));
    if (known !== undefined) return known;
  }
  return null;
}

/** Null when it was asked to stop. */
function newRun(
  sweep: Sweep,
  inputs: InputSet,
  onProgress: (share: number) => boolean,
): SweepRun | null {
  const { base, cutMs } = sweep;
  const input = { ...base, inputs };
  const ran = ranByWishes(sweep, input, onProgress) ?? runForLab(input, onProgress);
  if (!ran.ok) {
    const { kind, message, line } = ran.rejection;
    if (kind === 'cancelled') return null;
    // Which inputs it requested before it failed is not known: it is like no other.
    const runKey = runKeyOf(Object.keys(inputs).toSorted(), inputs);
    const failed = { figures: null, failure: { message, line }, runKey };
    return kind === 'short_history' ? { ...failed, lacking: lackingOf(ran.rejection) } : failed;
  }
  const { inputsRead, result } = ran.value;
  const keys = inputsRead.toSorted();
  const runKey = runKeyOf(keys, inputs);
  const run = { figures: resultFigures(result, base, cutMs), failure: null, runKey };
  remember(sweep, keys, run);
  return run;
}

function lackingOf({ kind, missingMinutes = 0, wishedBars = 0 }: BacktestFailure): LackingHistory {
  return { kind, missingMinutes, wishedBars };
}

/** Null where the run has to be made bar by bar. */
function ranByWishes(
  sweep: Sweep,
  input: BacktestInput,
  onProgress: (share: number) => boolean,
): ReturnType<typeof runForLab> | null {
  if (sweep.wishedCount <= -UNWISHED_MAX) return null;
  const ran = runWished(input, sweep.wishes, onProgress);
  sweep.wishedCount += ran === null ? -1 : 1;
  return ran;
}

function remember({ readLists, runs }: Sweep, keys: readonly string[], run: SweepRun): void {
  readLists.set(JSON.stringify(keys), keys);
  if (runs.size >= RUNS_RETAINED) runs.delete(runs.keys().next().value ?? '');
  runs.set(run.runKey, run);
}

/** Those that are not set have their default, which differs from every set value. */
function runKeyOf(keys: readonly string[], inputs: InputSet): string {
  return JSON.stringify(keys.map((key) => [key, chosenFor(key, inputs)]));
}

/** An input is set by `group.label`, or by its label alone; null: it is not. */
function chosenFor(key: string, inputs: InputSet): InputValue | null {
  if (Object.hasOwn(inputs, key)) return inputs[key] ?? null;
  const label = Object.keys(inputs).find((chosen) => key.endsWith(`.${chosen}`));
  return label === undefined ? null : (inputs[label] ?? null);
}
