// Workloads measured in each checkout: the backtests of bench/backtest.ts, the scripts of
// bench/script.ts and a lab, with modules and inputs of the checkout, and scripts of this one.

import assert from 'node:assert/strict';
import { skipWithout } from '../../test/support/reference-data.ts';
import type * as RunSweep from '#backtesting/sweep/run-sweep.ts';
import type * as RunBacktest from '#backtesting/run-backtest.ts';
import type * as OfferedNames from '#commands/binding/offered-names.ts';
import type * as CompileScript from '#lua/compile-script.ts';
import type * as LoadScript from '#lua/load-script.ts';
import type * as RunScript from '#lua/run-script.ts';
import type * as BenchInput from '../backtest/bench-input.ts';
import type * as Minutes from '../backtest/minutes.ts';
import type * as ScriptHost from '../script/host.ts';
import type { Program } from '../backtest/programs.ts';
import {
  HISTORY_ROWS,
  MONTH_ROWS,
  PROGRAMS,
  RESTING_COUNTS,
  restingScript,
  sourceOf,
  YEAR_ROWS,
} from '../backtest/programs.ts';

/** Loads a file of the checkout, from the first of the paths that it had or has. */
type Load = (...paths: readonly string[]) => Promise<unknown>;

type PreparedWorkload = { readonly run: () => unknown; readonly updates: number };

type Workload = {
  readonly name: string;
  readonly prepare: (load: Load) => Promise<PreparedWorkload>;
};

const LAB_PERIODS: readonly number[] = [20, 30, 40, 50, 60, 80, 100, 150];

/** Rows of a script that takes microseconds an update. */
const SLOW_ROWS = 5_000;

async function modules(load: Load) {
  return {
    ...((await load('bench/backtest/minutes.ts')) as typeof Minutes),
    ...((await load('bench/backtest/bench-input.ts')) as typeof BenchInput),
    ...((await load(
      'src/backtesting/run-backtest.ts',
      'src/engine/backtest/run-backtest.ts',
    )) as typeof RunBacktest),
  };
}

type Modules = Awaited<ReturnType<typeof modules>>;
type Input = ReturnType<Modules['benchInput']>;

function backtest(name: string, inputOf: (tree: Modules) => Input): Workload {
  const prepare = async (load: Load): Promise<PreparedWorkload> => {
    const tree = await modules(load);
    const input = inputOf(tree);
    const run = () => {
      const done = tree.runBacktest(input, () => true);
      assert(done.ok, done.ok ? '' : done.rejection.message);
      return done.value;
    };
    return { run, updates: run().updates };
  };
  return { name, prepare };
}

/** Combinations of a lab over a month, on one thread. */
function lab(file: string): Workload {
  const prepare = async (load: Load): Promise<PreparedWorkload> => {
    const tree = await modules(load);
    const { openSweep, runSweep } = (await load(
      'src/backtesting/sweep/run-sweep.ts',
    )) as typeof RunSweep;
    const base = tree.benchInput(tree.simulatedMinutes(MONTH_ROWS), sourceOf(file), {});
    const sets = LAB_PERIODS.map((Slow) => ({ Fast: 10, Slow }));
    const run = () => {
      const runs = runSweep(openSweep(base, base.endMs), sets, () => true);
      assert(runs?.every(({ figures }) => figures !== null));
    };
    return { run, updates: MONTH_ROWS * sets.length };
  };
  return { name: `lab ${file}`, prepare };
}

function simulated(tree: Modules, { file, inputs }: Program): Input {
  const rows = file === 'plain-lua' ? SLOW_ROWS : YEAR_ROWS;
  return tree.benchInput(tree.simulatedMinutes(rows), sourceOf(file), inputs);
}

function real(tree: Modules, { file, inputs }: Program): Input {
  const minutes = tree.realMinutes();
  const rows = file === 'plain-lua' ? SLOW_ROWS : minutes.candles.rowCount;
  return tree.benchInput(tree.firstRows(minutes, rows), sourceOf(file), inputs);
}

function resting(tree: Modules, count: number, historyRows: number): Input {
  const minutes = tree.simulatedMinutes(MONTH_ROWS + historyRows);
  const input = tree.benchInput(minutes, restingScript(count), { Fast: 20, Slow: 50 });
  return { ...input, startMs: input.startMs + historyRows * 60_000 };
}

async function scriptModules(load: Load) {
  return {
    ...((await load('bench/script/host.ts')) as typeof ScriptHost),
    ...((await load(
      'src/commands/binding/offered-names.ts',
      'src/engine/binding/offered-names.ts',
    )) as typeof OfferedNames),
    ...((await load(
      'packages/lua/src/compile-script.ts',
      'src/script/compile-script.ts',
    )) as typeof CompileScript),
    ...((await load(
      'packages/lua/src/load-script.ts',
      'src/script/load-script.ts',
    )) as typeof LoadScript),
    ...((await load(
      'packages/lua/src/run-script.ts',
      'src/script/run-script.ts',
    )) as typeof RunScript),
  };
}

function script(file: string): Workload {
  const prepare = async (load: Load): Promise<PreparedWorkload> => {
    const tree = await scriptModules(load);
    const source = sourceOf(file);
    const options = { ...tree.COMPILE_DEFAULTS, host: tree.offeredNames() };
    const compiled = tree.compileScript(source, options);
    assert(compiled.ok, compiled.ok ? '' : JSON.stringify(compiled.rejection));
    const loaded = tree.loadScript(compiled.value);
    const updates = file === 'plain-lua' ? SLOW_ROWS : YEAR_ROWS;
    const store = tree.makeStore(updates);
    const run = () => {
      const made = tree.makeHost(store);
      const instance = tree.createInstance(loaded, made.host, 1);
      const { row, failure } = tree.runRows(instance, tree.DEFAULT_LIMITS, 0, updates);
      assert.equal(failure, null);
      assert.equal(row, updates);
      made.release();
    };
    return { run, updates };
  };
  return { name: `script ${file}`, prepare };
}

/** All that this machine has the data for. */
export const WORKLOADS: readonly Workload[] = [
  ...(skipWithout('candles') === false
    ? PROGRAMS.map((each) => backtest(`month ${each.name}`, (tree) => real(tree, each)))
    : []),
  ...PROGRAMS.map((each) => backtest(`year ${each.name}`, (tree) => simulated(tree, each))),
  ...RESTING_COUNTS.flatMap((count) => [
    backtest(`${count} resting`, (tree) => resting(tree, count, HISTORY_ROWS)),
    backtest(`${count} resting, cold`, (tree) => resting(tree, count, 0)),
  ]),
  ...['sma-cross', 'three-indicators', 'plain-lua'].map(script),
  ...['sma-cross', 'three-indicators'].map(lab),
];

export function workloadNamed(name: string): Workload {
  const found = WORKLOADS.find((workload) => workload.name === name);
  if (found === undefined) throw new RangeError(`there is no workload "${name}"`);
  return found;
}
