// Values of the backtest beside the editor, read once it has finished; of the trade that is chosen
// in it, the blocks that led to its orders.

import type { BacktestOrder, BacktestPosition } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { barsQuery, tradeOrdersQuery, tradesQuery, valuesQuery } from '../api/backtest-queries.ts';
import { backtestQuery } from '../api/queries.ts';
import { portValuesOf } from './port-values.ts';
import type { LedTo, Watching } from './watching.ts';
import { pointedBar } from './watching.ts';

const DAY_MS = 86_400_000;
const NO_PATH: ReadonlyMap<string, LedTo> = new Map();

export type WatchedValues = {
  readonly watching: Watching;
  /** Why nothing was recorded; null: something was, or nothing was wanted. */
  readonly missing: string | null;
  readonly shownTrade: string | null;
  readonly onTrade: (positionId: string | null) => void;
};

/** Values of a backtest; none before it has finished, or when it recorded none. */
export function useWatchedRun(backtestId: string | null, isStale: boolean): WatchedValues {
  const id = backtestId ?? '';
  const [pointed] = useState(pointedBar);
  const [chosen, setChosen] = useState<{ readonly of: string; readonly trade: string } | null>(
    null,
  );
  const shownTrade = chosen?.of === id ? chosen.trade : null;
  const job = useQuery({ ...backtestQuery(id), enabled: backtestId !== null });
  const isRecorded = job.data?.status === 'finished' && job.data.request.record_values;
  const values = useQuery({ ...valuesQuery(id), enabled: isRecorded });
  const trades = useQuery({ ...tradesQuery(id), enabled: isRecorded });
  const orders = useQuery({ ...tradeOrdersQuery(id), enabled: isRecorded && shownTrade !== null });
  const bars = useQuery({ ...barsQuery(id), enabled: isRecorded });
  const times = useMemo(() => (bars.data ?? []).map(({ start_at: at }) => at), [bars.data]);
  const portValues = useMemo(
    () =>
      values.data === undefined || values.data.length === 0 ? null : portValuesOf(values.data),
    [values.data],
  );
  const trade = trades.data?.find(({ position_id: of }) => of === shownTrade);
  const path = useMemo(
    () => (trade === undefined ? NO_PATH : pathOf(trade, orders.data ?? [])),
    [trade, orders.data],
  );
  const first = orders.data?.find(({ position_id: of }) => of === shownTrade);
  const began =
    trade === undefined || first === undefined ? null : barBefore(times, first.placed_at);
  useEffect(() => pointed.pin(began), [pointed, began]);
  const { start_at: from, end_at: to } = job.data ?? { start_at: null, end_at: null };
  const days = from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const watching = useMemo(
    () => ({ portValues, isStale, days, pointed, path, times, isLive: false }),
    [portValues, isStale, days, pointed, path, times],
  );
  return {
    watching,
    missing: job.data?.report?.values_missing ?? null,
    shownTrade,
    onTrade: (trade) => setChosen(trade === null ? null : { of: id, trade }),
  };
}

/** The candle in which an update ended at the instant. */
function barBefore(times: readonly string[], instant: string): number | null {
  const atMs = Date.parse(instant);
  const after = times.findIndex((time) => Date.parse(time) >= atMs);
  const bar = (after < 0 ? times.length : after) - 1;
  return bar < 0 ? null : bar;
}

/** Blocks behind the orders of a trade; those that opened it are on its side. */
function pathOf(
  { position_id: id, direction }: BacktestPosition,
  orders: readonly BacktestOrder[],
): ReadonlyMap<string, LedTo> {
  const path = new Map<string, LedTo>();
  for (const { position_id: of, side, blocks } of orders) {
    if (of !== id) continue;
    const led: LedTo = (side === 'buy') === (direction === 'long') ? 'entry' : 'exit';
    for (const block of blocks) {
      const before = path.get(block);
      path.set(block, before === undefined || before === led ? led : 'both');
    }
  }
  return path;
}
