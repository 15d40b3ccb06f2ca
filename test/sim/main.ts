// Runs simulations: `npm run sim -- --seeds 1000` for seeds 0 to 999 and those that once failed,
// `--retained 5` for the newest of these alone, `--from 1000` to begin later, `--workers 2` in so many processes, `--seed 4711` for one with its
// events, `--mutant no-fence` with a known mutant, `--canaries` with each of them until it is
// found. Ends with 1 when something was found, or a canary was not; the last line of a journal is
// the command that repeats it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { canarySeeds } from './canary-seeds.ts';
import type { Mutant } from './mutants.ts';
import { MUTANTS } from './mutants.ts';
import type { Simulation } from './simulate.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '0' },
    workers: { type: 'string', default: '1' },
    retained: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    mutant: { type: 'string' },
    canaries: { type: 'boolean', default: false },
  },
});
const mutant = MUTANTS.find((each) => each === values.mutant) ?? null;
const [from, count, workers] = [values.from, values.seeds, values.workers].map(Number) as [
  number,
  number,
  number,
];

if (values.seed !== undefined) await showOne(Number(values.seed), mutant);
else if (values.canaries) await findMistakes();
else if (workers > 1) await share();
else await runMany();

/** One seed with all of its events. */
async function showOne(seed: number, planted: Mutant | null): Promise<void> {
  const found = await simulate(seed, planted);
  process.stdout.write(`${found.journal.join('\n')}\n`);
  process.stdout.write(`hash ${found.hash}, ${found.stepsCount} steps\n`);
  if (found.faults.length > 0) tell(found);
}

/** One seed after the other, to the first that finds something. */
async function runMany(): Promise<void> {
  const startedAtMs = performance.now();
  const sums = new Map<string, number>();
  const add = (what: string, more: number): void =>
    void sums.set(what, (sums.get(what) ?? 0) + more);
  const retained = from === 0 && mutant === null ? retainedSeeds() : [];
  const seeds = Array.from({ length: count }, (_, index) => from + index);
  for (const seed of [...retained, ...seeds]) {
    const found = await simulate(seed, mutant);
    add('seeds', 1);
    add('steps', found.stepsCount);
    for (const [what, more] of Object.entries(found.tallies)) add(what, more);
    if (found.faults.length === 0) continue;
    process.stdout.write(`${found.journal.join('\n')}\n`);
    tell(found);
    break;
  }
  const tallies = [...sums].map(([what, sum]) => `${sum} ${what}`).join(', ');
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  process.stderr.write(`from seed ${from}: ${tallies}; ${seconds} s\n`);
}

/** One seed per line, with what it found. */
function retainedSeeds(): readonly number[] {
  const text = readFileSync(new URL('seeds.txt', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => Number.parseInt(line, 10)).slice(-Number(values.retained));
}

/** Each known mutant: at which seed it is found, and how. */
async function findMistakes(): Promise<void> {
  for (const planted of MUTANTS) {
    let line = 'not found';
    for (const seed of canarySeeds(planted, count)) {
      if (line !== 'not found') break;
      const [fault] = (await simulate(seed, planted)).faults;
      if (fault !== undefined) line = `found at seed ${seed}: ${fault.split('\n')[0]}`;
    }
    process.stdout.write(`${planted} ${line}\n`);
    if (line === 'not found') process.exitCode = 1;
  }
}

function tell({ seed }: Simulation): void {
  const flag = mutant === null ? '' : ` --mutant ${mutant}`;
  process.stdout.write(`npm run sim -- --seed ${seed}${flag}\n`);
  process.exitCode = 1;
}

/** Each worker has a stretch of the seeds of its own. */
async function share(): Promise<void> {
  const stretch = Math.ceil(count / workers);
  const flags = mutant === null ? [] : ['--mutant', mutant];
  const running = Array.from({ length: workers }, async (_, index) => {
    const first = from + index * stretch;
    const seeds = Math.min(stretch, from + count - first);
    const given = ['--from', String(first), '--seeds', String(seeds), ...flags];
    const file = fileURLToPath(import.meta.url);
    const worker = spawn(process.execPath, [file, ...given], { stdio: 'inherit' });
    const [code] = (await once(worker, 'exit')) as [number | null];
    if (code !== 0) process.exitCode = 1;
  });
  await Promise.all(running);
}
