// On which days a bot ran, and which of them were compared with a backtest.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS } from '#lib/time.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { FindRunsDeps } from '#services/comparisons/compared-run.ts';
import { comparisonBacktestId, findComparedRuns } from '#services/comparisons/compared-run.ts';

export type ListComparedDaysDeps = {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: FindRunsDeps;
  readonly backtests: Pick<BacktestStore, 'findBacktest'>;
  readonly clock: Clock;
  readonly digest: Digest;
};

export type ComparedDay = {
  /** Its first instant, UTC. */
  readonly dayMs: number;
  readonly status: 'not_run' | 'not_requested' | 'queued' | 'finished' | 'failed';
  /** Why it failed; null otherwise. */
  readonly reason: string | null;
};

export type ComparedDaysQuery = {
  readonly userId: string;
  readonly botId: string;
  /** The newest day; later ones than yesterday are left out. */
  readonly dayMs: number;
  readonly daysMax: number;
};

/** Newest first, from the day on which the bot was created. Throws Failure. */
export async function listComparedDays(
  deps: ListComparedDaysDeps,
  { userId, botId, dayMs, daysMax }: ComparedDaysQuery,
): Promise<Result<readonly ComparedDay[], { readonly code: 'bot_not_found' }>> {
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected({ code: 'bot_not_found' });
  const newestMs = Math.min(dayMs, startOfDay(deps.clock.nowMs()) - DAY_MS);
  const oldestMs = Math.max(startOfDay(bot.createdAtMs), newestMs - (daysMax - 1) * DAY_MS);
  const days: ComparedDay[] = [];
  for (let atMs = newestMs; atMs >= oldestMs; atMs -= DAY_MS) {
    const runs = await findComparedRuns(deps.botRuns, bot, atMs);
    const ids = runs.map((run) => comparisonBacktestId(deps.digest, run, atMs));
    days.push({ dayMs: atMs, ...(await outcomeOf(deps, userId, ids)) });
  }
  return accepted(days);
}

/** As reading the comparison finds it. */
async function outcomeOf(
  { backtests }: ListComparedDaysDeps,
  userId: string,
  backtestIds: readonly string[],
): Promise<Omit<ComparedDay, 'dayMs'>> {
  if (backtestIds.length === 0) return { status: 'not_run', reason: null };
  let status: ComparedDay['status'] = 'finished';
  let reason: string | null = null;
  for (const backtestId of backtestIds) {
    const stored = await backtests.findBacktest(userId, backtestId);
    if (stored === null) return { status: 'not_requested', reason: null };
    const { progress } = stored;
    if (progress.state === 'failed') reason ??= progress.reason.message;
    if (progress.state === 'queued') status = 'queued';
  }
  return reason === null ? { status, reason } : { status: 'failed', reason };
}

const startOfDay = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;
