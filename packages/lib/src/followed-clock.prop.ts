// A clock that follows another one is right to the length of its best question, whatever happens to
// the wall clock of its machine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { askUntilKnown, CLOCK_ERROR_MS_MAX, followedClock } from '#lib/followed-clock.ts';

const START_MS = 1_700_000_000_000;

type Question = {
  readonly pauseMs: number;
  readonly toMs: number;
  readonly backMs: number;
};

const anyQuestion: fc.Arbitrary<Question> = fc.record({
  pauseMs: fc.integer({ min: 0, max: 10_000 }),
  toMs: fc.integer({ min: 0, max: 400 }),
  backMs: fc.integer({ min: 0, max: 400 }),
});

/** Counts from anywhere, as a machine that was started some time ago. */
function harness(startCounterMs: number) {
  let passedMs = 0;
  const clock = followedClock(() => startCounterMs + passedMs);
  return {
    clock,
    counterMs: (): number => startCounterMs + passedMs,
    otherMs: (): number => START_MS + passedMs,
    pass: (ms: number): void => void (passedMs += ms),
    ask: ({ toMs, backMs }: Pick<Question, 'toMs' | 'backMs'>, shiftMs = 0): void => {
      const sentMs = startCounterMs + passedMs;
      passedMs += toMs;
      const otherMs = START_MS + passedMs + shiftMs;
      passedMs += backMs;
      clock.note({ sentMs, readMs: startCounterMs + passedMs, otherMs });
    },
  };
}

test('it is as near as its best question was short, and never goes back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.array(anyQuestion, { minLength: 1, maxLength: 30 }),
      (startMs, questions) => {
        const { clock, ask, otherMs, pass } = harness(startMs);
        let shortestMs = Infinity;
        let lastMs = -Infinity;
        for (const question of questions) {
          pass(question.pauseMs);
          ask(question);
          shortestMs = Math.min(shortestMs, question.toMs + question.backMs);
          const nowMs = clock.nowMs();
          // With the drift that it allows for, which is none here, and a millisecond of rounding.
          assert.ok(Math.abs(nowMs - otherMs()) <= shortestMs / 2 + 30 * 15 + 1);
          assert.ok(nowMs >= lastMs);
          lastMs = nowMs;
        }
      },
    ),
  );
});

const anyFreeze: fc.Arbitrary<Question> = fc.record({
  pauseMs: fc.integer({ min: 0, max: 60_000 }),
  toMs: fc.oneof(fc.nat(40), fc.nat(30_000)),
  backMs: fc.oneof(fc.nat(40), fc.nat(150_000)),
});

test('once it is said to be known it is, wherever the process froze while it asked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFreeze, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      async (freezes, questionsMin) => {
        const { clock, otherMs, pass, counterMs } = harness(3);
        const left = [...freezes];
        const ask = async (): Promise<number> => {
          const { pauseMs, toMs, backMs } = left.shift() ?? { pauseMs: 0, toMs: 2, backMs: 2 };
          pass(pauseMs + toMs);
          const reportedMs = otherMs();
          pass(backMs);
          return reportedMs;
        };
        const questionsMax = freezes.length + questionsMin;
        const asking = { ask, monotonicMs: counterMs, questionsMin, questionsMax };
        const isKnown = await askUntilKnown(clock, asking);
        assert.ok(isKnown, 'the last question was quick');
        assert.ok(Math.abs(clock.nowMs() - otherMs()) <= CLOCK_ERROR_MS_MAX + 1);
      },
    ),
  );
});

test('it never is further off than it says, and says so of a slow first response', () => {
  fc.assert(
    fc.property(fc.array(anyFreeze, { minLength: 1, maxLength: 12 }), (questions) => {
      const { clock, ask, otherMs, pass } = harness(3);
      assert.equal(clock.errorMs(), Infinity);
      for (const question of questions) {
        pass(question.pauseMs);
        ask(question);
        assert.ok(Math.abs(clock.nowMs() - otherMs()) <= clock.errorMs() + 1);
      }
    }),
  );
});

test('it is not known when all responses were slow', async () => {
  const { clock, otherMs, pass, counterMs } = harness(3);
  const ask = async (): Promise<number> => {
    const reportedMs = otherMs();
    pass(1_001);
    return reportedMs;
  };
  const asking = { ask, monotonicMs: counterMs, questionsMin: 3, questionsMax: 5 };
  assert.equal(await askUntilKnown(clock, asking), false);
});

test('before the first question it has no time', () => {
  assert.ok(Number.isNaN(followedClock(() => 5).nowMs()));
});

test('a step of the other clock is followed at the next question, in both directions', () => {
  for (const stepMs of [300_000, -300_000]) {
    const { clock, ask, otherMs, pass } = harness(7);
    ask({ toMs: 1, backMs: 1 });
    pass(5_000);
    ask({ toMs: 30, backMs: 30 }, stepMs);
    assert.ok(Math.abs(clock.nowMs() - otherMs() - stepMs) <= 31);
  }
});

test('a slow response does not spoil what a quick one has reported', () => {
  const { clock, ask, otherMs, pass } = harness(7);
  ask({ toMs: 1, backMs: 1 });
  pass(1_000);
  ask({ toMs: 400, backMs: 0 });
  assert.ok(Math.abs(clock.nowMs() - otherMs()) <= 2);
});
