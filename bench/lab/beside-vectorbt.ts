// The labs of crosses beside the same with vectorbt, in turn: processor time of one thread a run.
// vectorbt fills at closes and knows money as floats; ours walks each minute, with exact money.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InputSet } from '#backtesting/sweep/run-sweep.ts';

const ROUNDS = 3;
const SCRIPT = join(import.meta.dirname, 'vectorbt_crosses.py');
/** Of the Python that has the library, which may be another than the first of the path. */
const PYTHON = process.env['PYTHON'] ?? 'python3';

export type CrossLab = {
  readonly name: string;
  readonly sets: readonly InputSet[];
  /** Runs all sets, and gives milliseconds of processor time a run and its filled orders. */
  readonly run: () => { readonly ms: number; readonly orders: number };
};

export function hasVectorbt(): boolean {
  return spawnSync(PYTHON, ['-c', 'import vectorbt']).status === 0;
}

/** Milliseconds a run, the least of the rounds, and their ratio in each round. */
export function besideVectorbt(
  closes: Float64Array,
  labs: readonly CrossLab[],
  print: (line: string) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-vectorbt-'));
  try {
    const file = join(folder, 'closes');
    writeFileSync(file, new Uint8Array(closes.buffer, closes.byteOffset, closes.byteLength));
    for (const { name, sets, run } of labs) {
      const list = join(folder, 'sets');
      writeFileSync(list, sets.map(({ Fast, Slow }) => `${Fast} ${Slow}\n`).join(''));
      run();
      const rounds = Array.from({ length: ROUNDS }, () => {
        const theirs = askVectorbt(file, list);
        return { ours: run(), theirs };
      });
      const least = (of: readonly number[]): string => Math.min(...of).toFixed(2);
      const ratios = rounds.map(({ ours, theirs }) => (theirs.ms / ours.ms).toFixed(1)).join(', ');
      const [first] = rounds;
      print(
        `beside vectorbt, ${name}: ours ${least(rounds.map(({ ours }) => ours.ms))} ms a run of ` +
          `${first?.ours.orders} orders, vectorbt ${least(rounds.map(({ theirs }) => theirs.ms))} of ` +
          `${first?.theirs.trades.toFixed(0)} trades; ${ratios} times as long`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function askVectorbt(
  closes: string,
  sets: string,
): { readonly ms: number; readonly trades: number } {
  const env = { ...process.env, NUMBA_NUM_THREADS: '1' };
  const done = spawnSync(PYTHON, [SCRIPT, closes, sets], { encoding: 'utf8', env });
  const [ms = NaN, trades = NaN] = (done.stdout.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  if (Number.isNaN(ms)) throw new Error(`vectorbt failed: ${done.stderr.slice(-2_000)}`);
  return { ms, trades };
}
