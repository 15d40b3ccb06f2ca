// Statistics of a finished backtest, computed when they are requested: no run waits for them.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { BacktestPosition, BacktestReport, DayClose } from '#backtesting/backtest.ts';
import { computeStatistics } from '#backtesting/statistics/compute-statistics.ts';
import type { Statistics } from '#backtesting/statistics/statistics.ts';
import type { RunCloses } from '#backtesting/portfolio/day-closes.ts';
import type { Backtest, ResultList } from '#ports/stores/backtest-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { BacktestMissing, FindDeps } from '#services/results/get-backtest.ts';
import { getBacktest, unfinished } from '#services/results/get-backtest.ts';
import { statisticsSource, tradeOf } from '#services/results/statistics-source.ts';

export type { Statistics } from '#backtesting/statistics/statistics.ts';

/** Items that are parsed in one turn of the event loop. */
const ITEMS_AT_ONCE = 1_000;

/** With the currency of the money in them. */
export type BacktestStatistics = Statistics & { readonly profitCurrency: string };

/** Statistics of a finished backtest; rejects one that has no result. */
export async function getStatistics(
  deps: FindDeps,
  query: { readonly caller: Principal; readonly backtestId: string },
): Promise<Result<BacktestStatistics, BacktestMissing>> {
  const found = await getBacktest(deps, query);
  if (!found.ok) return found;
  const { backtest, figures } = found.value;
  if (figures === null) return rejected(unfinished(query.backtestId));
  const read = readerOf(deps, backtest);
  const trades = await read('positions', (item) => tradeOf(item as BacktestPosition));
  const source = statisticsSource(backtest, figures, { ...(await curveOf(read)), trades });
  return accepted({ ...computeStatistics(source), profitCurrency: figures.profitCurrency });
}

export type BacktestCloses = RunCloses & {
  readonly backtest: Backtest;
  readonly profitCurrency: string;
};

/** What it was worth at closes of days. */
export async function getBacktestCloses(
  deps: FindDeps,
  query: { readonly caller: Principal; readonly backtestId: string },
): Promise<Result<BacktestCloses, BacktestMissing>> {
  const found = await getBacktest(deps, query);
  if (!found.ok) return found;
  const { backtest, figures } = found.value;
  if (figures === null) return rejected(unfinished(query.backtestId));
  const { startMs, endMs, startEquity, days } = statisticsSource(backtest, figures, {
    ...(await curveOf(readerOf(deps, backtest))),
    trades: [],
  });
  const { profitCurrency } = figures;
  return accepted({ backtest, startMs, endMs, startEquity, days, profitCurrency });
}

type Reader = <Item>(list: ResultList, take: (item: unknown) => Item) => Promise<Item[]>;

/** Of the lists of a finished backtest. */
function readerOf({ backtests }: FindDeps, { userId, backtestId }: Backtest): Reader {
  return async (list, take) => {
    const all: ReturnType<typeof take>[] = [];
    for (;;) {
      const from = all.length;
      const items = await backtests.readItems(userId, backtestId, list, from, ITEMS_AT_ONCE);
      for (const text of items ?? []) all.push(take(fromStoredForm(text)));
      if (items === null || items.length < ITEMS_AT_ONCE) return all;
    }
  };
}

async function curveOf(read: Reader) {
  const equity = await read('equity', (item) => item as BacktestReport['equity'][number]);
  const days = await read('days', (item) => item as DayClose);
  return { equity, days };
}
