// `npm run chaos [-- seed=1 seconds=60 runs=3 size=all canary=WORDS]`: runs of chaos, each with
// the next seed. Prints a line for each, and ends with 1 at the first violation. With `canary` the
// faults of `canaries.ts` whose names have the words (`all`: each) are planted one after the
// other, each in so many runs at most; it ends with 1 where one is not found. `pair=patroni` (or
// `pgbouncer`) names the database; `failover=kill` (`freeze`, `partition`) is all that happens.

import type { Canary } from './canaries.ts';
import { CANARIES } from './canaries.ts';
import { FAILOVERS, PAIR_KINDS } from './database-pair.ts';
import { findCanary } from './find-canary.ts';
import { runChaos } from './run-chaos.ts';

const given = new Map(
  process.argv.slice(2).map((word) => {
    const [name = '', ...value] = word.split('=');
    return [name, value.join('=')];
  }),
);
const numberOf = (name: string, fallback: number): number => Number(given.get(name) ?? fallback);

const first = numberOf('seed', 1);
const runs = numberOf('runs', 3);
const size = given.get('size') === 'few' ? 'few' : 'all';
const seconds = numberOf('seconds', 60);
const pair = PAIR_KINDS.find((kind) => kind === given.get('pair')) ?? 'plain';
const failover = FAILOVERS.find((way) => way === given.get('failover'));
const words = given.get('canary');
if (words === undefined) await runMany();
else await findAll(CANARIES.filter(({ name }) => words === 'all' || name.includes(words)));
// A connection whose other end was killed may keep the loop busy.
process.exit();

async function runMany(): Promise<void> {
  for (let seed = first; seed < first + runs; seed += 1) {
    const report = await runChaos({
      seed,
      seconds,
      size,
      pair,
      ...(failover === undefined ? {} : { failover }),
    });
    const { faults, violations, ...counts } = report;
    console.log(JSON.stringify({ seed, ...counts, faults: faults.join(', '), violations }));
    if (violations.length > 0) process.exit(1);
  }
}

async function findAll(canaries: readonly Canary[]): Promise<void> {
  for (const canary of canaries) {
    const { seed, violation } = await findCanary(canary, { first, runs, seconds, size });
    console.log(`${canary.name}: ${violation ?? 'not found'} (seed ${seed})`);
    if (violation === null) process.exitCode = 1;
  }
}
