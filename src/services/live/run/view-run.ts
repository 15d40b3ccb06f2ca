// What a thread shows its supervisor of a run after each step.

import type { Digest } from '#ports/digest.ts';
import { isSent } from '#services/live/venue/apply-venue-snapshot.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import type { RunView, ShownOrder } from '#services/live/state/run-messages.ts';
import { storedIdentity } from '#services/live/orders/stored-identity.ts';

export function viewRun(digest: Digest, live: HostedRun): RunView {
  const { run, waiting } = live;
  const { flags, isPaused } = run.settings;
  const { open, all, placedCount: askedCount } = run.orders;
  return {
    doneRow: live.doneRow,
    lookedRow: live.lookedRow,
    isPaused,
    isFast: flags.has('high_speed'),
    followsFills: flags.has('update_on_filled_orders'),
    openCount: open.length,
    waitingCount: waiting.length,
    sent: open.length === 0 ? NONE : sentOrders(digest, live),
    triggered: live.setOff.size === 0 ? NONE : [...live.setOff],
    placedCount: live.placedCount,
    askedCount,
    hasForgotten: all.length !== askedCount,
  };
}

const NONE: readonly never[] = [];

function sentOrders(digest: Digest, live: HostedRun): readonly ShownOrder[] {
  return live.run.orders.open
    .filter(({ orderId }) => isSent(live, orderId))
    .map(({ orderId, openedAtMs, timeoutMs }) => {
      const storedId = storedIdentity(digest, live.bot, orderId).orderId;
      const isCancelWanted = live.cancelsWanted.has(orderId);
      return { orderId, storedId, openedAtMs, timeoutMs, isCancelWanted };
    });
}
