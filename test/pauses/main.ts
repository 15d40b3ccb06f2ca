// Runs tests while parts of them stand still for moments, as on a machine that does much else:
// `npm run test:pauses [-- --seed 1] [SCRIPT]`, where the script is one of package.json, everyday
// tests by default. Each moment a quarter of the run's processes, those of its PostgreSQL among
// them, are stopped for up to 0.8 s. A test that fails here alone has a limit that the good case
// must keep. Ends as the script does.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Generator32 } from '#lua/library/random.ts';
import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import { CLUSTER_FOLDER } from '../support/database.ts';
import { listProcesses, processesUnder } from './process-tree.ts';

const STOPPED_SHARE = 0.25;
const PAUSES_MS = [50, 100, 200, 400, 800];
const APART_MS_MIN = 300;
const APART_MS_MAX = 1_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
const random = seededGenerator(Number(values.seed));
const [script = 'test:everyday'] = positionals;
const run = spawn('npm', ['run', '-s', script], { stdio: 'inherit' });
const closed = once(run, 'close');
let pausesCount = 0;
let stopped: readonly number[] = [];
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    resumeAll();
    process.exit(1);
  });
while (run.exitCode === null && run.signalCode === null) {
  const apartMs = APART_MS_MIN + nextDouble(random) * (APART_MS_MAX - APART_MS_MIN);
  await Promise.race([closed, delay(apartMs)]);
  await pauseSome(run.pid ?? 0);
  pausesCount += 1;
}
process.stdout.write(`${script} with ${pausesCount} pauses, seed ${values.seed}\n`);
process.exitCode = run.exitCode ?? 1;

async function pauseSome(rootPid: number): Promise<void> {
  const under = processesUnder(listProcesses(), rootPid, CLUSTER_FOLDER);
  stopped = under.filter(() => nextDouble(random) < STOPPED_SHARE).map(({ pid }) => pid);
  for (const pid of stopped) signal(pid, 'SIGSTOP');
  await delay(oneOf(random, PAUSES_MS));
  resumeAll();
}

function resumeAll(): void {
  for (const pid of stopped) signal(pid, 'SIGCONT');
  stopped = [];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function oneOf(generator: Generator32, items: readonly number[]): number {
  return items[Math.floor(nextDouble(generator) * items.length)] ?? 0;
}
