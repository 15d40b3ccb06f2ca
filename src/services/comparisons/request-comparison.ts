// Queues the backtests that a finished day of a bot is compared with: one of each run.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, formatInstant, MINUTE_MS } from '#lib/time.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { ComparedRun, FindRunsDeps } from '#services/comparisons/compared-run.ts';
import {
  comparisonBacktest,
  findComparedRuns,
  isBehind,
} from '#services/comparisons/compared-run.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type RequestComparisonDeps = {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: FindRunsDeps;
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
  /** Of the day's last run. */
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
  const runs = await findComparedRuns(deps.botRuns, bot, dayMs);
  const refusal = refusalOf(runs, bot, dayMs);
  if (refusal !== null) return refused('invalid_request', refusal);
  const backtests = runs.map((run) => comparisonBacktest(deps.digest, bot, run, { dayMs, nowMs }));
  const backtestId = backtests.at(-1)?.backtestId ?? '';
  const requested = { botId, dayMs, backtestId };
  const waitingMax = LIMITS.backtestsWaitingPerUserMax;
  for (const backtest of backtests) {
    // Written with the last of them: a request that ends before is repeated, and queues the rest.
    const isLast = backtest.backtestId === backtestId;
    const completed = isLast ? completionWith(completion, requested) : null;
    if (!(await deps.backtests.insertBacktest(backtest, completed, waitingMax)))
      return refused('forbidden', `At most ${waitingMax} backtests of a user may wait at once.`);
  }
  return accepted(requested);
}

function refusalOf(runs: readonly ComparedRun[], bot: Bot, dayMs: number): string | null {
  const last = runs.at(-1);
  if (last === undefined) return `The bot did not run on ${dayText(dayMs)}.`;
  if (isBehind(last, bot)) {
    const until = formatInstant(last.window.toMs);
    return `The bot has run up to ${until} only; a day is compared when the bot has run all of it.`;
  }
  const longestMs = Math.max(...runs.map(({ startMs, window }) => window.toMs - startMs));
  return longestMs > LIMITS.historyMinutesMax * MINUTE_MS
    ? 'The bot has run for longer than a backtest may; start it anew.'
    : null;
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
