// The whole run API: what its script's commands read and act on.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { PriceNow, SeriesApi } from '#engine/run-api/series-api.ts';
import { makeChartApi } from '#engine/run/apis/make-chart-api.ts';
import { makeMarketApi } from '#engine/run/apis/make-market-api.ts';
import { makeMemoryApi } from '#engine/run/apis/make-memory-api.ts';
import { makeOrderApi } from '#engine/run/apis/make-order-api.ts';
import { makePositionApi } from '#engine/run/apis/make-position-api.ts';
import { makeReportApi } from '#engine/run/apis/make-report-api.ts';
import {
  makeChanceApi,
  makeClockApi,
  makeInputApi,
  makeLogApi,
  makeRunApi,
  makeSignalApi,
} from '#engine/run/apis/make-small-apis.ts';
import { makeSettingsApi } from '#engine/run/apis/make-settings-api.ts';
import { makeWalletApi } from '#engine/run/apis/make-wallet-api.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket } from '#engine/run/run.ts';
import { fromSteps } from '#engine/run/step-scale.ts';

/** `series` reads the same candles at the same stage as the run. */
export function makeContext(run: Run, series: SeriesApi): CommandContext {
  return {
    chance: makeChanceApi(run),
    charts: makeChartApi(run),
    clock: makeClockApi(run),
    inputs: makeInputApi(run),
    log: makeLogApi(run),
    markets: makeMarketApi(run),
    memory: makeMemoryApi(run),
    orders: makeOrderApi(run),
    positions: makePositionApi(run),
    report: makeReportApi(run),
    run: makeRunApi(run),
    series: seriesOf(run, series),
    settings: makeSettingsApi(run),
    signals: makeSignalApi(run),
    wallet: makeWalletApi(run),
  };
}

function seriesOf(run: Run, series: SeriesApi): SeriesApi {
  return {
    ...series,
    now: (marketTag) => priceNow(run, series, marketTag),
    lastPrice: (marketTag) => intrabarPrice(run, marketTag) ?? series.lastPrice(marketTag),
    takingPrice: (marketTag, side) =>
      intrabarPrice(run, marketTag) ?? series.takingPrice(marketTag, side),
  };
}

/** Between closes: the last price; null at a close, and where there is none. */
function intrabarPrice(run: Run, marketTag: string | null): number | null {
  if (run.intrabarMs === null) return null;
  const market = findMarket(run, marketTag);
  if (market === null || market.intrabarTicks === null) return null;
  return fromSteps(market.price, market.intrabarTicks);
}

/** Between closes the last price is a newer one; what else is shown of a market stands still. */
function priceNow(run: Run, series: SeriesApi, marketTag: string | null): PriceNow {
  const now = series.now(marketTag);
  const close = intrabarPrice(run, marketTag);
  if (close === null) return now;
  const { open, high, low, volume } = now;
  const extremes = { high: Math.max(high, close), low: Math.min(low, close) };
  return { open, ...extremes, close, volume, ask: close, bid: close };
}
