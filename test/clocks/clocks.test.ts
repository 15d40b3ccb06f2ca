// A test that takes the time twice for one instant is red under the clocks, whenever it runs; one
// that takes it once is green.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { orderOf, TEST_CLOCKS } from './clocks.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

const PLANTED = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
const minute = (instantMs: number): number => Math.floor(instantMs / 60_000);
for (let count = 0; count < 8; count += 1)
  test('reads the clock ' + count, () => {
    READS
  });
`;

const READS: readonly (readonly [name: string, body: string, isGreen: boolean])[] = [
  ['twice', 'assert.equal(minute(Date.now()), minute(Date.now()));', false],
  ['twice, as dates', 'assert.equal(new Date().getDate(), new Date().getDate());', false],
  ['once', 'const now = Date.now(); assert.equal(minute(now), minute(now));', true],
];

suite('under a clock that crosses a boundary', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tidemill-clocks-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  for (const [name, body, isGreen] of READS)
    test(`a test that reads it ${name} is ${isGreen ? 'green' : 'red'}`, () => {
      const file = path.join(folder, `${name.replaceAll(/\W+/g, '-')}.test.ts`);
      fs.writeFileSync(file, PLANTED.replace('READS', body));
      const clock = name.includes('dates') ? 'day' : 'minute';
      const args = [MAIN, '--clock', clock, '--seed', '1', file];
      const { NODE_TEST_CONTEXT: _, ...env } = process.env;
      const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
      assert.equal(status, isGreen ? 0 : 1, stdout);
      assert.match(stdout, isGreen ? /seed 1: green/ : /✖ reads the clock/);
    });
});

test('each clock begins with the end of its period', () => {
  for (const clock of TEST_CLOCKS) {
    const { boundaryMs } = orderOf(clock, Date.UTC(2026, 10, 28, 19, 30, 20, 5), 1);
    assert.equal(boundaryMs % (clock.periodMs ?? 3_600_000), 0, clock.name);
  }
});
