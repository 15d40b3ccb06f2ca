// All that a script's commands may read and act on, one API for each subject. The engine offers it
// to one run; tests offer a scripted double. Numbers here are the script's: floats of prices,
// amounts and money. Exact money begins behind the parts that act.

import type { ChartApi } from '#engine/run-api/chart-api.ts';
import type { InputApi } from '#engine/run-api/input-api.ts';
import type { MarketApi } from '#engine/run-api/market-api.ts';
import type { MemoryApi } from '#engine/run-api/memory-api.ts';
import type { OrderApi } from '#engine/run-api/order-api.ts';
import type { PositionApi } from '#engine/run-api/position-api.ts';
import type { ReportApi } from '#engine/run-api/report-api.ts';
import type { ChanceApi, ClockApi, LogApi, RunApi, SignalApi } from '#engine/run-api/run-api.ts';
import type { SeriesApi } from '#engine/run-api/series-api.ts';
import type { SettingsApi } from '#engine/run-api/settings-api.ts';
import type { WalletApi } from '#engine/run-api/wallet-api.ts';
import type { WishApi } from '#engine/run-api/wish-api.ts';

export type CommandContext = {
  readonly chance: ChanceApi;
  readonly charts: ChartApi;
  readonly clock: ClockApi;
  readonly inputs: InputApi;
  readonly log: LogApi;
  readonly markets: MarketApi;
  readonly memory: MemoryApi;
  readonly orders: OrderApi;
  readonly positions: PositionApi;
  readonly report: ReportApi;
  readonly run: RunApi;
  readonly series: SeriesApi;
  readonly settings: SettingsApi;
  readonly signals: SignalApi;
  readonly wallet: WalletApi;
  /** Notes managed wishes, for which then no order is placed; left out: orders are placed. */
  readonly wishes?: WishApi;
};
