// Judges the window of time that a caller may have backtests of.

import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { isLapsed, PLANS } from '#domain/plan/plan.ts';
import type { Principal } from '#ports/stores/key-store.ts';

export type BacktestWindow = { readonly startMs: number; readonly endMs: number };

export type WindowRefusal =
  | { readonly code: 'forbidden'; readonly detail: string }
  | { readonly code: 'invalid_request'; readonly field: 'end_at'; readonly detail: string };

/** Null when it has a whole minute and the plan allows it. */
export function judgeWindow(
  caller: Pick<Principal, 'plan' | 'planUntilMs'>,
  { startMs, endMs }: BacktestWindow,
  nowMs: number,
): WindowRefusal | null {
  if (minuteStartMs(endMs) - minuteStartMs(startMs) < MINUTE_MS) {
    const detail = 'Field "end_at": expected an instant at least a minute after "start_at".';
    return { code: 'invalid_request', field: 'end_at', detail };
  }
  const { plan, planUntilMs } = caller;
  if (isLapsed(planUntilMs, nowMs)) {
    const detail = `Your plan "${plan}" has ended; renew it to run backtests.`;
    return { code: 'forbidden', detail };
  }
  const daysMax = PLANS[plan].backtestWindowDaysMax;
  if (daysMax === null || endMs - startMs <= daysMax * DAY_MS) return null;
  const detail = `Your plan "${plan}" allows a backtest window of at most ${daysMax} days.`;
  return { code: 'forbidden', detail };
}
