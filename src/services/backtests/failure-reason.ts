// Reason of a run's failure, as its owner reads it: the line stands beside the message, not in it
// as well.

import type { BacktestFailure } from '#backtesting/backtest.ts';
import type { BacktestFailureReason } from '#ports/stores/backtest-store.ts';

/** Messages begin with the script's name, the line and, where it is known, the column. */
export function failureReason(
  { message, line }: BacktestFailure,
  scriptName: string,
): BacktestFailureReason {
  const place = `${scriptName}:${line}:`;
  if (!message.startsWith(place)) return { message, line };
  return { message: message.slice(place.length).replace(/^(?:\d+:)? /, ''), line };
}
