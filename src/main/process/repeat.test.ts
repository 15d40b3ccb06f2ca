import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { RepeatedWork, Repetition } from '#main/process/repeat.ts';
import { repeat } from '#main/process/repeat.ts';
import { Failure } from '#venue-port/world/failure.ts';

function recordedLog() {
  const events: string[] = [];
  const note = (event: string) => void events.push(event);
  return { events, log: { debug: note, info: note, warn: note, error: note } };
}

/** Without a rest between rounds, and where a defect fails the test, unless stated otherwise. */
function repeatedly(
  work: Pick<RepeatedWork, 'round'> & Partial<RepeatedWork>,
  { log } = recordedLog(),
): Repetition {
  return repeat({ name: 'test', pauseMs: 0, onDefect: assert.fail, ...work }, log);
}

test('work is repeated until it is stopped, and the round under way ends first', async () => {
  const thirdRound = Promise.withResolvers<null>();
  const rest = Promise.withResolvers<null>();
  let rounds = 0;
  let hasEnded = false;
  const repetition = repeatedly({
    async round() {
      rounds += 1;
      if (rounds < 3) return;
      thirdRound.resolve(null);
      await rest.promise;
      hasEnded = true;
    },
  });
  await thirdRound.promise;
  const stopped = repetition.stop();
  assert.equal(hasEnded, false);
  rest.resolve(null);
  await stopped;
  assert.deepEqual([rounds, hasEnded], [3, true]);
});

test('a failure of the world is logged once when it begins and once when it ends', async () => {
  const recorded = recordedLog();
  const done = Promise.withResolvers<null>();
  let rounds = 0;
  const repetition = repeatedly(
    {
      async round() {
        rounds += 1;
        if (rounds === 5) done.resolve(null);
        if (rounds <= 3) throw new Failure('unavailable', 'away');
      },
    },
    recorded,
  );
  await done.promise;
  await repetition.stop();
  assert.deepEqual(recorded.events, ['background.failing', 'background.recovered']);
});

test('a defect is handed over and ends the work', async () => {
  const defect = new TypeError('not a function');
  const handedOver = Promise.withResolvers<unknown>();
  let rounds = 0;
  const repetition = repeatedly({
    onDefect: handedOver.resolve,
    async round() {
      rounds += 1;
      throw defect;
    },
  });
  assert.equal(await handedOver.promise, defect);
  await repetition.stop();
  assert.equal(rounds, 1);
});

test('work that survives defects goes on after each of them', async () => {
  const defects: unknown[] = [];
  const done = Promise.withResolvers<null>();
  let rounds = 0;
  const repetition = repeatedly({
    survivesDefects: true,
    onDefect: (error) => void defects.push(error),
    async round() {
      rounds += 1;
      if (rounds < 3) throw new TypeError(`round ${rounds}`);
      done.resolve(null);
    },
  });
  await done.promise;
  await repetition.stop();
  assert.deepEqual(defects.map(String), ['TypeError: round 1', 'TypeError: round 2']);
});

test('work that is woken does not rest, also when it was woken during a round', async () => {
  const rounds: PromiseWithResolvers<null>[] = Array.from({ length: 3 }, () =>
    Promise.withResolvers(),
  );
  let count = 0;
  const repetition = repeatedly({
    pauseMs: 3_600_000,
    async round() {
      count += 1;
      if (count === 2) repetition.wake();
      rounds[count - 1]?.resolve(null);
    },
  });
  await rounds[0]?.promise;
  repetition.wake();
  await rounds[2]?.promise;
  await repetition.stop();
  assert.equal(count, 3);
});
