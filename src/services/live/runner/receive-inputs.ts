// Hands out what was sent to running bots. Each input is handed to its bot once, although its row
// stays until the step that takes it in is written.

import { LIMITS } from '#lib/limits.ts';
import type { RunnerState } from '#services/live/runner/runner-state.ts';
import { isHeld } from '#services/live/runner/runner-state.ts';
import { updateForInputs } from '#services/live/runner/update-due-bots.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';

/** See `receive` of BotRunner. */
export async function receiveInputs(state: RunnerState): Promise<void> {
  if (!isHeld(state) || state.running.size === 0) return;
  const { tokens, running, deps, delivered } = state;
  const shards = [...tokens.keys()];
  const known = knownInputs(delivered, (live) => running.get(live.identity.bot.botId) === live);
  const waiting = await deps.inbox.listWaiting(shards, LIMITS.botInboxReadMax, known);
  const addressed = new Set<LiveRun>();
  for (const input of waiting) {
    const live = running.get(input.botId);
    const isRun = live !== undefined && !live.identity.isFollowed;
    if (!isRun || live.identity.bot.activation !== input.activation) continue;
    const { sequence } = input;
    // A row that a step under way takes in is still there.
    const isKnown = live.schedule.taken.has(sequence);
    if (isKnown || live.schedule.inbox.some((each) => each.sequence === sequence)) continue;
    live.schedule.inbox.push(input);
    addressed.add(live);
    delivered.add(live);
  }
  if (addressed.size > 0) updateForInputs(state, [...addressed]);
}

/**
 * Sequences of inputs that were handed out and are not known to be written. Takes bots out of
 * `reported` that have none, or do not run here any more.
 */
function knownInputs(
  delivered: Set<LiveRun>,
  isRunning: (live: LiveRun) => boolean,
): readonly number[] {
  const known: number[] = [];
  for (const live of delivered) {
    const { schedule, pending } = live;
    const open = [
      ...schedule.inbox.map(({ sequence }) => sequence),
      ...(pending?.step.taken ?? []),
    ];
    if (open.length > 0 && isRunning(live)) known.push(...open);
    else delivered.delete(live);
  }
  return known;
}
