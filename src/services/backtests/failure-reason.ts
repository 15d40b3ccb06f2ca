// Reason of a run's failure, as its owner reads it: the line stands beside the message, not in it
// as well.

import type { BacktestFailure } from '#backtesting/backtest.ts';
import type { BacktestFailureReason } from '#ports/stores/backtest-store.ts';

/** Lua begins its messages with the script's name and the line. */
export function failureReason(
  { message, line }: BacktestFailure,
  scriptName: string,
): BacktestFailureReason {
  const place = `${scriptName}:${line}: `;
  return { message: message.startsWith(place) ? message.slice(place.length) : message, line };
}
