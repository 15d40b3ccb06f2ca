// Which inputs a runner has handed to its bots already, so that no look at the inboxes shows them
// anew: a row stays until the step that takes it in is written.

import { LIMITS } from '#lib/limits.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';

/**
 * Sequences of inputs that were handed out and are not known to be written. Takes bots out of
 * `told` that have none, or do not run here any more.
 */
export function knownInputs(
  told: Set<LiveRun>,
  isRunning: (live: LiveRun) => boolean,
): readonly number[] {
  const known: number[] = [];
  for (const live of told) {
    const { schedule, pending } = live;
    const open = [
      ...schedule.inbox.map(({ sequence }) => sequence),
      ...(pending?.step.taken ?? []),
    ];
    if (open.length > 0 && isRunning(live)) known.push(...open);
    else told.delete(live);
  }
  return known;
}

/** A look at the inboxes that began before a step was written is over long before so many more. */
export function forgetOld(taken: Set<number>): void {
  for (const sequence of taken) {
    if (taken.size <= LIMITS.botInboxReadMax) return;
    taken.delete(sequence);
  }
}
