// The phases of a live run, and the only functions that change them. A run is never ahead of what
// is stored by more than one step: nothing is made while a step is still to be written.

import { assert } from '#lib/assert.ts';
import type { LiveRun, PendingStep, RunState } from '#services/live/state/live-run.ts';
import type { Ending } from '#services/live/state/run-messages.ts';

/**
 * `current`: what its thread has is what is stored. `ending`: it is to end, and no step says so
 * yet. `writing`: a step was made and is not known to be written; `writing_end`: it is the last.
 * `fenced_out`: somebody else runs the bot now, or nobody, or the run has to be loaded anew.
 */
export const RUN_PHASES = [
  'current',
  'ending',
  'writing',
  'writing_end',
  'ended',
  'fenced_out',
] as const;
export type RunPhase = (typeof RUN_PHASES)[number];

export const RUN_EVENTS = [
  'end_requested',
  'step_made',
  'end_made',
  'step_written',
  'fenced_out',
] as const;
export type RunLifecycleEvent = (typeof RUN_EVENTS)[number];

type Transitions = { readonly [event in RunLifecycleEvent]?: RunPhase };

export const RUN_LIFECYCLE: { readonly [phase in RunPhase]: Transitions } = {
  current: {
    end_requested: 'ending',
    step_made: 'writing',
    end_made: 'writing_end',
    fenced_out: 'fenced_out',
  },
  ending: { end_requested: 'ending', end_made: 'writing_end', fenced_out: 'fenced_out' },
  // Should the end be requested now, what the step requested is not sent any more.
  writing: { end_requested: 'writing_end', step_written: 'current', fenced_out: 'fenced_out' },
  writing_end: { end_requested: 'writing_end', step_written: 'ended', fenced_out: 'fenced_out' },
  ended: {},
  fenced_out: {},
};

type PhasedRun = Pick<LiveRun, 'run' | 'pending'>;

/** The run is to end with its next step. */
export function requestEnd(live: PhasedRun, ending: Ending): void {
  enter(live, 'end_requested', { ending });
}

/** Its thread has made a step; `ending`: why it is the last, null when it is not. */
export function noteStepMade(live: PhasedRun, pending: PendingStep, ending: Ending | null): void {
  enter(live, ending === null ? 'step_made' : 'end_made', { ending }, pending);
}

/** The store has the pending step. */
export function noteStepWritten(live: PhasedRun): void {
  const { pending } = live;
  assert(pending !== null, 'a step is pending while it is written');
  enter(live, 'step_written', { record: pending.step.record }, null);
}

/** What is in memory is not to be used any more. */
export function noteFencedOut(live: PhasedRun): void {
  enter(live, 'fenced_out', {});
}

type Changeable = { run: { -readonly [K in keyof RunState]: RunState[K] } } & {
  pending: PendingStep | null;
};

function enter(
  live: PhasedRun,
  event: RunLifecycleEvent,
  changes: Partial<Pick<RunState, 'ending' | 'record'>>,
  pending: PendingStep | null = live.pending,
): void {
  const { phase } = live.run;
  const next = RUN_LIFECYCLE[phase][event];
  assert(next !== undefined, `no "${event}" comes while a live run is "${phase}"`);
  const changeable = live as Changeable;
  Object.assign(changeable.run, changes, { phase: next });
  changeable.pending = pending;
}
