// Labs: combinations per minute on one and two threads, beside the same runs one by one without
// sharing, and beside backtesting.py's optimiser where it is installed. Run: npm run bench:lab
// [-- part …], with parts of `month`, `year`, `profile`, `paths`, `sharing`, `workers`,
// `workers-year`, `cancel`, `python`, `vectorbt`, `vectorbt-year`.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { sharedColumns } from '#backtesting/shared-columns.ts';
import { runMarket } from '#engine/run/run-market.ts';
import type { InputSet } from '#backtesting/sweep/run-sweep.ts';
import { openSweep, runSweep } from '#backtesting/sweep/run-sweep.ts';
import { inlineMore, makeYoung, openWorkThreads } from '#main/work/open-work-threads.ts';
import { skipWithout } from '../test/support/reference-data.ts';
import { benchInput } from './backtest/bench-input.ts';
import type { Minutes } from './backtest/minutes.ts';
import { realMinutes, simulatedMinutes } from './backtest/minutes.ts';
import { partsOf } from './backtest/parts.ts';
import type { CrossLab } from './lab/beside-vectorbt.ts';
import { besideVectorbt, hasVectorbt } from './lab/beside-vectorbt.ts';
import { LAB_PARTS } from './lab/parts.ts';
import { printPaths } from './lab/paths.ts';
import type { LabCost } from './lab/through-workers.ts';
import { msToCancel, throughWorkers } from './lab/through-workers.ts';

const YEAR_ROWS = 525_600;
const MONTH_ROWS = 43_200;
const SLICE_SETS = 50;
/** Of the runs that are made one by one: the time of more is known from these. */
const ALONE_RUNS = { month: 200, year: 20 } as const;

/** Values from `first` on. */
function steps(first: number, count: number, step: number): number[] {
  return Array.from({ length: count }, (_, place) => first + place * step);
}

/** Over the real month: 31 filled orders, and 4,400. */
const SPARSE_SETS: readonly InputSet[] = steps(480, 20, 2).flatMap((Fast) =>
  steps(1_450, 10, 10).map((Slow) => ({ Fast, Slow })),
);
const DENSE_SETS: readonly InputSet[] = steps(3, 4, 1).flatMap((Fast) =>
  steps(9, 5, 1).map((Slow) => ({ Fast, Slow })),
);
/** 25 by 40. */
const CROSS_SETS: readonly InputSet[] = steps(5, 25, 1).flatMap((Fast) =>
  steps(40, 40, 5).map((Slow) => ({ Fast, Slow })),
);

function scriptOf(name: string): string {
  return readFileSync(join(import.meta.dirname, 'script', `${name}.lua`), 'utf8');
}

/** Columns in memory that threads share. */
function shared({ market, candles }: Minutes): Minutes {
  const share = (column: Float64Array): Float64Array => {
    const copy = new Float64Array(new SharedArrayBuffer(column.byteLength));
    copy.set(column);
    return copy;
  };
  const { close, high, low, open, volume } = candles;
  const columns = { close: share(close), high: share(high), low: share(low), open: share(open) };
  return { market, candles: { ...candles, ...columns, volume: share(volume) } };
}

type Cost = { readonly ms: number; readonly cpuMs: number };

/** Of all sets on so many threads: the first time, while they compile as well, and again. */
async function onThreads(base: BacktestInput, threadsCount: number): Promise<readonly Cost[]> {
  const threads = openWorkThreads(threadsCount);
  const signal = new AbortController().signal;
  const call = { signal, onProgress: () => undefined };
  const run = async (sets: readonly InputSet[], sweepKey: string): Promise<void> => {
    const work = { sweepKey, base, cutMs: base.endMs, sets };
    const done = await threads.slices.run(work, call);
    assert(done.ok && done.value.runs.every(({ figures }) => figures !== null));
  };
  await Promise.all(steps(0, threadsCount, 1).map(() => run(CROSS_SETS.slice(0, 1), 'begin')));
  const costs: Cost[] = [];
  for (const name of ['first', 'again']) {
    const began = performance.now();
    const cpuBegan = cpuMs();
    const slices = steps(0, CROSS_SETS.length / SLICE_SETS, SLICE_SETS);
    await Promise.all(slices.map((at) => run(CROSS_SETS.slice(at, at + SLICE_SETS), name)));
    costs.push({ ms: performance.now() - began, cpuMs: cpuMs() - cpuBegan });
  }
  await threads.close();
  return costs;
}

/** Milliseconds of processor so far. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Of processor for a run, each on a copy of the minutes, so that nothing is shared. */
function alone(base: BacktestInput, sets: readonly InputSet[]): number {
  const began = cpuMs();
  for (const inputs of sets) {
    const run = runBacktest({ ...structuredClone(base), inputs }, () => true);
    assert(run.ok);
  }
  return (cpuMs() - began) / sets.length;
}

/** Labs of `sma-cross` that vectorbt runs too. */
function measureBesideVectorbt(part: string, minutes: Minutes, count: number): void {
  if (!hasVectorbt()) {
    print('vectorbt: not installed');
    return;
  }
  const base = benchInput(minutes, scriptOf('sma-cross'));
  const labOf = (name: string, sets: readonly InputSet[]): CrossLab => ({
    name: `${part}, ${name}`,
    sets,
    run() {
      const began = process.threadCpuUsage();
      const runs = runSweep(openSweep(base, base.endMs), sets, () => true);
      const { user, system } = process.threadCpuUsage(began);
      assert(runs !== null);
      const orders = runs.reduce((sum, { figures }) => sum + (figures?.ordersFilled ?? 0), 0);
      return {
        ms: (user + system) / 1_000 / sets.length,
        orders: Math.round(orders / sets.length),
      };
    },
  });
  const labs = [
    labOf('an order a day', spread(SPARSE_SETS, count)),
    labOf('an order every ten bars', DENSE_SETS),
    labOf('crosses', spread(CROSS_SETS, count)),
  ];
  besideVectorbt(minutes.candles.close, labs, print);
}

function spread<T>(items: readonly T[], count: number): readonly T[] {
  return steps(0, count, 1).flatMap((at) => items[Math.floor((at * items.length) / count)] ?? []);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function measure(part: 'month' | 'year', minutes: Minutes): Promise<void> {
  const common = shared(minutes);
  const base = benchInput(common, scriptOf('sma-cross'));
  print(`${part}: ${minutes.candles.rowCount} minutes, ${CROSS_SETS.length} combinations`);
  const single = benchInput(minutes, scriptOf('sma-cross'));
  const runMs = alone(single, spread(CROSS_SETS, ALONE_RUNS[part]));
  const perMinute = (ms: number): string => `${Math.round(60_000 / ms)} a minute`;
  print(`  one by one      ${runMs.toFixed(2)} ms of processor time per run, ${perMinute(runMs)}`);
  const one = await onThreads(base, 1);
  const two = await onThreads(base, 2);
  for (const [costs, name] of [
    [one, '1 thread'],
    [two, '2 threads'],
  ] as const) {
    for (const [place, cost] of costs.entries()) {
      const ms = cost.ms / CROSS_SETS.length;
      const processorMs = (cost.cpuMs / CROSS_SETS.length).toFixed(2);
      const times = ((one[place]?.ms ?? 0) / cost.ms).toFixed(2);
      const figures = `${ms.toFixed(2)} ms a run, ${perMinute(ms)}, ${processorMs} of processor`;
      print(`  ${name}, ${place === 0 ? 'first' : 'again'}: ${figures}, ${times} times one thread`);
    }
  }
}

/** How often a lab is measured; the least time counts, because other work can only add to it. */
const PROFILE_ROUNDS = 6;

/** Processor time of this thread per run of a lab, by part. */
async function measureParts(part: string, minutes: Minutes, count: number): Promise<void> {
  for (const [name, script, sets] of [
    ['an order a day', 'sma-cross', spread(SPARSE_SETS, count)],
    ['an order every ten bars', 'sma-cross', DENSE_SETS],
    ['sma-cross', 'sma-cross', spread(CROSS_SETS, count)],
    ['three-indicators', 'three-indicators', spread(THREE_SETS, count)],
  ] as const) {
    const base = benchInput(minutes, scriptOf(script));
    let orders = 0;
    const run = (): void => {
      const runs = runSweep(openSweep(base, base.endMs), sets, () => true);
      assert(runs !== null);
      orders = runs.reduce((sum, { figures }) => sum + (figures?.ordersFilled ?? 0), 0);
    };
    run();
    let runMs = Infinity;
    for (let round = 0; round < PROFILE_ROUNDS; round += 1) {
      const began = process.threadCpuUsage();
      run();
      const { user, system } = process.threadCpuUsage(began);
      runMs = Math.min(runMs, (user + system) / 1_000 / sets.length);
    }
    const shares = await partsOf(run, LAB_PARTS, 500);
    const texts = shares.map(([of, share]) => `${of} ${(share * runMs).toFixed(3)}`);
    const filled = Math.round(orders / sets.length);
    print(
      `profile, ${part}, ${name}: ${runMs.toFixed(3)} ms a run of ${filled} filled orders; ` +
        texts.join(', '),
    );
  }
}

/** The same runs with and without sharing, and how many columns each computes. */
function measureSharing(minutes: Minutes): void {
  for (const name of ['sma-cross', 'three-indicators']) {
    const sets = name === 'sma-cross' ? spread(CROSS_SETS, 200) : THREE_SETS;
    const source = scriptOf(name);
    const base = benchInput(minutes, source);
    const aloneMs = alone(base, sets);
    const { market, candles } = minutes;
    const store = sharedColumns([runMarket(0, market, candles, candles.firstOpenMs, market)]);
    const columnsBefore = store.nextId;
    const began = cpuMs();
    for (const inputs of sets) assert(runBacktest({ ...base, inputs }, () => true).ok);
    const togetherMs = (cpuMs() - began) / sets.length;
    const columns = store.nextId - columnsBefore;
    print(
      `sharing, ${name}: ${sets.length} runs, ${aloneMs.toFixed(2)} ms alone, ` +
        `${togetherMs.toFixed(2)} ms together, ${(aloneMs / togetherMs).toFixed(2)} times; ` +
        `${columns} columns computed`,
    );
  }
}

/**
 * Through queue, processes and database: what a service does. Each lab is run twice, because the
 * first one of a process shows how its threads compile as well.
 */
async function measureWorkers(days: number, slowCount: number): Promise<void> {
  const source = scriptOf('sma-cross');
  const wish = { source, fastCount: 25, slowCount, days, intervalMinutes: 1 };
  const count = wish.fastCount * wish.slowCount;
  print(`workers: ${days * 1_440} simulated minutes, ${count} combinations`);
  const ones = new Map<string, LabCost>();
  for (const [processes, threads] of [
    [1, 1],
    [1, 2],
    [2, 1],
  ] as const) {
    const labs = await throughWorkers(processes, threads, wish);
    for (const name of ['first', 'again'] as const) {
      const one = ones.get(name) ?? labs[name];
      ones.set(name, one);
      print(`  ${processes} by ${threads} threads, ${name}: ${lineOf(labs[name], one, count)}`);
    }
  }
}

/** `one`: what one process of one thread needed. */
function lineOf(cost: LabCost, one: LabCost, count: number): string {
  const times = (part: 'ms' | 'middleMs'): string => (one[part] / cost[part]).toFixed(2);
  const perRun = (ms: number): string => (ms / count).toFixed(2);
  return [
    `${Math.round((60_000 / cost.ms) * count)} a minute`,
    `${times('ms')} times one of one (${times('middleMs')} in the middle half)`,
    `ms of processor time per run: ${perRun(cost.cpuMs)} and ${perRun(cost.databaseMs)} of the database`,
    `idle: ${cost.idlePercents.map((percent) => `${percent.toFixed(0)} %`).join(', ')}`,
    `at most ${cost.peakMegabytes.toFixed(0)} MB a process`,
  ].join('; ');
}

async function measureCancel(): Promise<void> {
  const all = await msToCancel(10);
  const longest = Math.max(...all).toFixed(0);
  const median = (all.toSorted((left, right) => left - right)[5] ?? 0).toFixed(0);
  print(`cancel: all slices have stopped after ${median} ms (median of 10), ${longest} at most`);
}

const THREE_SETS: readonly InputSet[] = steps(10, 20, 1).flatMap((length) =>
  steps(20, 10, 1).map((bands) => ({ 'RSI length': length, 'Bands length': bands })),
);

const PYTHON = `
import sys, time, gzip, csv
import pandas as pd
from backtesting import Backtest, Strategy
from backtesting.lib import crossover
rows = list(csv.reader(gzip.open(sys.argv[1], 'rt')))[1:]
frame = pd.DataFrame([[float(v) for v in row[1:6]] for row in rows],
  columns=['Open', 'High', 'Low', 'Close', 'Volume'],
  index=pd.to_datetime([int(row[0]) for row in rows], unit='s'))
def sma(values, n): return pd.Series(values).rolling(n).mean()
class Cross(Strategy):
  fast = 10
  slow = 30
  def init(self):
    self.a = self.I(sma, self.data.Close, self.fast)
    self.b = self.I(sma, self.data.Close, self.slow)
  def next(self):
    if crossover(self.a, self.b): self.position.close(); self.buy(size=1)
    elif crossover(self.b, self.a): self.position.close(); self.sell(size=1)
bt = Backtest(frame, Cross, cash=10_000_000, commission=.0005)
began = time.time()
bt.optimize(fast=range(5, 9), slow=range(40, 65, 5), maximize='Return [%]')
print((time.time() - began) / 20 * 1000)
`;

function measurePython(): void {
  const data = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');
  const file = join(process.env['TIDEMILL_REFERENCE_DATA'] ?? data, 'candles/BTCUSDT_1m.csv.gz');
  const run = spawnSync('python3', ['-c', PYTHON, file], { encoding: 'utf8' });
  if (run.status !== 0) return print('backtesting.py: not installed');
  const ms = Number(run.stdout.trim().split('\n').at(-1));
  print(`backtesting.py: ${ms.toFixed(0)} ms a run, ${Math.round(60_000 / ms)} a minute`);
}

// As in the threads of a worker, so that runs which are made here are as fast.
makeYoung();
inlineMore();
const wanted = new Set(process.argv.slice(2));
const isWanted = (part: string): boolean => wanted.size === 0 || wanted.has(part);
const missing = skipWithout('candles');
const month = missing === false ? realMinutes() : simulatedMinutes(MONTH_ROWS);
if (missing !== false) print(`${missing}: using a simulated month instead of a real one`);
if (isWanted('month')) await measure('month', month);
if (isWanted('profile')) {
  await measureParts('month', month, 100);
  await measureParts('year', simulatedMinutes(YEAR_ROWS), 20);
}
if (isWanted('paths')) printPaths(print);
if (isWanted('sharing')) measureSharing(month);
if (isWanted('year')) await measure('year', simulatedMinutes(YEAR_ROWS));
if (isWanted('workers')) await measureWorkers(31, 160);
if (isWanted('workers-year')) await measureWorkers(366, 20);
if (isWanted('cancel')) await measureCancel();
if (isWanted('python')) measurePython();
if (isWanted('vectorbt')) measureBesideVectorbt('month', month, 200);
if (isWanted('vectorbt-year')) measureBesideVectorbt('year', simulatedMinutes(YEAR_ROWS), 20);
