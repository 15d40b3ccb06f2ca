// Keeps webhooks going: takes what is due while there is room, and looks again when something ends
// or after a pause. One receiver that hangs holds only its own few places.

import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '#lib/limits.ts';
import type { DeliverDeps } from '#services/webhooks/deliver-webhook.ts';
import { claimWebhooks, deliverWebhook } from '#services/webhooks/deliver-webhook.ts';

/** So long it waits for more before it looks again after something ended. */
const GATHERING_MS = 10;

/** A round: goes on as long as there is something to send. Throws Failure. */
export async function pumpWebhooks(
  deps: DeliverDeps,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let isBusy: boolean;
  try {
    do {
      const room = LIMITS.webhookProcessRequestsMax - underWay.size;
      const claimed = room > 0 ? await claimWebhooks(deps, room) : [];
      for (const delivery of claimed) {
        const sending = deliverWebhook(deps, delivery)
          .catch(onError)
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
      isBusy = underWay.size > 0;
      if (isBusy) {
        // What is new meanwhile is looked for too, however long the slowest takes.
        await Promise.race([...underWay, pause(LIMITS.webhookPauseMs)]);
        await pause(GATHERING_MS);
      }
    } while (isBusy && !signal.aborted);
  } finally {
    await Promise.all(underWay);
  }
}
