// Plots of a bot's script: a running bot stores no points, so the script is run over the newest
// minutes as a backtest, which is deleted when what it drew was read.

import type { Bot } from '@tidemill/client';
import { queryOptions } from '@tanstack/react-query';
import { api, readAll } from '../../api/api.ts';
import type { Interval } from '../../chart/intervals.ts';
import type { PartsOn } from '../../chart/price-chart.ts';
import { scriptParts } from '../../chart/script-parts.ts';

const BARS = 600;
const POLL_MS = 250;
const MINUTE_MS = 60_000;

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
  const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const { backtest_id: id } = await api.createBacktest(
    {
      body: {
        script_id: bot.script_id,
        account_id: bot.account_id,
        market_tag: bot.market_tag ?? '',
        interval,
        start_at: new Date(endMs - BARS * interval * MINUTE_MS).toISOString(),
        end_at: new Date(endMs).toISOString(),
        parameters: bot.parameters,
      },
    },
    { signal },
  );
  try {
    for (;;) {
      const { status } = await api.getBacktest({ backtest_id: id }, { signal });
      if (status === 'finished') break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const [plots, drawings] = await Promise.all([
      readAll(api.each('listBacktestPlots', { backtest_id: id, limit: 20 }, { signal })),
      readAll(api.each('listBacktestDrawings', { backtest_id: id, limit: 500 }, { signal })),
    ]);
    if (plots.length + drawings.length === 0) return null;
    return (bars) => scriptParts(plots, drawings, bars);
  } finally {
    await api.deleteBacktest({ backtest_id: id });
  }
}
