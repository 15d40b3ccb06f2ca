// Values of a bot's script that are subscribed to, written once the step of their update is. They
// are for the eye alone: whatever fails here, the bot runs on.

import { isPassing } from '#services/live/run/run-threads.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';

type Deps = Pick<LiveRunDeps, 'runs' | 'log'>;

/** Writes values once and drops them; a passing failure is logged, everything else is thrown. */
export async function tellValues(
  { runs, log }: Deps,
  { run, subscription }: LiveRun,
): Promise<void> {
  const { values } = subscription;
  if (values === null) return;
  subscription.values = null;
  const { botId } = run.record;
  try {
    const newest = { atMs: values.atMs, values: JSON.stringify(values.values) };
    await runs.noteValues(run.fence, run.record, newest);
  } catch (error) {
    if (!isPassing(error)) throw error;
    log.warn('bot.values_not_noted', { bot_id: botId, cause: error.message });
  }
}
