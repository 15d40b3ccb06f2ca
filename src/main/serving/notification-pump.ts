// Keeps notifications going: queues what rules are about, and sends what is due while there is
// room. One receiver that hangs holds only its own place.

import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '#lib/limits.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';
import { queueNotifications } from '#services/notifications/queue-notifications.ts';
import type { SendNotificationDeps } from '#services/notifications/send-notification.ts';
import { claimChannels, sendNotification } from '#services/notifications/send-notification.ts';

export type NotificationPumpDeps = SendNotificationDeps & {
  readonly notifications: Pick<NotificationStore, 'takeReaders' | 'noteRead'>;
};

/** A round: goes on as long as there is something to send. Throws Failure. */
export async function pumpNotifications(
  deps: NotificationPumpDeps,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let isBusy: boolean;
  try {
    do {
      const hasRead = await queueNotifications(deps);
      const room = LIMITS.notificationsProcessMax - underWay.size;
      const claimed = room > 0 ? await claimChannels(deps, room) : [];
      for (const channel of claimed) {
        const sending = sendNotification(deps, channel)
          .catch(onError)
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
      // What is new meanwhile is looked for too, however long the slowest takes.
      if (underWay.size > 0) await Promise.race([...underWay, pause(LIMITS.notificationPauseMs)]);
      isBusy = hasRead || underWay.size > 0;
    } while (isBusy && !signal.aborted);
  } finally {
    await Promise.all(underWay);
  }
}
