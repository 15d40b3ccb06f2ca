// Cost of Pine scripts beside the same strategy in Lua: whole backtests of a month of minutes, in
// turns. Each figure is the mean processor time of this thread, in nanoseconds per candle.
// Run: npm run bench:pine [-- name …].

import assert from 'node:assert/strict';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { benchInput } from './backtest/bench-input.ts';
import { simulatedMinutes } from './backtest/minutes.ts';
import type { PineProgram } from './pine/programs.ts';
import { PINE_PROGRAMS } from './pine/programs.ts';

const HISTORY_ROWS = 20_000;
const MONTH_ROWS = 43_200;
const ROUNDS_MIN = 10;
const MEASURE_NS = 10_000_000_000n;

/** A run, with the number of its orders. */
type Run = () => number;

const MINUTES = simulatedMinutes(HISTORY_ROWS + MONTH_ROWS);

function backtestOf(source: string): Run {
  const input = benchInput(MINUTES, source, {});
  const later = { ...input, startMs: input.startMs + HISTORY_ROWS * 60_000 };
  return () => {
    const ran = runBacktest(later, () => true);
    assert(ran.ok, ran.ok ? '' : ran.rejection.message);
    return ran.value.orders.length;
  };
}

/** In ticks of some milliseconds, so that only sums of many runs say something. */
function cpuNs(run: Run): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) * 1_000;
}

function measure({ name, pine, lua }: PineProgram): void {
  const runs = [backtestOf(pine), backtestOf(lua)];
  const [inPine = 0, inLua = 0] = runs.map((run) => run());
  for (const run of runs) run();
  const spent = runs.map(() => 0);
  const end = process.hrtime.bigint() + MEASURE_NS;
  let rounds = 0;
  for (; rounds < ROUNDS_MIN || process.hrtime.bigint() < end; rounds += 1)
    for (const [at, run] of runs.entries()) spent[at] = (spent[at] ?? 0) + cpuNs(run);
  const [own = 0, other = 0] = spent.map((ns) => ns / rounds / MONTH_ROWS);
  const figures = [own, other].map((ns) => ns.toFixed(1).padStart(9)).join('');
  const ratio = (own / other).toFixed(2);
  console.log(`${name.padEnd(24)}${figures}   ${ratio} times, orders ${inPine} and ${inLua}`);
}

const chosen = process.argv.slice(2);
console.log('Nanoseconds per candle       Pine      Lua');
for (const program of PINE_PROGRAMS) {
  if (chosen.length === 0 || chosen.includes(program.name)) measure(program);
}
