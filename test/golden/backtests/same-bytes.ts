// Whole reports of the pinned backtests as one hash each: run in this process, in others, and on
// threads that have other runs behind them.

import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Result } from '#lib/result.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { openWorkThreads } from '#main/work/open-work-threads.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import { GOLDEN_RUNS } from './golden-runs.ts';

const PROCESS = join(import.meta.dirname, 'same-bytes-process.ts');
const SIGNAL = new AbortController().signal;

type Runs = typeof GOLDEN_RUNS;

/** Every n-th of the pinned runs. */
export function everyNth(n: number): Runs {
  return GOLDEN_RUNS.filter((_, index) => index % n === 0);
}

export function bytesHere(runs: Runs): readonly string[] {
  return runs.map(({ input }) => hashOf(runBacktest(input, () => true)));
}

/** Every n-th run, in each of so many new processes. */
export async function bytesInProcesses(n: number, count: number): Promise<readonly string[][]> {
  const run = promisify(execFile);
  const ask = async (): Promise<string[]> => {
    const { stdout } = await run(process.execPath, [PROCESS, String(n)]);
    return stdout.trim().split('\n');
  };
  return Promise.all(Array.from({ length: count }, ask));
}

/** On so many threads of a worker, which take the runs as they become free. */
export async function bytesOnThreads(runs: Runs, count: number): Promise<readonly string[]> {
  const threads = openWorkThreads(count);
  const call = { signal: SIGNAL, onProgress: () => undefined };
  try {
    return await Promise.all(
      runs.map(async ({ input }) => {
        const done = await threads.backtests.run(input, call);
        return hashOf(done.ok ? done.value : done);
      }),
    );
  } finally {
    await threads.close();
  }
}

function hashOf(run: Result<unknown, unknown>): string {
  return `${run.ok} ${hash('sha256', toStoredForm(run))}`;
}
