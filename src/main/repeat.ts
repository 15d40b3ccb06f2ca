// Work in the background: again and again with a pause between, never twice at the same time.

import { setTimeout as pause } from 'node:timers/promises';
import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import type { Log } from '#ports/log.ts';

export type Repetition = {
  /** Lets the round under way end and starts no other. */
  stop(): Promise<void>;
};

export type RepeatedWork = {
  readonly name: string;
  readonly pauseMs: number;
  round(): Promise<unknown>;
  /** Our own mistake: the work is not repeated. */
  onDefect(error: unknown): void;
};

/** Failures of the world are logged when they begin and when they end, and the work goes on. */
export function repeat(work: RepeatedWork, log: Log): Repetition {
  const stopping = new AbortController();
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      try {
        await work.round();
        if (isFailing) log.info('background.recovered', { work: work.name });
        isFailing = false;
      } catch (error) {
        if (!(error instanceof Failure || error instanceof OutcomeUnknown)) {
          work.onDefect(error);
          return;
        }
        if (!isFailing) log.warn('background.failing', { work: work.name, cause: error.message });
        isFailing = true;
      }
      await rest(work.pauseMs, stopping.signal);
    }
  }
}

async function rest(pauseMs: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(pauseMs, undefined, { signal });
  } catch {
    // Woken up to stop.
  }
}
