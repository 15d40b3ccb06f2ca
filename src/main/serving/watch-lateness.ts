// Notices that this process is behind with what it has: its event loop turns late, or statements
// wait for connections. A moment is no trouble, so what lasted a second counts.

import type { PoolUsage } from '#adapters/postgres/connection/connection-pool.ts';
import type { Figure } from '#api/http/responses/metrics.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Timer } from '#venue-port/world/timer.ts';

export type LatenessWatch = {
  isLate(this: void): boolean;
  figures(this: void): readonly Figure[];
  stop(this: void): void;
};

const LOOK_MS = 250;
/** A loop that turned so late once has work for about as long. */
const LOOP_LATE_MS = 250;
/** So long it counts as late afterwards. */
const LATE_LOOKS = 4;
/** Of those that requests may use; the others are for what is urgent. */
const CROWDED_CONNECTIONS = LIMITS.databasePoolConnectionsMax - 4;
/** Statements that wait at so many looks in a row. */
const WAITING_LOOKS = 4;

/** Watch that begins at once; the process counts as late for some looks after the last late one. */
export function watchLateness(
  timer: Timer,
  clock: { now(): number },
  database: { usage(): Pick<PoolUsage, 'waitingCount' | 'inUseCount'> },
): LatenessWatch {
  let lookedMs = clock.now();
  let lateLooksLeft = 0;
  let waitingLooks = 0;
  const stop = timer.every(LOOK_MS, () => {
    const atMs = clock.now();
    const isLoopLate = atMs - lookedMs - LOOK_MS >= LOOP_LATE_MS;
    lookedMs = atMs;
    const { waitingCount, inUseCount } = database.usage();
    const isCrowded = waitingCount > 0 || inUseCount >= CROWDED_CONNECTIONS;
    waitingLooks = isCrowded ? waitingLooks + 1 : 0;
    if (isLoopLate || waitingLooks >= WAITING_LOOKS) lateLooksLeft = LATE_LOOKS;
    else lateLooksLeft = Math.max(0, lateLooksLeft - 1);
  });
  const isLate = (): boolean => lateLooksLeft > 0;
  return {
    isLate,
    stop,
    figures: () => [
      {
        name: 'tidemill_late',
        kind: 'gauge',
        help: 'Whether the process is late, and takes on less (1).',
        samples: [{ value: isLate() ? 1 : 0 }],
      },
    ],
  };
}
