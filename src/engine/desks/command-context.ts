// All that a script's commands may read and act on, one desk for each subject. The engine offers it
// to one run; tests offer a scripted double. Numbers here are the script's: floats of prices,
// amounts and money. Exact money begins behind the desks that act.

import type { ChartDesk } from '#engine/desks/chart-desk.ts';
import type { InputDesk } from '#engine/desks/input-desk.ts';
import type { MarketDesk } from '#engine/desks/market-desk.ts';
import type { MemoryDesk } from '#engine/desks/memory-desk.ts';
import type { OrderDesk } from '#engine/desks/order-desk.ts';
import type { PositionDesk } from '#engine/desks/position-desk.ts';
import type { ReportDesk } from '#engine/desks/report-desk.ts';
import type {
  ChanceDesk,
  ClockDesk,
  LogDesk,
  RunDesk,
  SignalDesk,
} from '#engine/desks/run-desk.ts';
import type { SeriesDesk } from '#engine/desks/series-desk.ts';
import type { SettingsDesk } from '#engine/desks/settings-desk.ts';
import type { WalletDesk } from '#engine/desks/wallet-desk.ts';

export type CommandContext = {
  readonly chance: ChanceDesk;
  readonly charts: ChartDesk;
  readonly clock: ClockDesk;
  readonly inputs: InputDesk;
  readonly log: LogDesk;
  readonly markets: MarketDesk;
  readonly memory: MemoryDesk;
  readonly orders: OrderDesk;
  readonly positions: PositionDesk;
  readonly report: ReportDesk;
  readonly run: RunDesk;
  readonly series: SeriesDesk;
  readonly settings: SettingsDesk;
  readonly signals: SignalDesk;
  readonly wallet: WalletDesk;
};
