// Statistics of a finished backtest, computed when they are requested: no run waits for them.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { BacktestPosition, BacktestReport, DayClose } from '#backtesting/backtest.ts';
import { computeStatistics } from '#backtesting/statistics/compute-statistics.ts';
import type { Statistics } from '#backtesting/statistics/statistics.ts';
import type { ResultList } from '#ports/stores/backtest-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { BacktestMissing, FindDeps } from '#services/results/get-backtest.ts';
import { getBacktest, unfinished } from '#services/results/get-backtest.ts';
import { statisticsSource, tradeOf } from '#services/results/statistics-source.ts';

export type { Statistics } from '#backtesting/statistics/statistics.ts';

/** Items that are parsed in one turn of the event loop. */
const ITEMS_AT_ONCE = 1_000;

/** With the currency of the money in them. */
export type BacktestStatistics = Statistics & { readonly profitCurrency: string };

export async function getStatistics(
  deps: FindDeps,
  query: { readonly caller: Principal; readonly backtestId: string },
): Promise<Result<BacktestStatistics, BacktestMissing>> {
  const found = await getBacktest(deps, query);
  if (!found.ok) return found;
  const { backtest, figures } = found.value;
  if (figures === null) return rejected(unfinished(query.backtestId));
  const { userId } = query.caller;
  const read = async <Item>(list: ResultList, take: (item: unknown) => Item) => {
    const all: Item[] = [];
    for (;;) {
      const { backtestId } = backtest;
      const from = all.length;
      const items = await deps.backtests.readItems(userId, backtestId, list, from, ITEMS_AT_ONCE);
      for (const text of items ?? []) all.push(take(fromStoredForm(text)));
      if (items === null || items.length < ITEMS_AT_ONCE) return all;
    }
  };
  const equity = await read('equity', (item) => item as BacktestReport['equity'][number]);
  const days = await read('days', (item) => item as DayClose);
  const trades = await read('positions', (item) => tradeOf(item as BacktestPosition));
  const source = statisticsSource(backtest, figures, { equity, days, trades });
  return accepted({ ...computeStatistics(source), profitCurrency: figures.profitCurrency });
}
