// The phases of a live run: each transition of the table, and no other.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';

import type { LiveRun, PendingStep } from '#services/live/state/live-run.ts';
import type { RunLifecycleEvent, RunPhase } from '#services/live/state/run-lifecycle.ts';
import {
  noteFencedOut,
  noteStepMade,
  noteStepWritten,
  requestEnd,
  RUN_EVENTS,
  RUN_LIFECYCLE,
  RUN_PHASES,
} from '#services/live/state/run-lifecycle.ts';

type PhasedRun = Pick<LiveRun, 'run' | 'pending'>;

const STEP = { step: { record: { doneUntilMs: 60_000 } }, orders: [], cause: 'minutes' };
const PENDING = STEP as unknown as PendingStep;
const ENDING = { reason: 'It was enough.', isFault: false, by: 'script' } as const;

function phased(phase: RunPhase, pending: PendingStep | null = null): PhasedRun {
  return { run: { phase, ending: null } as LiveRun['run'], pending };
}

function send(live: PhasedRun, event: RunLifecycleEvent): void {
  switch (event) {
    case 'end_requested':
      return requestEnd(live, ENDING);
    case 'step_made':
      return noteStepMade(live, PENDING, null);
    case 'end_made':
      return noteStepMade(live, PENDING, ENDING);
    case 'step_written':
      return noteStepWritten(live);
    case 'fenced_out':
      return noteFencedOut(live);
  }
}

const WRITING: readonly RunPhase[] = ['writing', 'writing_end'];
const ENDING_PHASES: readonly RunPhase[] = ['ending', 'writing_end', 'ended'];

function assertConsistent({ run, pending }: PhasedRun): void {
  if (run.phase === 'fenced_out') return;
  assert.equal(pending !== null, WRITING.includes(run.phase), `a step is pending: ${run.phase}`);
  assert.equal(run.ending !== null, ENDING_PHASES.includes(run.phase), `it ends: ${run.phase}`);
}

suite('the lifecycle of a live run', () => {
  test('is this table', () => {
    const rows = RUN_PHASES.flatMap((phase) =>
      RUN_EVENTS.flatMap((event) => {
        const next = RUN_LIFECYCLE[phase][event];
        return next === undefined ? [] : [`${phase} + ${event} -> ${next}`];
      }),
    );
    assert.deepEqual(rows, [
      'current + end_requested -> ending',
      'current + step_made -> writing',
      'current + end_made -> writing_end',
      'current + fenced_out -> fenced_out',
      'ending + end_requested -> ending',
      'ending + end_made -> writing_end',
      'ending + fenced_out -> fenced_out',
      'writing + end_requested -> writing_end',
      'writing + step_written -> current',
      'writing + fenced_out -> fenced_out',
      'writing_end + end_requested -> writing_end',
      'writing_end + step_written -> ended',
      'writing_end + fenced_out -> fenced_out',
    ]);
  });

  for (const phase of RUN_PHASES)
    for (const event of RUN_EVENTS) {
      const next = RUN_LIFECYCLE[phase][event];
      test(`"${event}" while it is "${phase}" ${next === undefined ? 'throws' : `leads to "${next}"`}`, () => {
        const live = phased(phase, WRITING.includes(phase) ? PENDING : null);
        if (next === undefined) assert.throws(() => send(live, event));
        else send(live, event);
        assert.equal(live.run.phase, next ?? phase);
      });
    }

  test('whatever comes, it goes by the table, and phase, ending and pending step agree', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...RUN_EVENTS), { maxLength: 30 }), (events) => {
        const live = phased('current');
        for (const event of events) {
          const before = { ...live.run, pending: live.pending };
          const next = RUN_LIFECYCLE[before.phase][event];
          if (next === undefined) {
            assert.throws(() => send(live, event));
            assert.deepEqual({ ...live.run, pending: live.pending }, before);
          } else {
            send(live, event);
            assert.equal(live.run.phase, next);
          }
          assertConsistent(live);
        }
      }),
    );
  });
});
