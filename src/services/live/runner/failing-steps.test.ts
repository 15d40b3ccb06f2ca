// A step that the store refuses to write stops its own bot; others that share its group go on.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';

const MINUTES = 3;

/** A store that cannot write what bot `badId` did, and fails every group that has it. */
function refusing(runs: BotRunStore, badId: () => string, groupSizes: number[]): BotRunStore {
  return {
    ...runs,
    async commitSteps(steps) {
      groupSizes.push(steps.length);
      if (steps.some(({ step }) => step.record.botId === badId()))
        throw new Error('numeric field overflow');
      return runs.commitSteps(steps);
    },
  };
}

suite('a step that cannot be written', () => {
  test('stops its bot alone, whoever shares its group', async () => {
    const harness = await botHarness();
    const sizes: number[] = [];
    let badId = '';
    const runner = harness.runner({ runs: refusing(harness.runs, () => badId, sizes) });
    const healthy = [await harness.start(EACH_MINUTE), await harness.start(EACH_MINUTE)];
    const bad = await harness.start(EACH_MINUTE);
    badId = bad.botId;
    await harness.passMinutes(MINUTES, [runner]);
    assert.ok(sizes.includes(3), `groups of ${sizes.join()} steps`);
    assert.match((await harness.find(bad)).stopReason ?? '', /internal error/);
    for (const bot of healthy) {
      assert.ok((await harness.find(bot)).isActivated);
      assert.equal((await harness.ordersOf(bot)).length, MINUTES);
    }
  });

  test('does not end the runner when the reason cannot be written either', async () => {
    const harness = await botHarness();
    const refused: string[] = [];
    const runs: BotRunStore = {
      ...refusing(harness.runs, () => bad.botId, []),
      async refuseRun(_fence, { botId }) {
        refused.push(botId);
        throw new Error('invalid byte sequence');
      },
    };
    const runner = harness.runner({ runs });
    const healthy = await harness.start(EACH_MINUTE);
    const bad = await harness.start(EACH_MINUTE);
    await harness.passMinutes(MINUTES, [runner]);
    assert.ok(refused.includes(bad.botId));
    assert.equal((await harness.ordersOf(healthy)).length, MINUTES);
  });
});

const STORE_ERRORS: { readonly [name: string]: () => Error } = {
  'a plan of a table that was altered': () => broken('cached plan must not change'),
  'a column that is not there yet': () => broken('column "x" does not exist'),
  'a full disk': () => new Failure('unavailable', 'No space left on device'),
  'a deadlock': () => new Failure('conflict', 'deadlock detected'),
};
function broken(message: string): Failure {
  return new Failure('unavailable', message, { source: 'store', isDefect: true });
}

const STATEMENTS = ['findRun', 'insertRun', 'commitSteps'] as const;

suite('an error of the store stops no bot', () => {
  for (const [name, errorOf] of Object.entries(STORE_ERRORS))
    for (const statement of STATEMENTS)
      test(`${name}, in ${statement}`, async () => {
        const harness = await botHarness();
        let failuresCount = 0;
        const failing = async (): Promise<never> => {
          failuresCount += 1;
          throw errorOf();
        };
        let isFailing = true;
        const runs: BotRunStore = {
          ...harness.runs,
          findRun: (...given) =>
            isFailing && statement === 'findRun' ? failing() : harness.runs.findRun(...given),
          insertRun: (...given) =>
            isFailing && statement === 'insertRun' ? failing() : harness.runs.insertRun(...given),
          commitSteps: (...given) =>
            isFailing && statement === 'commitSteps'
              ? failing()
              : harness.runs.commitSteps(...given),
        };
        const runner = harness.runner({ runs });
        const bot = await harness.start(EACH_MINUTE);
        await harness.passMinutes(2, [runner]);
        assert.ok(failuresCount > 0);
        assert.equal((await harness.find(bot)).stopReason, null);
        isFailing = false;
        await harness.passMinutes(3, [runner]);
        assert.ok((await harness.find(bot)).isActivated);
        assert.ok((await harness.ordersOf(bot)).length > 0);
      });
});
