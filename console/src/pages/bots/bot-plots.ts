// What a bot's script draws: a running bot stores no points, so the script is run over the newest
// minutes as a backtest, which is deleted when its lines were read.

import type { BacktestPlot, Bot } from '@tidemill/client';
import { queryOptions } from '@tanstack/react-query';
import { api, readAll } from '../../api/api.ts';
import type { Interval } from '../../chart/intervals.ts';
import type { Plot } from '../../chart/price-chart.ts';

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
): Promise<readonly Plot[]> {
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
    const lines = await readAll(
      api.each('listBacktestPlots', { backtest_id: id, limit: 20 }, { signal }),
    );
    return lines.map((line) => plotOf(line));
  } finally {
    await api.deleteBacktest({ backtest_id: id });
  }
}

function plotOf(line: BacktestPlot): Plot {
  return {
    id: `${line.chart} ${line.name}`,
    // Above and below the candles are panes alike here.
    pane: Math.abs(line.chart),
    colour: line.color,
    points: line.points.map(({ timestamp, value }) => ({
      time: Date.parse(timestamp) / 1_000,
      value: Number(value),
    })),
  };
}
