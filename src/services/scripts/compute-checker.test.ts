import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accepted, rejected } from '#lib/result.ts';
import type { ComputeFault } from '#ports/work/compute.ts';
import type { ScriptCheck } from '#ports/work/script-checker.ts';
import { computeChecker } from '#services/scripts/compute-checker.ts';

/** What would be written to the service's log. */
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

const LIMITS = { placesCount: 2, retainedCount: 1, waitingPerUserMax: 20, openMax: 100 };

test('a check is what compute returns', async () => {
  const requested: object[] = [];
  const run = async (request: object) => {
    requested.push(request);
    return accepted(VALID);
  };
  const libraries = [{ name: 'lib', source: 'x' }];
  assert.equal(
    await computeChecker({ run }, LIMITS, () => 'id-1').check('one', libraries, 'usr_a'),
    VALID,
  );
  assert.deepEqual(requested, [{ source: 'one', libraries }]);
});

for (const [kind, words] of [
  ['too_long', /took too long/],
  ['out_of_memory', /^the check needed more memory than a check may have$/],
  ['crashed', /^the check ended by a defect of the service, not of the script \(id-1\)$/],
] as const) {
  test(`a script whose check ends ${kind} is not valid, and says why`, async () => {
    const fault: ComputeFault = { kind, message: 'boom' };
    const checker = computeChecker({ run: async () => rejected(fault) }, LIMITS, onDefect);
    const { isValid, errors } = await checker.check('x', [], 'usr_a');
    assert.equal(isValid, false);
    assert.match(errors[0]?.message ?? '', words);
    assert.deepEqual(causes.splice(0), kind === 'crashed' ? ['boom'] : []);
  });
}

test('a check that the machine had no time for is no verdict on the script', async () => {
  const fault: ComputeFault = { kind: 'too_long', message: '', isStarved: true };
  const checker = computeChecker({ run: async () => rejected(fault) }, LIMITS, onDefect);
  await assert.rejects(checker.check('x', [], 'usr_a'), { code: 'unavailable' });
});

test('a check that is cancelled is no verdict on the script', async () => {
  const fault: ComputeFault = { kind: 'cancelled', message: '' };
  const checker = computeChecker({ run: async () => rejected(fault) }, LIMITS, onDefect);
  await assert.rejects(checker.check('x', [], 'usr_a'), /stopping/);
});

/** What a response sets off has happened after so many turns. */
async function promisesSettled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Checks that are under way until they are ended. */
function heldChecks() {
  const ends: (() => void)[] = [];
  const run = () =>
    new Promise<ReturnType<typeof accepted<ScriptCheck>>>((resolve) => {
      ends.push(() => resolve(accepted(VALID)));
    });
  return { run, ends };
}

test("slow checks of one user hold up nobody else's", async () => {
  const { run, ends } = heldChecks();
  const checker = computeChecker({ run }, LIMITS, () => 'id-1');
  const slow = Array.from({ length: 12 }, () => checker.check('slow', [], 'usr_a'));
  assert.equal(ends.length, 2);
  const other = checker.check('quick', [], 'usr_b');
  assert.equal(ends.length, 3, 'it began at once');
  ends.pop()?.();
  assert.equal(await other, VALID);
  assert.equal(ends.length, 2, 'the place that it left is for others');
  while (ends.length > 0) {
    ends.shift()?.();
    await promisesSettled();
  }
  assert.equal((await Promise.all(slow)).length, 12);
});

test('no more checks of one user wait than may', async () => {
  const { run, ends } = heldChecks();
  const checker = computeChecker({ run }, { ...LIMITS, waitingPerUserMax: 1 }, () => 'id-1');
  const open = [1, 2, 3].map(() => checker.check('a', [], 'usr_a'));
  await assert.rejects(checker.check('a', [], 'usr_a'), /too many/);
  const other = checker.check('b', [], 'usr_b');
  for (const _ of [1, 2, 3, 4]) {
    ends.shift()?.();
    await promisesSettled();
  }
  assert.equal((await Promise.all([...open, other])).length, 4);
});

test('too many at once are refused as busy, and there is room again afterwards', async () => {
  const { run, ends } = heldChecks();
  const checker = computeChecker({ run }, { ...LIMITS, openMax: 2 }, () => 'id-1');
  const open = [checker.check('a', [], 'usr_a'), checker.check('b', [], 'usr_a')];
  await assert.rejects(checker.check('c', [], 'usr_a'), /too many/);
  for (const end of ends.splice(0)) end();
  await Promise.all(open);
  const last = checker.check('d', [], 'usr_a');
  for (const end of ends) end();
  assert.equal(await last, VALID);
});
