// `npm run chaos [-- seed=1 seconds=60 runs=3 size=all]`: runs of chaos, each with the next seed.
// Prints a line for each, and ends with 1 at the first violation.

import { runChaos } from './run-chaos.ts';

const given = new Map(
  process.argv.slice(2).map((word) => [word.split('=')[0], word.split('=')[1]]),
);
const numberOf = (name: string, fallback: number): number => Number(given.get(name) ?? fallback);

const first = numberOf('seed', 1);
const size = given.get('size') === 'few' ? 'few' : 'all';
for (let seed = first; seed < first + numberOf('runs', 3); seed += 1) {
  const report = await runChaos({ seed, seconds: numberOf('seconds', 60), size });
  const { faults, violations, ...counts } = report;
  console.log(JSON.stringify({ seed, ...counts, faults: faults.join(', '), violations }));
  if (violations.length > 0) process.exit(1);
}
