// `npm run kills -- [--rounds 1000] [--at-once 40] [--seed 1]`: ends processes of a service by
// SIGKILL round after round, `--at-once` rounds on each installation, and prints what was judged
// from outside. Ends with 1 at the first order, signal or event that is lost or doubled.

import os from 'node:os';
import { parseArgs } from 'node:util';
import { playRounds } from './play-rounds.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    'at-once': { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});

os.setPriority(10);
let seed = Number(values.seed);
let left = Number(values.rounds);
const sums = new Map<string, number>();
while (left > 0) {
  const rounds = Math.min(left, Number(values['at-once']));
  const { killed, ...counts } = await playRounds(rounds, seed);
  for (const [name, count] of [...Object.entries(counts), ...killed])
    sums.set(name, (sums.get(name) ?? 0) + count);
  left -= rounds;
  process.stdout.write(`seed ${seed}: ${JSON.stringify(Object.fromEntries(sums))}\n`);
  seed += 1;
}
process.stdout.write('Nothing was lost, doubled, invented or different.\n');
// The services that it started have ended; a connection of a request may still wait.
process.exit(0);
