// Runs test files under clocks that cross a boundary in every test: `npm run test:clocks`, with
// `-- --clock minute` for some clocks and patterns of files. Files that use PostgreSQL get one with
// the same clock, where the machine has a compiler of C. A seed chooses for each test between
// which reads of the clock the boundary is (`--seed 1 --seed 2`: one run for each). Prints the
// failures of each run. Ends with 1 when one is red.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import type { TestClock } from './clocks.ts';
import { orderOf, TEST_CLOCKS } from './clocks.ts';
import type { ShiftedServer } from './shifted-server.ts';
import { startShiftedServer } from './shifted-server.ts';

/** The everyday files that start no process. */
const FILES = ['test/by-layer/*.test.ts'];
/** They need a PostgreSQL whose clock is shifted with theirs. */
const WITH_DATABASE = /\bdatabase[\w-]*\.test\.ts$|\/integration\//;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clock: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', multiple: true, default: ['1', '2', '3'] },
  },
});

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PRELOAD = new URL('./cross-boundary.ts', import.meta.url).href;

os.setPriority(10);
const chosen = TEST_CLOCKS.filter(
  ({ name }) => values.clock.length === 0 || values.clock.includes(name),
);
const found = globSync(positionals.length === 0 ? FILES : positionals, { cwd: ROOT }).toSorted();
const stored = found.filter((file) => WITH_DATABASE.test(file));
const others = found.filter((file) => !stored.includes(file));
if (chosen.length === 0) throw new Error(`Clocks: ${TEST_CLOCKS.map(({ name }) => name).join()}`);
if (found.length === 0) throw new Error('There are no such files.');

for (const clock of chosen)
  for (const seed of values.seed) {
    await judge(clock, Number(seed), others, null);
    if (stored.length === 0) continue;
    const server = await startShiftedServer(clock.timeZone);
    if (server === null) {
      print(`Without a compiler of C these are left out: ${stored.join(', ')}`);
      continue;
    }
    await judge(clock, Number(seed), stored, server);
    await server.stop();
  }

async function judge(
  clock: TestClock,
  seed: number,
  files: readonly string[],
  server: ShiftedServer | null,
): Promise<void> {
  if (files.length === 0) return;
  const failures = await failuresUnder(clock, seed, files, server);
  const where = server === null ? '' : ' with PostgreSQL';
  print(`${clock.name}, seed ${seed}${where}: ${failures === '' ? 'green' : 'RED'}`);
  if (failures !== '') process.exitCode = 1;
  print(failures);
}

/** What the runner says of failed tests; empty when there are none. */
async function failuresUnder(
  clock: TestClock,
  seed: number,
  files: readonly string[],
  server: ShiftedServer | null,
): Promise<string> {
  const order = orderOf(clock, Date.now(), seed);
  const options = [process.env['NODE_OPTIONS'], `--import=${PRELOAD}`];
  const child = spawn(process.execPath, ['--test', '--test-concurrency=1', ...files], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: options.filter((each) => each !== undefined).join(' '),
      TEST_CLOCK: JSON.stringify(order),
      TEST_CLOCK_SHIFT_MS: String(order.boundaryMs - Date.now()),
      TZ: clock.timeZone,
      ...(server === null
        ? {}
        : { TEST_DATABASE_URL: server.url, TEST_CLOCK_SHIFT_FILE: server.shiftFile }),
    },
  });
  const closed = once(child, 'close');
  let output = '';
  for await (const part of child.stdout.setEncoding('utf8')) output += String(part);
  await closed;
  const [, failed = ''] = output.split('failing tests:');
  // Of a stack only what is ours.
  if (failed !== '') return failed.trim().replaceAll(/^ +at .*(?:node:|node_modules).*\n?/gm, '');
  return child.exitCode === 0 ? '' : output.slice(-2_000);
}

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`);
}
