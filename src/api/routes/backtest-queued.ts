// Response to a backtest that was queued.

import type { Backtest } from '#services/backtests/request-backtest.ts';
import type { ApiResponse } from '#api/http/responses/api-response.ts';
import { queued } from '#api/http/responses/api-response.ts';
import type { BacktestJobWire } from '#api/schemas/backtest.ts';
import { acceptedToWire } from '#api/schemas/backtest.ts';

/** Response 202 with the job and its address. */
export function backtestQueued(backtest: Backtest): ApiResponse<BacktestJobWire> {
  const location = `/v1/backtests/${encodeURIComponent(backtest.backtestId)}`;
  return queued(acceptedToWire({ backtest }), location);
}
