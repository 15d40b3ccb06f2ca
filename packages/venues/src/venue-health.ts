// Reachability of a venue, judged by how the last calls ended.

import type { VenueHealth } from '#venue-port/exchange/exchange.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

export type HealthRecord = {
  note(outcome: WireOutcome): void;
  /**
   * Of a public call that was made to learn whether the venue can be reached: it may serve that and
   * refuse all accounts, so that a reply makes it healthy by degrees.
   */
  noteProbe(outcome: WireOutcome): void;
  current(): VenueHealth;
  /** How often the venue itself has replied. */
  repliesCount(this: void): number;
};

/** So many calls in a row without a reply of the venue itself, and it is down. */
const DOWN_COUNT = 5;
const SERVER_ERROR = 500;
/** Of our own making: they say nothing about the venue. */
const OWN_CAUSES: ReadonlySet<string> = new Set([
  'budget',
  'clock',
  'credentials',
  'library',
  'lease',
]);

/** Record without calls, which counts as open. */
export function makeHealthRecord(): HealthRecord {
  let failedInRow = 0;
  let repliesCount = 0;
  const take = (outcome: WireOutcome, afterReply: number): void => {
    if (outcome.kind === 'not_sent' && OWN_CAUSES.has(outcome.cause)) return;
    const isReply = outcome.kind === 'reply' && outcome.status < SERVER_ERROR;
    if (isReply) repliesCount += 1;
    failedInRow = isReply ? afterReply : Math.min(failedInRow + 1, DOWN_COUNT);
  };
  return {
    note: (outcome) => take(outcome, 0),
    noteProbe: (outcome) => take(outcome, Math.max(failedInRow - 1, 0)),
    current() {
      if (failedInRow === 0) return 'open';
      return failedInRow < DOWN_COUNT ? 'degraded' : 'down';
    },
    repliesCount: () => repliesCount,
  };
}
