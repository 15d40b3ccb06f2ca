// Frozen inputs of a backtest that repeats a run, instead of the user's scripts and the account's
// wallet as they are when it runs.

import type { BacktestInput } from '#backtesting/backtest.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';

export type FrozenRun = Pick<BacktestInput, 'script' | 'libraries' | 'wallet'> & {
  /** History before the window that the run had; absent: as much as is usual. */
  readonly warmUpMinutes?: number;
};

/** Text for the store; amounts retain their digits. */
export function frozenToText(frozen: FrozenRun): string {
  return toStoredForm(frozen);
}

/** Null where nothing is frozen. */
export function frozenFromText(text: string | undefined): FrozenRun | null {
  return text === undefined ? null : (fromStoredForm(text) as FrozenRun);
}
