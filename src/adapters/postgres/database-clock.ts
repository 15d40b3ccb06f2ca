// The clock of agreement: the database's. Whatever processes on several machines compare (ages of
// orders, locks, claims, minutes) is told by it, so a machine whose own clock is wrong does no
// harm.

import type { Database, Statement } from '#adapters/postgres/database.ts';
import { followedClock } from '#lib/followed-clock.ts';
import type { Clock } from '#ports/clock.ts';

export type DatabaseClock = Clock & {
  /** How far this machine's own clock is ahead of the database's; negative when it is behind. */
  skewMs(this: void): number;
  stop(): void;
};

export type DatabaseClockOptions = {
  /** Hears of a machine's clock that is wrong, at the first and whenever the error changes. */
  readonly onSkew: (skewMs: number) => void;
  readonly localMs?: () => number;
};

const MEASURE_INTERVAL_MS = 5_000;
/** Three questions: the first one pays for the connection. */
const FIRST_SAMPLES_COUNT = 3;
const SKEW_REPORTED_MS = 1_000;

const NOW: Statement<{ readonly nowMs: number }> = {
  name: 'database_now',
  text: 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "nowMs"',
  isShared: true,
};

/** Measured before it answers, and every few seconds until it is stopped. Throws Failure. */
export async function openDatabaseClock(
  database: Database,
  { onSkew, localMs = Date.now }: DatabaseClockOptions,
): Promise<DatabaseClock> {
  const clock = followedClock(() => performance.now());
  let reportedMs = 0;

  async function measure(): Promise<void> {
    const sentMs = performance.now();
    const [row] = await database.read(NOW, []);
    if (row !== undefined) clock.note({ sentMs, readMs: performance.now(), otherMs: row.nowMs });
  }

  const skewMs = (): number => localMs() - clock.nowMs();

  function reportSkew(): void {
    const skew = skewMs();
    const isNews = Math.abs(skew - reportedMs) > SKEW_REPORTED_MS;
    if (!isNews) return;
    reportedMs = skew;
    onSkew(skew);
  }

  for (let count = 0; count < FIRST_SAMPLES_COUNT; count += 1) await measure();
  reportSkew();
  const timer = setInterval(() => {
    // While the database is away the counter goes on.
    void measure().then(reportSkew, ignore);
  }, MEASURE_INTERVAL_MS);
  timer.unref();
  return { nowMs: clock.nowMs, skewMs, stop: () => clearInterval(timer) };
}

function ignore(): void {
  // Whoever needs the database says so.
}
