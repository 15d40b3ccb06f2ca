// Work in the background: again and again with a pause between, never twice at the same time.

import { describeError } from '#lib/describe-error.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';

export type Repetition = {
  /** Ends the pause, or is followed by a round without one. */
  wake(this: void): void;
  /** Lets the round under way end and starts no other. */
  stop(): Promise<void>;
};

export type RepeatedWork = {
  readonly name: string;
  readonly pauseMs: number;
  /** The signal is aborted by `stop`, for rounds that may be long. */
  round(signal: AbortSignal): Promise<unknown>;
  /** Our own mistake. */
  onDefect(error: unknown): void;
  /**
   * Whether the work goes on after a defect: where a damaged record may be the cause, and nothing
   * is retained in memory from round to round. Otherwise it is not repeated.
   */
  readonly survivesDefects?: boolean;
};

/** Failures of the world are logged when they begin and when they end, and the work goes on. */
export function repeat(work: RepeatedWork, log: Log): Repetition {
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();
  const running = run();
  return {
    wake: () => woken.resolve(),
    async stop() {
      stopping.abort();
      woken.resolve();
      await running;
    },
  };

  async function run(): Promise<void> {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      // What wakes it from here on may have come too late for this round.
      woken = Promise.withResolvers();
      try {
        await work.round(stopping.signal);
        if (isFailing) log.info('background.recovered', { work: work.name });
        isFailing = false;
      } catch (error) {
        if (!(error instanceof Failure || error instanceof OutcomeUnknown)) {
          work.onDefect(error);
          if (work.survivesDefects !== true) return;
          await rest(work.pauseMs, woken.promise);
          continue;
        }
        if (error instanceof Failure && error.isDefect) {
          log.error('background.failing', { work: work.name, cause: describeError(error) });
        } else if (!isFailing)
          log.warn('background.failing', { work: work.name, cause: error.message });
        isFailing = true;
      }
      await rest(work.pauseMs, woken.promise);
    }
  }
}

async function rest(pauseMs: number, woken: Promise<void>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, pauseMs);
  await Promise.race([over, woken]);
  clearTimeout(timer);
}
