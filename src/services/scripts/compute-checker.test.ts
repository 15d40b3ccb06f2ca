import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accepted, rejected } from '#lib/result.ts';
import type { ComputeFault } from '#ports/compute.ts';
import type { ScriptCheck } from '#ports/script-store.ts';
import { computeChecker } from '#services/scripts/compute-checker.ts';

/** What the service's log would be told. */
const causes: string[] = [];
function onDefect(cause: string): string {
  causes.push(cause);
  return 'id-1';
}

const VALID: ScriptCheck = {
  isValid: true,
  errors: [],
  warnings: [],
  inputs: [],
  commandName: null,
};

test('a check is what compute answers', async () => {
  const asked: object[] = [];
  const run = async (request: object) => {
    asked.push(request);
    return accepted(VALID);
  };
  const libraries = [{ name: 'lib', source: 'x' }];
  assert.equal(await computeChecker({ run }, 1, () => 'id-1').check('one', libraries), VALID);
  assert.deepEqual(asked, [{ source: 'one', libraries }]);
});

for (const [kind, words] of [
  ['too_long', /took too long/],
  ['out_of_memory', /used up its memory/],
  ['crashed', /^the check ended by a defect of the service, not of the script \(id-1\)$/],
] as const) {
  test(`a script whose check ends ${kind} is not valid, and says why`, async () => {
    const fault: ComputeFault = { kind, message: 'boom' };
    const checker = computeChecker({ run: async () => rejected(fault) }, 1, onDefect);
    const { isValid, errors } = await checker.check('x', []);
    assert.equal(isValid, false);
    assert.match(errors[0]?.message ?? '', words);
    assert.deepEqual(causes.splice(0), kind === 'crashed' ? ['boom'] : []);
  });
}

test('a check that is cancelled is no verdict on the script', async () => {
  const fault: ComputeFault = { kind: 'cancelled', message: '' };
  const checker = computeChecker({ run: async () => rejected(fault) }, 1, onDefect);
  await assert.rejects(checker.check('x', []), /stopping/);
});

test('too many at once are told that it is busy, and there is room again afterwards', async () => {
  const ends: (() => void)[] = [];
  const run = () =>
    new Promise<ReturnType<typeof accepted<ScriptCheck>>>((resolve) => {
      ends.push(() => resolve(accepted(VALID)));
    });
  const checker = computeChecker({ run }, 2, () => 'id-1');
  const open = [checker.check('a', []), checker.check('b', [])];
  await assert.rejects(checker.check('c', []), /too many/);
  for (const end of ends.splice(0)) end();
  await Promise.all(open);
  const last = checker.check('d', []);
  for (const end of ends) end();
  assert.equal(await last, VALID);
});
