// Time that only goes forward, and what waits for it: no limit and no silence is judged by a clock
// that can be set.

export type MonotonicTime = {
  nowMs(): number;
  /** Calls `run` once after this long, unless the result is called before. */
  after(delayMs: number, run: () => void): () => void;
};

/** The machine's. Keeps the process alive while something waits. */
export const SYSTEM_TIME: MonotonicTime = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, Math.ceil(delayMs));
    return () => clearTimeout(timer);
  },
};

/** Resolves after this long, or at once when the signal is aborted. */
export async function pauseFor(
  time: MonotonicTime,
  delayMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = time.after(delayMs, resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  cancel();
}
