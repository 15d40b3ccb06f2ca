// Runs simulations: `npm run sim -- --seeds 1000` for seeds 0 to 999, `--seed 4711` for one with its
// events, `--mistake blind-retry` with a known mistake. Ends with 1 when something was found; the
// last line is then the command that repeats it.

import { parseArgs } from 'node:util';
import type { Mistake } from './simulate.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    seed: { type: 'string' },
    mistake: { type: 'string' },
  },
});
const mistake: Mistake = values.mistake === 'blind-retry' ? values.mistake : null;
const single = values.seed === undefined ? null : Number(values.seed);
const seeds =
  single === null ? Array.from({ length: Number(values.seeds) }, (_, at) => at) : [single];
const startedAtMs = performance.now();
let stepsCount = 0;
for (const seed of seeds) {
  const found = await simulate(seed, mistake);
  stepsCount += found.stepsCount;
  if (single !== null || found.faults.length > 0)
    process.stdout.write(`${found.journal.join('\n')}\n`);
  if (single !== null) process.stdout.write(`hash ${found.hash}, ${found.stepsCount} steps\n`);
  if (found.faults.length > 0) {
    const flag = mistake === null ? '' : ` --mistake ${mistake}`;
    process.stdout.write(`npm run sim -- --seed ${seed}${flag}\n`);
    process.exitCode = 1;
    break;
  }
}
const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
process.stderr.write(`${seeds.length} seeds, ${stepsCount} steps, ${seconds} s\n`);
