// Plots of a bot's script, from a run of it over the newest minutes.

import type { Bot } from '@tidemill/client';
import { queryOptions } from '@tanstack/react-query';
import { api, readAll } from '../../api/api.ts';
import type { Interval } from '../../chart/intervals.ts';
import type { PartsOn } from '../../chart/price-chart.ts';
import { scriptParts } from '../../chart/script-parts.ts';
import { replayBot } from './bot-replay.ts';

const BARS = 600;
const MINUTE_MS = 60_000;

/** Query of the plots; they are drawn anew after five minutes. */
export function plotsQuery(bot: Bot, interval: Interval) {
  return queryOptions({
    queryKey: ['bot-plots', bot.bot_id, interval],
    queryFn: ({ signal }) => drawPlots(bot, interval, signal),
    staleTime: 5 * MINUTE_MS,
    retry: false,
  });
}

async function drawPlots(
  bot: Bot,
  interval: Interval,
  signal: AbortSignal,
): Promise<PartsOn | null> {
  return replayBot(bot, { interval, bars: BARS }, signal, async (id) => {
    const [plots, drawings, objects] = await Promise.all([
      readAll(api.each('listBacktestPlots', { backtest_id: id, limit: 20 }, { signal })),
      readAll(api.each('listBacktestDrawings', { backtest_id: id, limit: 500 }, { signal })),
      readAll(api.each('listBacktestObjects', { backtest_id: id, limit: 500 }, { signal })),
    ]);
    if (plots.length + drawings.length + objects.length === 0) return null;
    return (bars) => scriptParts({ plots, drawings, objects }, bars);
  });
}
