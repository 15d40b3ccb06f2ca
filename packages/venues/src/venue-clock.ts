// The venue's clock, as measured: requests are signed with it. A reply's time was taken somewhere
// between sending and receiving, so half the round trip is the error of a measurement.

import type { Clock } from '#venue-port/world/clock.ts';
import type { Timer } from '#venue-port/world/timer.ts';

export type VenueClock = Clock & {
  /** The venue's clock less ours; null before the first measurement. */
  skewMs(): number | null;
  /** By how much the skew may be wrong; null before the first measurement. */
  errorMs(): number | null;
  /** They certainly differ by over a second: either may be wrong, so nothing is traded. */
  isOff(): boolean;
  /** Measures now; calls at the same time share one. False when the venue does not say. */
  measure(): Promise<boolean>;
  /** Measures every minute until the result is called. */
  follow(timer: Timer): () => void;
};

const SKEW_MS_MAX = 1_000;
const MEASURED_EVERY_MS = 60_000;
/** A slow round trip is measured again, at most so often, and the fastest counts. */
const SAMPLES_MAX = 3;
const ERROR_MS_AMPLE = 100;

type Measurement = { readonly skewMs: number; readonly errorMs: number };

/** `ask` sends a request and resolves with the venue's time; null when it failed. */
export function makeVenueClock(clock: Clock, ask: () => Promise<number | null>): VenueClock {
  let measured: Measurement | null = null;
  let underWay: Promise<boolean> | null = null;

  async function sample(): Promise<Measurement | null> {
    const sentAtMs = clock.nowMs();
    const venueAtMs = await ask();
    const receivedAtMs = clock.nowMs();
    // A clock that was set back meanwhile measures nothing.
    if (venueAtMs === null || receivedAtMs < sentAtMs) return null;
    const skewMs = Math.round(venueAtMs - (sentAtMs + receivedAtMs) / 2);
    return { skewMs, errorMs: Math.ceil((receivedAtMs - sentAtMs) / 2) };
  }

  async function take(): Promise<boolean> {
    let best: Measurement | null = null;
    for (let count = 0; count < SAMPLES_MAX; count++) {
      const found = await sample();
      if (found === null) break;
      if (best === null || found.errorMs < best.errorMs) best = found;
      if (best.errorMs <= ERROR_MS_AMPLE) break;
    }
    if (best === null) return false;
    measured = best;
    return true;
  }

  const measure = async (): Promise<boolean> => {
    underWay ??= take().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  return {
    nowMs: () => clock.nowMs() + (measured?.skewMs ?? 0),
    skewMs: () => measured?.skewMs ?? null,
    errorMs: () => measured?.errorMs ?? null,
    isOff: () => measured !== null && Math.abs(measured.skewMs) - measured.errorMs > SKEW_MS_MAX,
    measure,
    follow: (timer) => timer.every(MEASURED_EVERY_MS, () => void measure()),
  };
}
