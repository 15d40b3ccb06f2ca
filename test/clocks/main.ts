// Runs test files under clocks that cross a boundary in every test: `npm run test:clocks`, with
// `-- --clock minute` for some clocks and patterns of files. A seed chooses for each test between
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

/**
 * The everyday files that need no PostgreSQL, whose clock is the machine's, and start no process.
 */
const FILES = ['test/by-layer/!(database*).test.ts'];
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
const files = globSync(positionals.length === 0 ? FILES : positionals, { cwd: ROOT }).toSorted();
if (chosen.length === 0) throw new Error(`Clocks: ${TEST_CLOCKS.map(({ name }) => name).join()}`);
if (files.length === 0) throw new Error('There are no such files.');

for (const clock of chosen)
  for (const seed of values.seed) {
    const failures = await failuresUnder(clock, Number(seed));
    print(`${clock.name}, seed ${seed}: ${failures === '' ? 'green' : 'RED'}`);
    if (failures !== '') process.exitCode = 1;
    print(failures);
  }

/** What the runner says of failed tests; empty when there are none. */
async function failuresUnder(clock: TestClock, seed: number): Promise<string> {
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
