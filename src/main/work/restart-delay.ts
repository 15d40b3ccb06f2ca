// Delay before a process is started again. Only deaths that it is to blame for make the wait
// longer: what ends by an error of its own, or before it served, will likely do so again; what was
// killed while it served, by hand, by the system or by the watchdog, is needed at once.

export const RESTART_MS_MIN = 500;
const RESTART_MS_MAX = 30_000;
/** One that lived so long did not die of its start. */
const HEALTHY_MS = 60_000;
/** Signals that come from outside, and the ends in order that they lead to. */
const FROM_OUTSIDE: readonly string[] = [
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'exit code 0',
  'exit code 130',
  'exit code 143',
];

export type Death = {
  /** The signal, or the exit code, or why it could not be started. */
  readonly ending: string;
  /** Whether it had informed of itself. */
  readonly hasServed: boolean;
  readonly isByWatchdog: boolean;
  readonly livedMs: number;
};

function isToBlame({ ending, hasServed, isByWatchdog }: Death): boolean {
  return !isByWatchdog && !(hasServed && FROM_OUTSIDE.includes(ending));
}

/** `nextMs` is the `dueMs` of the next death; the first one's is RESTART_MS_MIN. */
export function restartDelay(
  dueMs: number,
  death: Death,
): { readonly delayMs: number; readonly nextMs: number } {
  const delayMs = death.livedMs > HEALTHY_MS ? RESTART_MS_MIN : dueMs;
  return isToBlame(death)
    ? { delayMs, nextMs: Math.min(2 * delayMs, RESTART_MS_MAX) }
    : { delayMs: RESTART_MS_MIN, nextMs: delayMs };
}
