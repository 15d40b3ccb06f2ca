// Reads backtests: one, the newest, and the lists of a result page by page. One that failed is as
// absent as one that never was, but its owner is told why.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type {
  Backtest,
  BacktestFailureReason,
  BacktestStore,
  ResultList,
  StoredBacktest,
} from '#ports/backtest-store.ts';
import type { Principal } from '#ports/store.ts';
import type { BacktestFigures } from '#services/backtests/backtest-result.ts';
import { figuresFromText } from '#services/backtests/backtest-result.ts';
import { fromStoredForm } from '#services/backtests/stored-form.ts';

export type { ResultList } from '#ports/backtest-store.ts';

export type BacktestReadDeps = {
  readonly backtests: Pick<BacktestStore, 'findBacktest' | 'listBacktests' | 'readItems'>;
};

/** `figures` is null while it waits or runs. */
export type BacktestView = {
  readonly backtest: Backtest;
  readonly figures: BacktestFigures | null;
};

export type BacktestMissing = {
  readonly code: 'backtest_not_found';
  /** Says why, where it failed. */
  readonly detail: string;
};

type Named = { readonly caller: Principal; readonly backtestId: string };

export async function getBacktest(
  deps: BacktestReadDeps,
  { caller, backtestId }: Named,
): Promise<Result<BacktestView, BacktestMissing>> {
  const stored = await deps.backtests.findBacktest(caller.userId, backtestId);
  const view = stored === null ? null : viewOf(stored);
  if (view !== null) return accepted(view);
  const reason = stored?.progress.state === 'failed' ? stored.progress.reason : null;
  return rejected({ code: 'backtest_not_found', detail: absence(backtestId, reason) });
}

export type BacktestPage = {
  readonly views: readonly BacktestView[];
  /** Where the next page starts; null on the last one. */
  readonly lastKey: string | null;
};

/** Newest first, without those that failed. */
export async function listBacktests(
  deps: BacktestReadDeps,
  query: { readonly caller: Principal; readonly after: string | null; readonly limit: number },
): Promise<BacktestPage> {
  const { caller, after, limit } = query;
  const before = after === null ? null : Number(after);
  // One more than asked for tells whether there is a next page.
  const found = await deps.backtests.listBacktests(caller.userId, before, limit + 1);
  const shown = found.slice(0, limit);
  const views = shown.flatMap((stored) => viewOf(stored) ?? []);
  const lastKey = found.length > limit ? String(shown.at(-1)?.sequence) : null;
  return { views, lastKey };
}

export type ItemPage<Item> = {
  readonly items: readonly Item[];
  readonly lastKey: string | null;
};

/** A page of one of the lists of a result, `Item` being what the list holds. */
export async function listResultItems<Item>(
  deps: BacktestReadDeps,
  list: ResultList,
  query: Named & { readonly after: string | null; readonly limit: number },
): Promise<Result<ItemPage<Item>, BacktestMissing>> {
  const { caller, backtestId, after, limit } = query;
  const from = Number(after ?? 0);
  const { backtests } = deps;
  const found = await backtests.readItems(caller.userId, backtestId, list, from, limit + 1);
  if (found === null) return notFinished(deps, query);
  const items = found.slice(0, limit).map((text) => fromStoredForm(text) as Item);
  return accepted({ items, lastKey: found.length > limit ? String(from + limit) : null });
}

async function notFinished(
  deps: BacktestReadDeps,
  query: Named,
): Promise<Result<never, BacktestMissing>> {
  const found = await getBacktest(deps, query);
  if (!found.ok) return found;
  const detail = `Backtest "${query.backtestId}" has not finished yet.`;
  return rejected({ code: 'backtest_not_found', detail });
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
