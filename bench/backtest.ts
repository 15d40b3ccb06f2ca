// Whole backtests, in nanoseconds of this thread per update, beside the same decisions in a loop
// written by hand that books nothing. Run: npm run bench:backtest [-- part …], with parts of
// `scripts`, `length`, `orders`, `others`, `memory`. The best of several rounds, after as long as
// V8 takes to compile what is run, as in a worker that has run before; the first run is printed
// beside it. The compiled script is reused by all runs, columns are computed by each.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { present } from '#lib/assert.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { inlineMore, makeYoung } from '#main/work/open-work-threads.ts';
import { skipWithout } from '../test/support/reference-data.ts';
import { benchInput } from './backtest/bench-input.ts';
import type { Minutes } from './backtest/minutes.ts';
import { firstRows, realMinutes, simulatedMinutes } from './backtest/minutes.ts';
import { sharesOfParts } from './backtest/parts.ts';
import type { Program } from './backtest/programs.ts';
import {
  HISTORY_ROWS,
  MONTH_ROWS,
  PROGRAMS,
  RESTING_COUNTS,
  restingScript,
  sourceOf,
  YEAR_ROWS,
} from './backtest/programs.ts';
import type { Columns } from './script/hand-written.ts';
import { plain, smaCross, threeIndicators } from './script/hand-written.ts';
import { columnsOver } from './script/host.ts';

const ROUNDS = 10;
const ROUND_US = 100_000;
const WARM_US = 1_500_000;

const WRITTEN: Readonly<Record<string, (columns: Columns, rows: number) => number>> = {
  'sma-cross': smaCross,
  'three-indicators': threeIndicators,
  'plain-lua': plain,
};

function reportOf(input: BacktestInput): BacktestReport {
  const done = runBacktest(input, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value;
}

/** Processor time of this thread, in nanoseconds; its clock ticks in milliseconds. */
function bestNs(work: () => void, rounds = ROUNDS): number {
  let best = roundNs(work, rounds === 1 ? ROUND_US : WARM_US);
  for (let round = 0; round < rounds; round += 1) best = Math.min(best, roundNs(work, ROUND_US));
  return best;
}

function roundNs(work: () => void, leastUs: number): number {
  const start = process.threadCpuUsage();
  let spentUs = 0;
  let count = 0;
  while (spentUs < leastUs) {
    work();
    count += 1;
    const { user, system } = process.threadCpuUsage(start);
    spentUs = user + system;
  }
  return (spentUs * 1_000) / count;
}

function columnsOf({ candles }: Minutes, { inputs }: Program): Columns {
  return columnsOver(candles.close, Number(inputs['Fast'] ?? 10), Number(inputs['Slow'] ?? 30));
}

async function compareScripts(name: string, minutes: Minutes): Promise<void> {
  const rows = minutes.candles.rowCount;
  console.log(`\n${name}: ${rows.toLocaleString('en')} minutes`);
  for (const program of PROGRAMS) {
    const input = benchInput(minutes, sourceOf(program.file), program.inputs);
    const columns = columnsOf(minutes, program);
    const startNs = process.hrtime.bigint();
    const report = reportOf(input);
    const first = Number(process.hrtime.bigint() - startNs) / report.updates;
    const isSlow = program.file === 'plain-lua';
    const ours = bestNs(() => reportOf(input), isSlow ? 1 : ROUNDS) / report.updates;
    const byHand = present(WRITTEN[program.file], `"${program.file}" is written by hand`);
    const written = bestNs(() => byHand(columns, rows), isSlow ? 1 : ROUNDS) / rows;
    const orders = `${report.ordersTotal} orders, ${report.positionsClosed} positions`;
    const times = (ours / written).toFixed(1);
    console.log(
      `${program.name.padEnd(18)} ${ours.toFixed(0)} ns, by hand ${written.toFixed(1)} ns: ` +
        `${times} times; first run ${first.toFixed(0)} ns; ` +
        `${(1e3 / ours).toFixed(2)} M updates/s; ${orders}`,
    );
    if (isSlow) continue;
    const repeats = Math.max(1, Math.ceil(3e8 / (ours * report.updates)));
    const parts = await sharesOfParts(() => {
      for (let count = 0; count < repeats; count += 1) reportOf(input);
    });
    console.log(`${' '.repeat(18)} ${parts}`);
  }
}

function compareLengths(): void {
  console.log('\nlength: sma-cross 20/50 over simulated minutes');
  const all = simulatedMinutes(5 * YEAR_ROWS);
  for (const rows of [MONTH_ROWS, YEAR_ROWS, 5 * YEAR_ROWS]) {
    const input = benchInput(firstRows(all, rows), sourceOf('sma-cross'), { Fast: 20, Slow: 50 });
    const { updates } = reportOf(input);
    const spent = bestNs(() => reportOf(input), 3);
    const seconds = (spent / 1e9).toFixed(2);
    console.log(`${updates} updates: ${(spent / updates).toFixed(0)} ns each, ${seconds} s`);
  }
}

/**
 * With the bars before the window that the service gathers, and beginning with the market, where
 * the orders of the first update are requested twice: it begins again where its averages begin.
 */
function compareOrders(): void {
  console.log('\nresting orders: sma-cross 20/50 run with them, a simulated month');
  const minutes = simulatedMinutes(MONTH_ROWS + HISTORY_ROWS);
  const month = firstRows(minutes, MONTH_ROWS);
  for (const count of RESTING_COUNTS) {
    const source = restingScript(count);
    const inputs = { Fast: 20, Slow: 50 };
    const input = benchInput(minutes, source, inputs, HISTORY_ROWS);
    const open = reportOf(input).orders.filter(({ state }) => state === 'open').length;
    const [ours, again] = [input, benchInput(month, source, inputs)].map((each) =>
      (bestNs(() => reportOf(each), 3) / reportOf(each).updates).toFixed(0),
    );
    console.log(`${open} resting: ${ours} ns per update, ${again} without history before`);
  }
}

/** How to get the programs that people know, for a comparison; nothing is fetched from here. */
function showOthers(): void {
  const python = spawnSync('python3', ['--version'], { encoding: 'utf8' });
  if (python.status !== 0) {
    console.log('\nPython is not installed: no comparison with backtesting.py and backtrader');
    return;
  }
  console.log(`\n${python.stdout.trim()} is installed. To compare with other programs:`);
  console.log('  python3 -m venv others && others/bin/pip install backtesting backtrader');
  console.log('  PATH=$PWD/others/bin:$PATH npm run bench:lab -- python  (backtesting.py)');
}

function showMemory(): void {
  const before = process.resourceUsage().maxRSS;
  reportOf(benchInput(simulatedMinutes(YEAR_ROWS), sourceOf('sma-cross'), { Fast: 20, Slow: 50 }));
  const after = process.resourceUsage().maxRSS;
  console.log(
    `\nmemory: ${(before / 1024).toFixed(0)} MB at first, at most ${(after / 1024).toFixed(0)} MB`,
  );
}

const wanted = process.argv.slice(2);
const isWanted = (part: string): boolean => wanted.length === 0 || wanted.includes(part);

// As in every process that runs backtests.
makeYoung();
inlineMore();
if (isWanted('memory')) showMemory();
if (isWanted('scripts')) {
  const missing = skipWithout('candles');
  if (missing === false) await compareScripts('real', realMinutes());
  else console.log(missing);
  await compareScripts('simulated', simulatedMinutes(YEAR_ROWS));
}
if (isWanted('length')) compareLengths();
if (isWanted('orders')) compareOrders();
if (isWanted('others')) showOthers();
