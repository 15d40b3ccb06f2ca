// `npm run chaos [-- seed=1 seconds=60 runs=3]`: runs of chaos, each with the next seed. Prints a
// line for each, and ends with 1 at the first violation.

import { runChaos } from './run-chaos.ts';

const given = new Map(
  process.argv.slice(2).map((word) => [word.split('=')[0], word.split('=')[1]]),
);
const numberOf = (name: string, fallback: number): number => Number(given.get(name) ?? fallback);

const first = numberOf('seed', 1);
for (let run = 0; run < numberOf('runs', 3); run += 1) {
  const { faults, violations, ...counts } = await runChaos(first + run, numberOf('seconds', 60));
  console.log(
    JSON.stringify({ seed: first + run, ...counts, faults: faults.join(', '), violations }),
  );
  if (violations.length > 0) process.exit(1);
}
