// All desks of a run together: what its script's commands read and act on.

import type { CommandContext } from '#engine/desks/command-context.ts';
import type { SeriesDesk } from '#engine/desks/series-desk.ts';
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
    series,
    settings: makeSettingsDesk(run),
    signals: makeSignalDesk(run),
    wallet: makeWalletDesk(run),
  };
}
