// All desks of a run together: what its script's commands read and act on.

import type { CommandContext } from '#engine/desks/command-context.ts';
import type { PriceNow, SeriesDesk } from '#engine/desks/series-desk.ts';
import { makeChartDesk } from '#engine/run/make-chart-desk.ts';
import { makeMarketDesk } from '#engine/run/make-market-desk.ts';
import { makeMemoryDesk } from '#engine/run/make-memory-desk.ts';
import { makeOrderDesk } from '#engine/run/make-order-desk.ts';
import { makePositionDesk } from '#engine/run/make-position-desk.ts';
import { makeReportDesk } from '#engine/run/make-report-desk.ts';
import {
  makeChanceDesk,
  makeClockDesk,
  makeInputDesk,
  makeLogDesk,
  makeRunDesk,
  makeSignalDesk,
} from '#engine/run/make-run-desks.ts';
import { makeSettingsDesk } from '#engine/run/make-settings-desk.ts';
import { makeWalletDesk } from '#engine/run/make-wallet-desk.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket } from '#engine/run/run.ts';
import { fromSteps } from '#engine/run/step-scale.ts';

/** `series` reads the same candles at the same stage as the run. */
export function makeContext(run: Run, series: SeriesDesk): CommandContext {
  return {
    chance: makeChanceDesk(run),
    charts: makeChartDesk(run),
    clock: makeClockDesk(run),
    inputs: makeInputDesk(run),
    log: makeLogDesk(run),
    markets: makeMarketDesk(run),
    memory: makeMemoryDesk(run),
    orders: makeOrderDesk(run),
    positions: makePositionDesk(run),
    report: makeReportDesk(run),
    run: makeRunDesk(run),
    series: seriesOf(run, series),
    settings: makeSettingsDesk(run),
    signals: makeSignalDesk(run),
    wallet: makeWalletDesk(run),
  };
}

function seriesOf(run: Run, series: SeriesDesk): SeriesDesk {
  return {
    ...series,
    now: (marketTag) => priceNow(run, series, marketTag),
    lastPrice: (marketTag) => momentPrice(run, marketTag) ?? series.lastPrice(marketTag),
    takingPrice: (marketTag, side) =>
      momentPrice(run, marketTag) ?? series.takingPrice(marketTag, side),
  };
}

/** Between closes: the last price; null at a close, and where there is none. */
function momentPrice(run: Run, marketTag: string | null): number | null {
  if (run.momentMs === null) return null;
  const market = findMarket(run, marketTag);
  if (market === null || market.momentTicks === null) return null;
  return fromSteps(market.price, market.momentTicks);
}

/** Between closes the last price is a newer one; what else is shown of a market stands still. */
function priceNow(run: Run, series: SeriesDesk, marketTag: string | null): PriceNow {
  const now = series.now(marketTag);
  const close = momentPrice(run, marketTag);
  if (close === null) return now;
  const { open, high, low, volume } = now;
  const extremes = { high: Math.max(high, close), low: Math.min(low, close) };
  return { open, ...extremes, close, volume, ask: close, bid: close };
}
