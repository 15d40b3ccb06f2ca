// The process that runs one workload of one checkout, a piece or a profile whenever the parent asks
// for it.
// Everything measured is loaded from that checkout, also the input, which has the form of its time.
// Run by compare-trees.ts with the checkout, the workload and the nanoseconds to warm up.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as WorkThreads from '#main/work/open-work-threads.ts';
import { partsOf } from '../backtest/parts.ts';
import { LAB_PARTS } from '../lab/parts.ts';
import { workloadNamed } from './workloads.ts';

const [tree = '', name = '', warmNs = '0'] = process.argv.slice(2);

/** Older checkouts have some files elsewhere: the first that is there is loaded. */
async function load(...paths: readonly string[]): Promise<unknown> {
  const path = paths.find((each) => existsSync(join(tree, each))) ?? paths[0] ?? '';
  return import(pathToFileURL(join(tree, path)).href) as Promise<unknown>;
}

// As in every process that runs backtests; older checkouts have only one of the two.
const threads = (await load(
  'src/main/work/open-work-threads.ts',
  'src/main/open-work-threads.ts',
)) as Partial<typeof WorkThreads>;
threads.makeYoung?.();
threads.inlineMore?.();
const { run, updates } = await workloadNamed(name).prepare(load);

const flag = new Int32Array(new SharedArrayBuffer(4));

/**
 * Processor time of this thread, in nanoseconds. It is read after a short sleep, since the system
 * counts it exactly where a thread is put to sleep, and else in ticks of some milliseconds.
 */
function spentNs(): number {
  Atomics.wait(flag, 0, 0, 0.1);
  const { user, system } = process.threadCpuUsage();
  return (user + system) * 1_000;
}

/** Of so many runs, in nanoseconds. */
function pieceNs(runs: number): number {
  const start = spentNs();
  for (let count = 0; count < runs; count += 1) run();
  return spentNs() - start;
}

let spent = 0;
let last = 0;
while (spent < Number(warmNs)) {
  last = pieceNs(1);
  spent += last;
}

const PROFILED_RUNS = 20;
const SAMPLE_US = 500;

/** Shares of the engine's parts. */
async function profiled(): Promise<unknown> {
  const work = (): void => {
    for (let count = 0; count < PROFILED_RUNS; count += 1) run();
  };
  return partsOf(work, LAB_PARTS, SAMPLE_US);
}

process.on('message', (asked: number | 'parts') => {
  if (asked === 'parts') void profiled().then((shares) => process.send?.(shares));
  else process.send?.(pieceNs(asked) / asked / updates);
});
process.send?.(last);
