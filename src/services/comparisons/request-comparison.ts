// Queues the backtest that a finished day of a bot is compared with.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, formatInstant, MINUTE_MS } from '#lib/time.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Clock } from '#ports/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import { comparisonBacktest, findComparedRun } from '#services/comparisons/compared-run.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type RequestComparisonDeps = {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: Pick<BotRunStore, 'findRun' | 'findEarlierRun'>;
  readonly backtests: Pick<BacktestStore, 'insertBacktest'>;
  readonly clock: Clock;
  readonly digest: Digest;
};

export type RequestComparisonCommand = {
  readonly userId: string;
  readonly botId: string;
  /** Its first instant, UTC. */
  readonly dayMs: number;
  readonly completion: CompletionSlot<RequestedComparison> | null;
};

export type RequestedComparison = {
  readonly botId: string;
  readonly dayMs: number;
  readonly backtestId: string;
};

export type RequestComparisonRejection = {
  readonly code: 'bot_not_found' | 'forbidden' | 'invalid_request';
  readonly detail: string;
};

/** Idempotent: a day that was requested before is not queued again. Throws Failure. */
export async function requestComparison(
  deps: RequestComparisonDeps,
  { userId, botId, dayMs, completion }: RequestComparisonCommand,
): Promise<Result<RequestedComparison, RequestComparisonRejection>> {
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return refused('bot_not_found', 'There is no such bot.');
  const nowMs = deps.clock.nowMs();
  if (dayMs + DAY_MS > nowMs) return refused('invalid_request', notOver(dayMs));
  const run = await findComparedRun(deps.botRuns, bot, dayMs);
  if (run === null || run.record.doneUntilMs <= dayMs) {
    const detail = `The bot did not run on ${dayText(dayMs)}.`;
    return refused('invalid_request', detail);
  }
  const backtest = comparisonBacktest(deps.digest, bot, run, { dayMs, nowMs });
  const minutesCount = (backtest.endMs - backtest.startMs) / MINUTE_MS;
  if (minutesCount > LIMITS.historyMinutesMax) {
    const detail = 'The bot has run for longer than a backtest may; start it anew.';
    return refused('invalid_request', detail);
  }
  const requested = { botId, dayMs, backtestId: backtest.backtestId };
  const waitingMax = LIMITS.backtestsWaitingPerUserMax;
  const completed = completionWith(completion, requested);
  if (await deps.backtests.insertBacktest(backtest, completed, waitingMax))
    return accepted(requested);
  return refused('forbidden', `At most ${waitingMax} backtests of a user may wait at once.`);
}

function notOver(dayMs: number): string {
  return `${dayText(dayMs)} is not over yet (UTC); a day is compared when it has ended.`;
}

/** Such as 2026-11-20. */
export function dayText(dayMs: number): string {
  return formatInstant(dayMs).slice(0, 'YYYY-MM-DD'.length);
}

function refused(
  code: RequestComparisonRejection['code'],
  detail: string,
): Result<never, RequestComparisonRejection> {
  return rejected({ code, detail });
}
