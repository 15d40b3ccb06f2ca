// Shows how far a lab is until it ends.

import { setTimeout as pause } from 'node:timers/promises';
import { getLab } from '#services/labs/read-labs.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import type { LabCommandDeps, LabOptions } from '#cli/labs-text.ts';
import { nextCommand, noSuchLab, showLab } from '#cli/labs-text.ts';
import { makeProgress } from '#cli/progress.ts';

const POLL_MS = 500;

/** Shows the progress of a lab until it ends. Throws when it fails. */
export async function watchLab(
  host: Host,
  options: LabOptions,
  deps: LabCommandDeps,
  userId: string,
  labId: string,
): Promise<void> {
  const progress = makeProgress(host, options, deps.clock);
  for (;;) {
    const found = await getLab(deps, { userId, labId });
    if (!found.ok) throw noSuchLab(options, labId);
    const { execution, status } = found.value;
    if (status !== 'queued' && status !== 'running') {
      progress.end();
      if (status === 'failed') {
        const reason = execution?.cancelReason ?? 'no reason is known';
        throw new CommandFailed(`The lab failed: ${reason}`, 'Mend it and start it again.');
      }
      const next = nextCommand(options, 'results', labId);
      return showLab(host, options, found.value, `See: ${next}`);
    }
    const { completedCount = 0, scheduledCount = 0, startedAtMs = 0 } = execution ?? {};
    const seconds = Math.max(1, (deps.clock.nowMs() - startedAtMs) / 1_000);
    const rate = Math.round((completedCount / seconds) * 60);
    const text = `${completedCount} of ${scheduledCount} backtests, ${rate} a minute`;
    progress.show(text, completedCount / Math.max(1, scheduledCount));
    await pause(POLL_MS);
  }
}
