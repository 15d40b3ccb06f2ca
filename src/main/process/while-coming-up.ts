// Patience of a start with a database that comes up, is started again or has too much to do.

import { setTimeout as pause } from 'node:timers/promises';
import { mayComeUp } from '#adapters/postgres/connection/translate-database-error.ts';

export type Patience = {
  /** How long to wait for a server that is not up yet. */
  readonly patienceMs: number;
  /** Hears about what is waited for and what was lost. */
  readonly report: (message: string) => void;
};

const RETRY_MS = 500;

/**
 * Does what a start asks of the database, again and again while the database comes up or has too
 * much to do, for as long as the options say. What is done must be safe to repeat. Throws the last
 * Failure, which names what happened.
 */
export async function whileComingUp<T>(
  { patienceMs, report }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  const deadlineMs = performance.now() + patienceMs;
  let hasReported = false;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayComeUp(error) || performance.now() >= deadlineMs) throw error;
      if (!hasReported) report(`Waiting for the database: ${(error as Error).message}`);
      hasReported = true;
      await pause(RETRY_MS);
    }
  }
}
