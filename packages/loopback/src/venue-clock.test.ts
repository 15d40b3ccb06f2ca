import test from 'node:test';
import assert from 'node:assert/strict';

import { createVenueClock } from '#loopback/venue-clock.ts';

test('what becomes due on the way runs in order, each at its own time', () => {
  const clock = createVenueClock(() => 1000);
  const ran: (readonly [string, number])[] = [];
  clock.schedule(20, () => ran.push(['later', clock.nowMs()]));
  clock.schedule(10, () => {
    ran.push(['first', clock.nowMs()]);
    clock.schedule(5, () => ran.push(['between', clock.nowMs()]));
  });
  clock.advance(9);
  assert.deepEqual(ran, []);
  clock.advance(91);
  assert.deepEqual(ran, [
    ['first', 1010],
    ['between', 1015],
    ['later', 1020],
  ]);
  assert.equal(clock.nowMs(), 1100);
  clock.close();
});

test('a clock that is set wrong runs nothing early', () => {
  const clock = createVenueClock(() => 1000);
  let runs = 0;
  clock.schedule(10, () => (runs += 1));
  clock.step(3_600_000);
  assert.deepEqual([clock.nowMs(), runs], [3_601_000, 0]);
  clock.advance(10);
  assert.equal(runs, 1);
  clock.close();
});
