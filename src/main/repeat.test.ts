import assert from 'node:assert/strict';
import { test } from 'node:test';

import { repeat } from '#main/repeat.ts';
import { Failure } from '#ports/failure.ts';

function recordedLog() {
  const events: string[] = [];
  const note = (event: string) => void events.push(event);
  return { events, log: { debug: note, info: note, warn: note, error: note } };
}

test('work is repeated until it is stopped, and the round under way ends first', async () => {
  const { log } = recordedLog();
  const thirdRound = Promise.withResolvers<null>();
  const rest = Promise.withResolvers<null>();
  let rounds = 0;
  let hasEnded = false;
  const repetition = repeat(
    {
      name: 'test',
      pauseMs: 0,
      onDefect: assert.fail,
      async round() {
        rounds += 1;
        if (rounds < 3) return;
        thirdRound.resolve(null);
        await rest.promise;
        hasEnded = true;
      },
    },
    log,
  );
  await thirdRound.promise;
  const stopped = repetition.stop();
  assert.equal(hasEnded, false);
  rest.resolve(null);
  await stopped;
  assert.deepEqual([rounds, hasEnded], [3, true]);
});

test('a failure of the world is logged once when it begins and once when it ends', async () => {
  const { events, log } = recordedLog();
  const done = Promise.withResolvers<null>();
  let rounds = 0;
  const repetition = repeat(
    {
      name: 'test',
      pauseMs: 0,
      onDefect: assert.fail,
      async round() {
        rounds += 1;
        if (rounds === 5) done.resolve(null);
        if (rounds <= 3) throw new Failure('unavailable', 'away');
      },
    },
    log,
  );
  await done.promise;
  await repetition.stop();
  assert.deepEqual(events, ['background.failing', 'background.recovered']);
});

test('a defect is handed over and ends the work', async () => {
  const { log } = recordedLog();
  const defect = new TypeError('not a function');
  const handedOver = Promise.withResolvers<unknown>();
  let rounds = 0;
  const repetition = repeat(
    {
      name: 'test',
      pauseMs: 0,
      onDefect: handedOver.resolve,
      async round() {
        rounds += 1;
        throw defect;
      },
    },
    log,
  );
  assert.equal(await handedOver.promise, defect);
  await repetition.stop();
  assert.equal(rounds, 1);
});

test('work that is woken does not rest, also when it was woken during a round', async () => {
  const { log } = recordedLog();
  const rounds: PromiseWithResolvers<null>[] = Array.from({ length: 3 }, () =>
    Promise.withResolvers(),
  );
  let count = 0;
  const repetition = repeat(
    {
      name: 'test',
      pauseMs: 3_600_000,
      onDefect: assert.fail,
      async round() {
        count += 1;
        if (count === 2) repetition.wake();
        rounds[count - 1]?.resolve(null);
      },
    },
    log,
  );
  await rounds[0]?.promise;
  repetition.wake();
  await rounds[2]?.promise;
  await repetition.stop();
  assert.equal(count, 3);
});
