// Probes of a venue that is not known to be well: one that does not respond as it should, and one
// that nobody has requested anything of for a while, which may have stopped responding since.

import type { HealthRecord } from '#venues/venue-health.ts';
import type { VenueClock } from '#venues/venue-clock.ts';
import type { Timer } from '#venue-port/world/timer.ts';

/** While a venue is not known to be well, its clock is read so often. */
const PROBED_EVERY_MS = 5_000;
/** So many rounds without a reply, and it is not known any more. */
const SILENT_ROUNDS_MAX = 2;

/** `onReply` hears that the venue replied, or is well. The result ends it. */
export function probeUntilOpen(
  timer: Timer,
  health: Pick<HealthRecord, 'current' | 'repliesCount'>,
  venueClock: Pick<VenueClock, 'measure'>,
  onReply: () => void,
): () => void {
  let repliesCount = 0;
  let silentRounds = 0;
  const probe = async (): Promise<void> => {
    const isSilent = health.repliesCount() === repliesCount;
    repliesCount = health.repliesCount();
    silentRounds = isSilent ? silentRounds + 1 : 0;
    const isKnown = health.current() === 'open' && silentRounds < SILENT_ROUNDS_MAX;
    if (isKnown || (await venueClock.measure())) onReply();
  };
  return timer.every(PROBED_EVERY_MS, () => void probe());
}
