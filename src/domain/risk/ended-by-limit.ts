// Ends a bot whose order breaks a limit of its account: of the step's orders only those are placed
// that reduce what is held, and the bot ends with the reason.

import type { Stopper } from '#domain/risk/stopper.ts';

type Line = { readonly atMs: number; readonly severity: string; readonly message: string };

type Step = {
  readonly atMs: number;
  readonly orders: readonly unknown[];
  readonly lines: readonly Line[];
  readonly ending: { readonly reason: string; readonly by: Stopper } | null;
};

type JudgedStep = {
  readonly step: Step;
  /** Of the step's orders, in their order. */
  readonly risks?: readonly { readonly onlyReduces?: boolean }[];
};

/** Log line of an order that was not placed; the reason has no full stop. */
export function stoppedByLimit(reason: string): string {
  return `An order was not placed: ${reason}.`;
}

/**
 * Step that places only its reducing orders and ends the bot for this reason; the risks of other
 * orders are left out.
 */
export function endedByLimit<J extends JudgedStep>(judged: J, reason: string): J {
  const { step, risks = [] } = judged;
  const line = { atMs: step.atMs, severity: 'error', message: `The bot was stopped: ${reason}` };
  const orders = step.orders.filter((_, index) => risks[index]?.onlyReduces === true);
  const lines = [...step.lines, line];
  const ended = { ...step, orders, lines, ending: { reason, by: 'risk' } };
  return { ...judged, step: ended, risks: risks.filter(({ onlyReduces }) => onlyReduces === true) };
}
