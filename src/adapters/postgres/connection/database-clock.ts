// The clock of agreement: the database's. Whatever processes on several machines compare (ages of
// orders, locks, claims, minutes) is taken from it, so a machine whose own clock is wrong does no
// harm.

import { present } from '#lib/assert.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { askUntilKnown, CLOCK_ERROR_MS_MAX, followedClock } from '#lib/followed-clock.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type DatabaseClock = Clock & {
  /** How far this machine's own clock is ahead of the database's; negative when it is behind. */
  skewMs(this: void): number;
  stop(): void;
};

export type DatabaseClockOptions = {
  /** Hears of a machine's clock that is wrong, at the first and whenever the error changes. */
  readonly onSkew: (skewMs: number) => void;
  readonly localMs?: () => number;
  /** A counter of this machine that never goes back. */
  readonly counterMs?: () => number;
};

const MEASURE_INTERVAL_MS = 5_000;
/** Three questions: the first one pays for the connection. */
const FIRST_SAMPLES_COUNT = 3;
/** Each within the time limit of a statement. */
const QUESTIONS_MAX = 20;
const SKEW_REPORTED_MS = 1_000;

const NOW: Statement<{ readonly nowMs: number }> = {
  name: 'database_now',
  text: 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "nowMs"',
  isShared: true,
};

/**
 * Measured before it returns, until it is known to within CLOCK_ERROR_MS_MAX, and every few seconds
 * until it is stopped. Throws Failure, also where the database is too slow for that.
 */
export async function openDatabaseClock(
  database: Database,
  { onSkew, localMs = Date.now, counterMs = () => performance.now() }: DatabaseClockOptions,
): Promise<DatabaseClock> {
  const clock = followedClock(counterMs);
  let reportedMs = 0;

  async function ask(): Promise<number> {
    const [row] = await database.read(NOW, []);
    return present(row, 'a query without a table has a row').nowMs;
  }

  const measure = (questionsMin: number): Promise<boolean> =>
    askUntilKnown(clock, {
      ask,
      monotonicMs: counterMs,
      questionsMin,
      questionsMax: QUESTIONS_MAX,
    });

  const skewMs = (): number => localMs() - clock.nowMs();

  function reportSkew(): void {
    const skew = skewMs();
    const isNews = Math.abs(skew - reportedMs) > SKEW_REPORTED_MS;
    if (!isNews) return;
    reportedMs = skew;
    onSkew(skew);
  }

  if (!(await measure(FIRST_SAMPLES_COUNT))) {
    const message = `the database did not tell its time to within ${CLOCK_ERROR_MS_MAX} ms`;
    throw new Failure('timeout', message);
  }
  reportSkew();
  let isAsking = false;
  const timer = setInterval(() => {
    // A database that is slow is queried by one at a time.
    if (isAsking) return;
    isAsking = true;
    // While the database is away the counter goes on.
    void measure(1)
      .then(reportSkew, ignore)
      .finally(() => {
        isAsking = false;
      });
  }, MEASURE_INTERVAL_MS);
  timer.unref();
  return { nowMs: clock.nowMs, skewMs, stop: () => clearInterval(timer) };
}

function ignore(): void {
  // Whoever needs the database says so.
}
