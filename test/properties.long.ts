// All properties of the sources with cases that no run has tried before; `PROPERTY_ROUNDS` times.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';

const ROUNDS = Number(process.env['PROPERTY_ROUNDS'] ?? '20');
const ALL =
  "import { importTests } from './test/support/import-tests.ts';" +
  "await importTests('{src,packages}/**/*.prop.ts');";

for (let round = 1; round <= ROUNDS; round += 1) {
  const seed = randomInt(2 ** 31);
  test(`properties hold for seed ${seed}`, () => {
    const words = ['--input-type=module', '--test-reporter=dot', '--eval', ALL];
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
    const env = { ...inherited, PROPERTY_SEED: String(seed) };
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', env });
    assert.equal(status, 0, stdout);
  });
}
