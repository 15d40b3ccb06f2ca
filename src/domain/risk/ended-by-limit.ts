// What becomes of a bot whose order breaks a limit of its account: none of the step's orders is
// placed, and the bot ends with the reason.

import type { Stopper } from '#domain/risk/stopper.ts';

type Line = { readonly atMs: number; readonly severity: string; readonly message: string };

type Step = {
  readonly atMs: number;
  readonly orders: readonly unknown[];
  readonly lines: readonly Line[];
  readonly ending: { readonly reason: string; readonly by: Stopper } | null;
};

export function stoppedByLimit(reason: string): string {
  return `An order was not placed: ${reason}.`;
}

export function endedByLimit<S extends Step>(step: S, reason: string): S {
  const line = { atMs: step.atMs, severity: 'error', message: `The bot was stopped: ${reason}` };
  return { ...step, orders: [], lines: [...step.lines, line], ending: { reason, by: 'risk' } };
}
