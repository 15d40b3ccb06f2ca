// The chart of a bot: its fills as marks, its open orders and its position as lines, and on wish
// what its script draws, as a run of it over the same minutes does.

import type { Bot, Market } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import {
  botOrdersQuery,
  botPositionsQuery,
  botTradesQuery,
  marketFillsQuery,
} from '../../api/queries.ts';
import { useGo } from '../../app/use-go.ts';
import { IntervalChoice } from '../../chart/chart-toolbar.tsx';
import type { Interval } from '../../chart/intervals.ts';
import { intervalOf } from '../../chart/intervals.ts';
import { linesOfOrder, tradeOfFill } from '../../chart/own-trades.ts';
import type { PriceLine } from '../../chart/price-chart.ts';
import { explain } from '../../parts/states.tsx';
import { plotsQuery } from './bot-plots.ts';
import { BOTS } from '../../words/bots.ts';

const PriceChartView = lazy(async () => {
  const { PriceChartView: view } = await import('../../chart/price-chart-view.tsx');
  return { default: view };
});

type Props = { readonly bot: Bot; readonly market: Market | null };

export function BotChart({ bot, market }: Props) {
  const own = intervalOf(bot.settings.interval) ?? 1;
  const { interval = own } = useSearch({ from: '/inside/bots/$botId' });
  const go = useGo({ from: '/bots/$botId' });
  const setInterval = (next: Interval): void => {
    void go({ search: (before) => ({ ...before, interval: next }), replace: true });
  };
  const [isDrawn, setIsDrawn] = useState(false);
  const plots = useQuery({ ...plotsQuery(bot, interval), enabled: isDrawn });
  const trades = useTrades(bot, market);
  const lines = useLines(bot);
  if (bot.market_tag === null) return null;
  return (
    <section className="panel" aria-label={BOTS.chart}>
      <header className="panel-head panel-head-tight">
        <IntervalChoice interval={interval} onInterval={setInterval} />
        <div className="actions">
          {plots.isFetching ? <span className="hint">{BOTS.drawing}</span> : null}
          {plots.isError && isDrawn ? <span className="wrong">{explain(plots.error)}</span> : null}
          {isDrawn && plots.data === null ? (
            <span className="hint">{BOTS.theScriptDrawsNothing}</span>
          ) : null}
          {bot.strategy === null ? (
            <button
              type="button"
              className="chart-tool"
              aria-pressed={isDrawn}
              title={BOTS.whatItsScriptDraws}
              onClick={() => setIsDrawn(!isDrawn)}
            >
              {BOTS.plots}
            </button>
          ) : null}
        </div>
      </header>
      <Suspense fallback={<div className="chart chart-tall" />}>
        {market === null ? (
          <div className="chart chart-tall" />
        ) : (
          <PriceChartView
            className="chart chart-tall"
            market={market}
            interval={interval}
            trades={trades}
            lines={lines}
            {...(isDrawn && plots.data ? { partsOn: plots.data } : {})}
          />
        )}
      </Suspense>
    </section>
  );
}

/** Fills of the market that are of the bot's own orders. */
function useTrades(bot: Bot, market: Market | null) {
  const tag = bot.market_tag ?? '';
  const fills = useQuery({ ...marketFillsQuery(tag), enabled: tag !== '' });
  const orders = useQuery(botTradesQuery(bot.bot_id));
  const decimals = market?.price_decimals ?? 2;
  return useMemo(() => {
    const own = new Set(orders.data?.data.map(({ order_id: id }) => id));
    return (fills.data ?? [])
      .filter((fill) => fill.order_id !== null && own.has(fill.order_id))
      .map((fill) => tradeOfFill(fill, decimals));
  }, [fills.data, orders.data, decimals]);
}

function useLines(bot: Bot): readonly PriceLine[] {
  const open = useQuery(botOrdersQuery(bot.bot_id));
  const positions = useQuery(botPositionsQuery(bot.bot_id));
  return useMemo(
    () => [
      ...(open.data?.data ?? [])
        .filter((order) => order.market_tag === bot.market_tag)
        .flatMap((order) => linesOfOrder(order)),
      ...(positions.data?.data ?? [])
        .filter((position) => position.market_tag === bot.market_tag)
        .map(({ position_id: id, average_price: price }): PriceLine => ({
          id,
          price: Number(price),
          look: 'accent',
          isDashed: true,
        })),
    ],
    [open.data, positions.data, bot.market_tag],
  );
}
