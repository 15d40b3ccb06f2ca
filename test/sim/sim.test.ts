// The simulator every day: some hundred seeds and those that once failed, the same seed twice, and
// known mistakes that must be found, or the simulator itself is broken. Simulations run in a
// process of their own: in one that runs tests each promise costs several times as much.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MISTAKES } from './mistakes.ts';
import { simulate } from './simulate.ts';

const SEEDS_COUNT = 300;
const CANARY_SEEDS_COUNT = 100;
const LINES_SHOWN = 60;

/** `npm run sim` with these flags; the end of what it wrote. */
function runSimulator(...flags: readonly string[]) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [main, ...flags], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n').slice(-LINES_SHOWN) };
}

test('nothing goes against the rules, and after healing all agree', () => {
  const { status, lines } = runSimulator('--seeds', String(SEEDS_COUNT));
  assert.equal(status, 0, lines.join('\n'));
});

test('a seed repeats exactly, and another is another', async () => {
  const hashes = [];
  for (const seed of [3, 3, 4]) hashes.push((await simulate(seed)).hash);
  assert.equal(hashes[0], hashes[1]);
  assert.notEqual(hashes[0], hashes[2]);
});

test(`each known mistake is found within ${CANARY_SEEDS_COUNT} seeds`, (context) => {
  const { status, lines } = runSimulator('--canaries', '--seeds', String(CANARY_SEEDS_COUNT));
  for (const line of lines) context.diagnostic(line);
  assert.equal(status, 0, lines.join('\n'));
  assert.equal(lines.length, MISTAKES.length);
});
