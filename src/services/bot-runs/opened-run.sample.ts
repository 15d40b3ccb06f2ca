// A bot taken up as a process does it, with its run at hand: for tests that look into runs.

import { inProcessThreads } from '#adapters/memory/in-process-threads.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { present } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { RunnableBot } from '#ports/bot-run-store.ts';
import type { Bot } from '#ports/bot-store.ts';
import type { BotRunDeps } from '#services/bot-runs/bot-run-deps.ts';
import type { LiveBot } from '#services/bot-runs/live-bot.ts';
import type { LiveRun } from '#services/bot-runs/live-run.ts';
import type { Windows } from '#services/bot-runs/open-bot.ts';
import { openBot } from '#services/bot-runs/open-bot.ts';
import { runHost } from '#services/bot-runs/run-host.ts';
import { runThreads } from '#services/bot-runs/run-threads.ts';

const FENCE = { owner: 'nobody', shard: 0, token: 0 };

export type OpenedRun = { readonly live: LiveBot; readonly run: LiveRun };

/** Nothing is written of it. The rejection says why it cannot run. */
export async function openRun(
  deps: BotRunDeps,
  bot: Bot,
  windows: Windows = new Map(),
): Promise<Result<OpenedRun, string>> {
  const host = runHost({ digest: systemDigest, monotonicMs: () => 0 });
  const threads = runThreads(inProcessThreads(1, () => host.answer));
  const opened = await openBot({ ...deps, threads }, windows, runnableOf(bot), FENCE, () => true);
  if (!opened.ok) return opened;
  const run = host.runs.get(opened.value.place.runId);
  return accepted({ live: opened.value, run: present(run, 'its thread has it') });
}

function runnableOf(bot: Bot): RunnableBot {
  return { bot, shard: 0, plan: 'unlimited', planUntilMs: null, ownerStrikesCount: 0 };
}
