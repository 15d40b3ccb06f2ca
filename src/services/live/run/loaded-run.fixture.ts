// A bot loaded as a process does it, with its run at hand: for tests that look into runs.

import { inProcessThreads } from '#adapters/memory/in-process-threads.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { present } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { RunnableBot } from '#ports/stores/bot-run-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import type { Windows } from '#services/live/run/load-bot.ts';
import { loadBot } from '#services/live/run/load-bot.ts';
import { runHost } from '#services/live/run/run-host.ts';
import { runThreads } from '#services/live/run/run-threads.ts';

const FENCE = { owner: 'nobody', shard: 0, token: 0 };

export type OpenedRun = { readonly live: LiveRun; readonly run: HostedRun };

/** Nothing is written of it. The rejection says why it cannot run. */
export async function openRun(
  deps: LiveRunDeps,
  bot: Bot,
  windows: Windows = new Map(),
): Promise<Result<OpenedRun, string>> {
  const host = runHost({ digest: systemDigest, monotonicMs: () => 0, processorMs: () => 0 });
  const threads = runThreads(inProcessThreads(1, () => host.handle));
  const opened = await loadBot({ ...deps, threads }, windows, runnableOf(bot), FENCE, () => true);
  if (!opened.ok) return opened;
  const run = host.runs.get(opened.value.run.place.runId);
  return accepted({ live: opened.value, run: present(run, 'its thread has it') });
}

function runnableOf(bot: Bot): RunnableBot {
  const never = { stoppedAtMs: null, planUntilMs: null, ownerStrikesCount: 0 };
  return { bot, shard: 0, plan: 'unlimited', ...never };
}
