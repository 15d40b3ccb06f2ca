// Dependencies of the use cases of backtests behind the API.

import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { RequestBacktestDeps } from '#services/backtests/request-backtest.ts';

export type BacktestDeps = RequestBacktestDeps & { readonly backtests: BacktestStore };
