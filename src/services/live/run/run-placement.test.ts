// Placement of owners' runs: together, spread by what they cost, and apart after a strike.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { PlacedBot, RunPlacement } from '#services/live/run/run-placement.ts';
import {
  balanceThreads,
  costliestOwners,
  isLimitedOn,
  isOnProbation,
  noteCost,
  noteOverShare,
  runPlacement,
  threadOf,
} from '#services/live/run/run-placement.ts';
import { placeOf } from '#services/live/run/run-schedule.ts';

/** A bot that was started so long ago that nobody remembers. */
function botOf(userId: string, changes: Partial<PlacedBot> = {}): PlacedBot {
  const brain = { kind: 'script', scriptId: 's' } as const;
  const usual = { botId: `bot of ${userId}`, brain, isActivated: true, activatedAtMs: 0 };
  return { ...usual, userId, ...changes };
}

/** Minutes in which these owners cost so much, each in milliseconds of its thread. */
function passMinutes(
  placement: RunPlacement,
  count: number,
  costs: { readonly [userId: string]: number },
): void {
  const fromMs = placement.balancedAtMs === -Infinity ? 0 : placement.balancedAtMs;
  for (let minute = 1; minute <= count; minute += 1) {
    for (const [userId, tookMs] of Object.entries(costs)) noteCost(placement, userId, tookMs, 0);
    balanceThreads(placement, fromMs + minute * MINUTE_MS);
  }
}

function placed(userIds: readonly string[], threadsCount = 3) {
  const placement = runPlacement(threadsCount);
  const threads = () => userIds.map((userId) => threadOf(placement, botOf(userId)));
  return { placement, threads };
}

suite('placement of runs', () => {
  test('new owners are spread over all threads but the last, and stay', () => {
    const { threads } = placed(['a', 'b', 'c', 'd']);
    assert.deepEqual(threads(), [0, 1, 0, 1]);
    assert.deepEqual(threads(), [0, 1, 0, 1]);
  });

  test('an owner that costs much comes to have a thread alone', () => {
    const { placement, threads } = placed(['heavy', 'b', 'c', 'd', 'e']);
    assert.deepEqual(threads(), [0, 1, 0, 1, 0]);
    passMinutes(placement, 6, { heavy: 40_000, b: 500, c: 4_000, d: 500, e: 4_000 });
    const [heavy, ...others] = threads();
    assert.ok(!others.includes(heavy ?? -1), threads().join());
  });

  test('nobody moves for little', () => {
    const { placement, threads } = placed(['a', 'b', 'c']);
    const before = threads();
    passMinutes(placement, 10, { a: 3_000, b: 100, c: 1_000 });
    assert.deepEqual(threads(), before);
  });

  test('one that is alone on the busiest thread does not move to and fro', () => {
    const { placement, threads } = placed(['a', 'b']);
    passMinutes(placement, 10, { a: 50_000, b: 10 });
    assert.deepEqual(threads(), [0, 1]);
  });

  test('one that is alone on all threads stays where it is', () => {
    const { placement, threads } = placed(['a']);
    for (let minute = 1; minute <= 3; minute += 1) {
      passMinutes(placement, 1, { a: 50_000 });
      assert.deepEqual(threads(), [0]);
    }
  });

  test('of several that could move the one moves that evens the threads out best', () => {
    const { placement, threads } = placed(['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(threads(), [0, 1, 0, 1, 0]);
    passMinutes(placement, 1, { a: 20_000, c: 16_000, e: 4_000 });
    assert.deepEqual(threads(), [1, 1, 0, 1, 0]);
  });

  test('of two that cost the same the first moves', () => {
    const { placement, threads } = placed(['a', 'b', 'c', 'd']);
    assert.deepEqual(threads(), [0, 1, 0, 1]);
    passMinutes(placement, 1, { a: 20_000, c: 20_000 });
    assert.deepEqual(threads(), [1, 1, 0, 1]);
  });

  test('a tenth of the time of a thread is worth a move, and less is not', () => {
    for (const [tookMs, thread] of [
      [6_000, 0],
      // Each then costs 3001, and the two others 1: as much as a tenth of a minute apart.
      [6_001, 1],
    ] as const) {
      const { placement, threads } = placed(['a', 'b', 'c', 'd']);
      threads();
      passMinutes(placement, 1, { a: tookMs, c: tookMs });
      assert.equal(threads()[0], thread);
    }
  });

  test('owners move once a minute at most, and their costs fade by the minute', () => {
    const { placement, threads } = placed(['a', 'b', 'c', 'd', 'e']);
    passMinutes(placement, 1, { a: 40_000, c: 40_000, e: 40_000 });
    const moved = threads();
    const costs = () => [...placement.owners.values()].map(({ costMs }) => costMs);
    const before = costs();
    for (const sinceMs of [0, MINUTE_MS - 1])
      balanceThreads(placement, placement.balancedAtMs + sinceMs);
    assert.deepEqual([threads(), costs()], [moved, before]);
    balanceThreads(placement, placement.balancedAtMs + MINUTE_MS);
    assert.deepEqual(
      costs(),
      before.map((costMs) => Math.max(1, costMs / 2)),
    );
  });

  test('one that is apart takes no place on the thread that it has left', () => {
    const { placement, threads } = placed(['a', 'b']);
    threads();
    placement.quarantined = new Set(['b']);
    assert.equal(threadOf(placement, botOf('c')), 1);
  });

  test('what the threads cost is counted, and who cost most in the last minute', () => {
    const { placement } = placed(['a', 'b', 'c', 'd']);
    noteCost(placement, 'a', 100, 0);
    noteCost(placement, 'b', 300, 1);
    noteCost(placement, 'a', 150, 2);
    noteCost(placement, 'd', 0, 0);
    assert.deepEqual(placement.totals, { sharedMs: 400, reservedMs: 150 });
    assert.deepEqual(costliestOwners(placement, 9), [], 'the minute is not over');
    balanceThreads(placement, MINUTE_MS);
    const [a, b] = [
      { userId: 'a', minuteMs: 250 },
      { userId: 'b', minuteMs: 300 },
    ];
    assert.deepEqual(costliestOwners(placement, 9), [b, a]);
    assert.deepEqual(costliestOwners(placement, 1), [b]);
  });

  test('owners with a strike are on the last thread, and come back', () => {
    const { placement, threads } = placed(['a', 'b']);
    assert.deepEqual(threads(), [0, 1]);
    placement.quarantined = new Set(['b']);
    assert.deepEqual(threads(), [0, 2]);
    placement.quarantined = new Set();
    assert.deepEqual(threads(), [0, 1]);
  });

  test('where there is one thread all are on it', () => {
    const { placement, threads } = placed(['a', 'b'], 1);
    placement.quarantined = new Set(['b']);
    placement.hasNeighbours = true;
    assert.deepEqual(threads(), [0, 0]);
    assert.ok(!isLimitedOn(placement, 0), 'there is no thread to go to');
  });

  test('an owner above its share goes to the last thread at once, for some minutes', () => {
    const { placement, threads } = placed(['heavy', 'b']);
    placement.hasNeighbours = true;
    placement.nowMs = 100 * MINUTE_MS;
    assert.deepEqual(threads(), [0, 1]);
    assert.ok(noteOverShare(placement, 'heavy'));
    assert.deepEqual(threads(), [2, 1]);
    placement.nowMs += LIMITS.botApartMs - 1;
    balanceThreads(placement, MINUTE_MS);
    assert.deepEqual(threads(), [2, 1]);
    // It is still as heavy there: the time begins anew.
    assert.ok(!noteOverShare(placement, 'heavy'));
    placement.nowMs += LIMITS.botApartMs - 1;
    assert.deepEqual(threads(), [2, 1]);
    placement.nowMs += 1;
    assert.deepEqual(threads(), [0, 1]);
    balanceThreads(placement, 2 * MINUTE_MS);
    assert.equal(placement.apartUntilMs.size, 0, 'nothing is retained of it');
  });

  test('an owner alone has no share to be above', () => {
    const { placement, threads } = placed(['alone']);
    placement.nowMs = 100 * MINUTE_MS;
    assert.ok(!noteOverShare(placement, 'alone'));
    assert.deepEqual(threads(), [0]);
    assert.ok(!isLimitedOn(placement, 0));
    placement.hasNeighbours = true;
    assert.deepEqual(
      [0, 1, 2].map((thread) => isLimitedOn(placement, thread)),
      [true, true, false],
    );
  });

  test('a bot runs its first minutes on the last thread, one after the other comes away', () => {
    const { placement } = placed([]);
    placement.hasNeighbours = true;
    const activatedAtMs = 500 * MINUTE_MS;
    const bots = Array.from({ length: 20 }, (_, index) =>
      botOf('user', { botId: `bot-${index}-${index * 7919}`, activatedAtMs }),
    );
    const countApart = (passedMs: number): number => {
      placement.nowMs = activatedAtMs + passedMs;
      return bots.filter((bot) => threadOf(placement, bot) === 2).length;
    };
    assert.equal(countApart(0), 20);
    assert.equal(countApart(LIMITS.botProbationMs - 1), 20);
    const between = countApart(1.5 * LIMITS.botProbationMs);
    assert.ok(between > 2 && between < 18, `${between} of 20`);
    assert.equal(countApart(2 * LIMITS.botProbationMs), 0);
    for (const bot of bots.slice(0, 3)) {
      const endMs = LIMITS.botProbationMs + placeOf(bot.botId, LIMITS.botProbationMs);
      placement.nowMs = activatedAtMs + endMs - 1;
      assert.ok(isOnProbation(placement, bot));
      placement.nowMs += 1;
      assert.ok(!isOnProbation(placement, bot));
    }
  });

  for (const [what, changes, alone] of [
    ['a strategy of ours', { brain: { kind: 'strategy', type: 'spot_grid', config: {} } }, false],
    ['a bot that was stopped', { isActivated: false }, false],
    ['a bot that nobody else could wait for', {}, true],
  ] as const)
    test(`${what} needs no probation`, () => {
      const { placement } = placed([]);
      placement.hasNeighbours = !alone;
      placement.nowMs = 500 * MINUTE_MS;
      const bot = botOf('user', { activatedAtMs: placement.nowMs, ...changes });
      assert.equal(threadOf(placement, bot), 0);
    });
});
