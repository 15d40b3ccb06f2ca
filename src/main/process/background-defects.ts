// Mistakes of ours in the background, and damaged records that it meets: logged and counted. The
// service goes on, because what is wrong with one account or job must not stop all others.

import { describeError } from '#lib/describe-error.ts';
import type { Log, LogFields } from '#venue-port/world/log.ts';

export type BackgroundDefects = {
  /** `place` says what was done, and for whom. */
  note(this: void, place: LogFields, error: unknown): void;
  count(this: void): number;
};

/** Counter of defects, which logs each with its place. */
export function backgroundDefects(log: Pick<Log, 'error'>): BackgroundDefects {
  let count = 0;
  return {
    note(place, error) {
      count += 1;
      log.error('background.defect', { ...place, cause: describeError(error) });
    },
    count: () => count,
  };
}
