// Reasons of a shutdown: a signal asks for it, or a defect came to light. A second signal ends the
// process at once, and so does an orderly end that takes too long.

import { LIMITS } from '#lib/limits.ts';
import type { Log } from '#venue-port/world/log.ts';

export type StopReason =
  | { readonly kind: 'signal'; readonly signal: string }
  /** The process that started this one ended, or let it go. */
  | { readonly kind: 'parent' }
  | { readonly kind: 'defect'; readonly error: unknown };

export type ShutdownSignal = {
  /** Settles with the first reason. */
  readonly reason: Promise<StopReason>;
  isStopping(this: void): boolean;
  onDefect(this: void, error: unknown): void;
};

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** What shells report for a process that a signal ended. */
const EXIT_CODES = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Watches from now on; without it a signal ends the process as usual. A process with a parent hears
 * from it when to stop: what a terminal sends to both is left to the parent.
 */
export function listenForShutdown(log: Log, hasParent = false): ShutdownSignal {
  const { promise, resolve } = Promise.withResolvers<StopReason>();
  let isStopping = false;

  function stop(reason: StopReason): void {
    isStopping = true;
    setTimeout(() => endNow(log, 'the deadline passed', 1), LIMITS.shutdownDeadlineMs).unref();
    resolve(reason);
  }

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (hasParent && signal === 'SIGINT') return;
      if (isStopping) endNow(log, `a second signal, ${signal}`, EXIT_CODES[signal]);
      stop({ kind: 'signal', signal });
    });
  }

  if (hasParent) {
    process.on('disconnect', () => stop({ kind: 'parent' }));
    // It may have gone while this process was being loaded.
    if (!process.connected) stop({ kind: 'parent' });
  }

  function onDefect(error: unknown): void {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error('service.defect', { cause });
    if (!isStopping) stop({ kind: 'defect', error });
  }
  process.on('uncaughtException', onDefect);
  process.on('unhandledRejection', onDefect);
  return { reason: promise, isStopping: () => isStopping, onDefect };
}

function endNow(log: Log, reason: string, exitCode: number): never {
  log.error('service.cut_off', { reason });
  process.exit(exitCode);
}
