// Failure of a backtest whose script does not compile: the first of its mistakes, with the line of
// the first beside the message.

import type { BacktestFailure } from '#backtesting/backtest.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';

const MISTAKES_SHOWN = 5;

/** Failure with the first mistakes joined; its line is that of the first. */
export function failureOfMistakes(mistakes: readonly Diagnostic[]): BacktestFailure {
  const shown = mistakes.slice(0, MISTAKES_SHOWN);
  const messages = shown.map(({ line, message }, index) =>
    index === 0 ? message : `line ${line}: ${message}`,
  );
  const line = shown[0]?.line ?? null;
  return { kind: 'invalid_script', message: messages.join('; '), line };
}
