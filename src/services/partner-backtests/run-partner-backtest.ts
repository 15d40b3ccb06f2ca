// Backtests of end users' strategies: the same jobs and the same engine as those of scripts. A
// backtest belongs to its end user, and is named without it.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type {
  Backtest,
  BacktestStage,
  BacktestStore,
  ResultList,
  StoredBacktest,
} from '#ports/stores/backtest-store.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { BacktestFigures } from '#services/backtests/backtest-result.ts';
import { figuresFromText } from '#services/backtests/backtest-result.ts';
import type { WindowRefusal } from '#services/backtests/judge-window.ts';
import { judgeWindow } from '#services/backtests/judge-window.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';
import { planBot } from '#services/partner-bots/plan-bot.ts';
import { reachOf } from '#services/partners/partner-deps.ts';
import type { InvalidConfig } from '#services/strategy-bots/planned-bot.ts';
import type { StrategyRun } from '#services/strategy-bots/strategy-backtest.ts';
import { strategyBacktest } from '#services/strategy-bots/strategy-backtest.ts';

export type PartnerBacktestDeps = PartnerBotDeps & { readonly backtests: BacktestStore };

/** The window is cut to whole minutes. */
export type RunPartnerBacktestCommand = StrategyRun & {
  readonly caller: Principal;
  readonly config: StrategyConfig;
  readonly completion: CompletionSlot<PartnerBacktest> | null;
};

export type RunPartnerBacktestRejection =
  | { readonly code: 'user_not_found' }
  | WindowRefusal
  | InvalidConfig;

/** Of one that failed only the reason is retained, for a day. */
export type PartnerBacktest = {
  readonly backtest: Backtest;
  readonly stage: BacktestStage;
  readonly progress:
    | { readonly state: 'queued' }
    | { readonly state: 'failed'; readonly message: string }
    | { readonly state: 'finished'; readonly figures: BacktestFigures; readonly endedAtMs: number };
};

/**
 * Queues a backtest of an end user's strategy; rejects bad windows and settings, and more than may
 * wait.
 */
export async function runPartnerBacktest(
  deps: PartnerBacktestDeps,
  command: RunPartnerBacktestCommand,
): Promise<Result<PartnerBacktest, RunPartnerBacktestRejection>> {
  const { caller, userId, type, config, completion } = command;
  const endUser = await deps.partners.findEndUser(reachOf(caller), userId);
  if (endUser === null) return rejected({ code: 'user_not_found' });
  const refusal = judgeWindow(caller, command, deps.clock.nowMs());
  if (refusal !== null) return rejected(refusal);
  const planned = await planBot(deps, endUser, type, config);
  if (!planned.ok) return planned;
  const backtest = strategyBacktest(deps, command, planned.value);
  const stage = { phase: 'queued', doneShare: 0, beganAtMs: null } as const;
  const queued: PartnerBacktest = { backtest, stage, progress: { state: 'queued' } };
  const waitingMax = LIMITS.backtestsWaitingPerUserMax;
  const completed = completionWith(completion, queued);
  if (await deps.backtests.insertBacktest(backtest, completed, waitingMax)) return accepted(queued);
  const detail = `At most ${waitingMax} backtests of an end user may wait at once.`;
  return rejected({ code: 'forbidden', detail });
}

type BacktestQuery = { readonly caller: Principal; readonly backtestId: string };
type Missing = 'backtest_not_found';
type ReadDeps = Pick<PartnerBacktestDeps, 'backtests' | 'partners'>;

/** What is foreign is looked up as often as what is unknown, and treated alike. */
async function ownerOf(
  deps: ReadDeps,
  { caller, backtestId }: BacktestQuery,
): Promise<string | null> {
  const ownerId = (await deps.backtests.findOwner(backtestId)) ?? '';
  const endUser = await deps.partners.findEndUser(reachOf(caller), ownerId);
  return endUser?.userId ?? null;
}

/** Backtest of an end user within the caller's reach. */
export async function getPartnerBacktest(
  deps: ReadDeps,
  named: BacktestQuery,
): Promise<Result<PartnerBacktest, Missing>> {
  const ownerId = await ownerOf(deps, named);
  if (ownerId === null) return rejected('backtest_not_found');
  const stored = await deps.backtests.findBacktest(ownerId, named.backtestId);
  return stored === null ? rejected('backtest_not_found') : accepted(viewOf(stored));
}

export type FinishedBacktest = PartnerBacktest & {
  readonly progress: Extract<PartnerBacktest['progress'], { readonly state: 'finished' }>;
};

/** Backtest that is finished; one that is not is rejected as unknown. */
export async function getFinishedBacktest(
  deps: ReadDeps,
  named: BacktestQuery,
): Promise<Result<FinishedBacktest, Missing>> {
  const found = await getPartnerBacktest(deps, named);
  if (!found.ok) return found;
  const { progress, ...rest } = found.value;
  return progress.state === 'finished'
    ? accepted({ ...rest, progress })
    : rejected('backtest_not_found');
}

/** Items of a list of a finished backtest, `Item` being what it holds. */
export async function listPartnerItems<Item>(
  deps: ReadDeps,
  list: ResultList,
  query: BacktestQuery & { readonly fromIndex: number; readonly limit: number },
): Promise<Result<readonly Item[], Missing>> {
  const ownerId = await ownerOf(deps, query);
  if (ownerId === null) return rejected('backtest_not_found');
  const { backtestId, fromIndex, limit } = query;
  const texts = await deps.backtests.readItems(ownerId, backtestId, list, fromIndex, limit);
  if (texts === null) return rejected('backtest_not_found');
  return accepted(texts.map((text) => fromStoredForm(text) as Item));
}

/** One that waits or runs is cancelled; one that is over is forgotten. */
export async function cancelPartnerBacktest(
  deps: ReadDeps,
  named: BacktestQuery,
): Promise<Result<null, Missing>> {
  const ownerId = await ownerOf(deps, named);
  if (ownerId === null) return rejected('backtest_not_found');
  const isDeleted = await deps.backtests.deleteBacktest(ownerId, named.backtestId);
  return isDeleted ? accepted(null) : rejected('backtest_not_found');
}

function viewOf({ backtest, stage, progress }: StoredBacktest): PartnerBacktest {
  switch (progress.state) {
    case 'queued':
      return { backtest, stage, progress };
    case 'failed':
      return { backtest, stage, progress: { state: 'failed', message: progress.reason.message } };
    case 'finished': {
      const { endedAtMs } = progress;
      const figures = figuresFromText(progress.figures);
      return { backtest, stage, progress: { state: 'finished', figures, endedAtMs } };
    }
  }
}
