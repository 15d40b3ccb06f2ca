// Reads backtests: one, the newest, and the lists of a result page by page. One that failed is as
// absent as one that never was, but its owner is informed why. A lab's result is run again when its
// backtest is requested and is not there.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type {
  Backtest,
  BacktestFailureReason,
  BacktestStore,
  ResultList,
  StoredBacktest,
} from '#ports/stores/backtest-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { BacktestFigures } from '#services/backtests/backtest-result.ts';
import { figuresFromText } from '#services/backtests/backtest-result.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { ResultRunDeps } from '#services/labs/queue-result-run.ts';
import { queueResultRun } from '#services/labs/queue-result-run.ts';
import { boundedPage } from '#services/pages/bounded-page.ts';
import type { ReadableItems } from '#services/pages/readable-items.ts';
import { readableItems } from '#services/pages/readable-items.ts';

export type { ResultList } from '#ports/stores/backtest-store.ts';

export type BacktestReadDeps = {
  readonly backtests: Pick<BacktestStore, 'findBacktest' | 'listBacktests' | 'readItems'>;
};

export type FindDeps = BacktestReadDeps & ResultRunDeps;

/** `figures` is null while it waits or runs. */
export type BacktestView = {
  readonly backtest: Backtest;
  readonly figures: BacktestFigures | null;
};

export type BacktestMissing = {
  /** `forbidden`: a lab's result that would be run again, while as many wait as may. */
  readonly code: 'backtest_not_found' | 'forbidden';
  /** Says why, where it failed. */
  readonly detail: string;
};

type BacktestQuery = { readonly caller: Principal; readonly backtestId: string };

/** Queues a run of a lab's result that has none. */
export async function getBacktest(
  deps: FindDeps,
  { caller, backtestId }: BacktestQuery,
): Promise<Result<BacktestView, BacktestMissing>> {
  const { userId } = caller;
  let stored = await deps.backtests.findBacktest(userId, backtestId);
  if (stored === null) {
    const queued = await queueResultRun(deps, userId, backtestId);
    if (!queued.ok && queued.rejection === 'too_many') {
      const most = LIMITS.backtestsWaitingPerUserMax;
      const detail = `At most ${most} backtests of a user may wait at once.`;
      return rejected({ code: 'forbidden', detail });
    }
    if (queued.ok) stored = await deps.backtests.findBacktest(userId, backtestId);
  }
  const view = stored === null ? null : viewOf(stored);
  if (view !== null) return accepted(view);
  const reason = stored?.progress.state === 'failed' ? stored.progress.reason : null;
  return rejected({ code: 'backtest_not_found', detail: absence(backtestId, reason) });
}

export type BacktestPage = {
  readonly views: readonly BacktestView[];
  readonly leftOut: ReadableItems<BacktestView>['leftOut'];
  /** Where the next page starts; null on the last one. */
  readonly lastKey: string | null;
};

/** Newest first, without those that failed. */
export async function listBacktests(
  deps: BacktestReadDeps,
  query: { readonly caller: Principal; readonly after: string | null; readonly limit: number },
): Promise<BacktestPage> {
  const { caller, after, limit } = query;
  const { items, lastKey } = await boundedPage<StoredBacktest, number>({
    limit,
    after: after === null ? null : Number(after),
    read: (before, count) => deps.backtests.listBacktests(caller.userId, before, count),
    keyOf: ({ sequence }) => sequence,
    sizeOf: ({ backtest }) => backtest.choices.length,
  });
  const { items: views, leftOut } = readableItems(items, viewOf);
  return {
    views: views.filter((view) => view !== null),
    leftOut,
    lastKey: lastKey === null ? null : String(lastKey),
  };
}

export type ItemPage<Item> = ReadableItems<Item> & {
  readonly lastKey: string | null;
};

/** A page of one of the lists of a result, `Item` being what the list holds. */
export async function listResultItems<Item>(
  deps: FindDeps,
  list: ResultList,
  query: BacktestQuery & { readonly after: string | null; readonly limit: number },
): Promise<Result<ItemPage<Item>, BacktestMissing>> {
  const { caller, backtestId, after, limit } = query;
  const from = Number(after ?? 0);
  const { backtests } = deps;
  const found = await backtests.readItems(caller.userId, backtestId, list, from, limit + 1);
  if (found === null) return notFinished(deps, query);
  const shown = found.slice(0, limit);
  const lastKey = found.length > limit ? String(from + limit) : null;
  return accepted({
    ...readableItems(shown, (text) => fromStoredForm(text) as Item),
    lastKey,
  });
}

async function notFinished(
  deps: FindDeps,
  query: BacktestQuery,
): Promise<Result<never, BacktestMissing>> {
  const found = await getBacktest(deps, query);
  if (!found.ok) return found;
  return rejected(unfinished(query.backtestId));
}

/** A result that is not there yet. */
export function unfinished(backtestId: string): BacktestMissing {
  const detail = `Backtest "${backtestId}" has not finished yet.`;
  return { code: 'backtest_not_found', detail };
}

/** Null for one that failed. */
function viewOf({ backtest, progress }: StoredBacktest): BacktestView | null {
  switch (progress.state) {
    case 'queued':
      return { backtest, figures: null };
    case 'finished':
      return { backtest, figures: figuresFromText(progress.figures) };
    case 'failed':
      return null;
  }
}

function absence(backtestId: string, reason: BacktestFailureReason | null): string {
  if (reason === null) return `There is no backtest "${backtestId}".`;
  const where = reason.line === null ? '' : `line ${reason.line}: `;
  return `Backtest "${backtestId}" failed and was discarded: ${where}${reason.message}`;
}
