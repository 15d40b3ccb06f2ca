// Alerts of a run: conditions that were true on a bar, sent when it has been worked through, and
// fills, reported in their minute. In a backtest they are lines of the log.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { ChartState } from '#pine/brain/alert-text.ts';
import { alertText, chartWords, orderWords } from '#pine/brain/alert-text.ts';
import { hasAlerts, tellFills } from '#pine/brain/order-alerts.ts';
import type { PriceName } from '#pine/brain/past-price.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import { timeframeOf } from '#pine/builtins/chart-builtins.ts';
import type { PineCharts } from '#pine/runtime/pine-charts.ts';
import type { PineFacts } from '#pine/runtime/pine-now.ts';

/** Ground of what is reported: the chart, and the last bar that has closed. */
export type AlertGround = {
  readonly api: CommandContext;
  readonly facts: PineFacts;
  readonly price: (name: PriceName) => number;
  readonly openMs: () => number;
  /** Whether texts of the script name its plots. */
  readonly readsPlots: boolean;
  /** Whether its conditions are sent: those of a strategy are not. */
  readonly sendsConditions: boolean;
  readonly isMuted: () => boolean;
};

export type RunAlerts = {
  readonly beginBar: () => void;
  readonly condition: (message: string) => void;
  /** The charts of the host, whose plots alerts may name. */
  readonly withPlots: (charts: PineCharts) => PineCharts;
  readonly endBar: () => void;
  /** Called in each minute. */
  readonly tellFills: (broker: PineBroker) => void;
};

/** Alerts of a run; while it is muted, for bars before the run, conditions are dropped. */
export function runAlerts(ground: AlertGround): RunAlerts {
  const { api } = ground;
  const plots: [string, number][] = [];
  const conditions: string[] = [];
  let seenCount = -1;
  const send = (message: string): void => api.log.notify({ service: null, title: null, message });
  return {
    beginBar() {
      if (plots.length > 0) plots.length = 0;
      if (conditions.length > 0) conditions.length = 0;
    },
    condition(message) {
      if (ground.sendsConditions && !ground.isMuted()) conditions.push(message);
    },
    withPlots: (charts) =>
      ground.readsPlots
        ? {
            ...charts,
            plot(given) {
              plots.push([given.title, given.value]);
              return charts.plot(given);
            },
          }
        : charts,
    endBar() {
      if (conditions.length === 0) return;
      for (const message of conditions)
        send(alertText(message, chartWords(stateOf(ground, plots))));
    },
    tellFills(broker) {
      if (!hasAlerts(broker.book)) return;
      const { filled } = api.orders.counts();
      if (filled === seenCount) return;
      seenCount = filled;
      tellFills(broker, (request) => {
        const words = [orderWords(request), chartWords(stateOf(ground, plots))];
        send(alertText(request.message, ...words));
      });
    },
  };
}

function stateOf(
  { api, facts, price, openMs }: AlertGround,
  plots: ChartState['plots'],
): ChartState {
  return {
    ticker: facts.ticker,
    exchange: facts.prefix,
    interval: timeframeOf(facts.intervalMinutes * 60),
    currency: facts.quoteCurrency,
    baseCurrency: facts.baseCurrency,
    open: price('open'),
    high: price('high'),
    low: price('low'),
    close: price('close'),
    volume: price('volume'),
    timeMs: openMs(),
    nowMs: api.clock.nowMs(),
    plots,
  };
}
