// Which minutes a run has to go on for: those that closed since it was run last, unless it rests.

import type { HostedRun } from '#services/live/state/hosted-run.ts';
import { rowAt } from '#services/live/state/live-setup.ts';
import { endOfWindow } from '#services/live/state/market-window.ts';
import type { WindowColumns } from '#services/live/state/run-messages.ts';

type Timed = {
  readonly setup: { readonly startMs: number };
  readonly window: { readonly columns: WindowColumns };
};

/** The first row of a minute that has not closed yet, as far as is known. */
export function knownRow({ setup, window }: Timed): number {
  return rowAt(setup, endOfWindow(window));
}

/** Whether the bot is not run: it was paused, or stopped. */
export function isResting({ run, isFollowed }: HostedRun): boolean {
  return isFollowed || run.settings.isPaused;
}

/** Whether there are minutes that the bot has to run for. */
export function isBehind(live: HostedRun): boolean {
  return live.doneRow < knownRow(live) && !isResting(live);
}

/** Whether a minute has closed in which orders of a resting bot may have filled. */
export function mustLookAfter(live: HostedRun): boolean {
  const { run, waiting, lookedRow } = live;
  const hasOrders = run.orders.open.length > waiting.length;
  return isResting(live) && hasOrders && lookedRow < knownRow(live);
}
