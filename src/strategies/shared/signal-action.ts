// Decides that a signal is meant for a bot and still fresh. What it means for what is held is
// decided in decide-signal.ts.

import type { LogApi } from '#engine/run-api/run-api.ts';
import type { SignalAction } from '#domain/strategy/signal-action.ts';
import { SIGNAL_ACTIONS } from '#domain/strategy/signal-action.ts';
import type { StrategySignal } from '#strategies/shared/strategy-brain.ts';

/** Null when it is another token's, or no action; the log says which actions there are. */
export function signalAction(
  log: LogApi,
  { token, action }: StrategySignal,
  listensTo: string | null,
): SignalAction | null {
  if (token !== listensTo) return null;
  const known = SIGNAL_ACTIONS.find((each) => each === action) ?? null;
  if (known === null) {
    const actions = SIGNAL_ACTIONS.join(', ');
    log.write('warning', `signal "${action}" is ignored: the actions are ${actions}`);
  }
  return known;
}

/** False, with a line in the log, for one that is older than may be. */
export function isSignalDue(
  log: LogApi,
  { action, ageMs }: StrategySignal,
  ageMostMs: number,
): boolean {
  if (ageMs <= ageMostMs) return true;
  const [age, most] = [ageMs, ageMostMs].map((each) => Math.floor(each / 1_000));
  log.write('warning', `signal "${action}" is ignored: it is ${age} s old, ${most} s is the most`);
  return false;
}
