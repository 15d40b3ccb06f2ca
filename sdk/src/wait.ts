// Waiting that ends with the caller's signal, on any runtime.

/** Resolves after the time; rejects with the signal's reason once it is aborted. */
export function wait(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(reasonOf(signal));
    const stop = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Why the caller gave up, as an error. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('aborted', 'AbortError');
}

export type Deadline = {
  /** Aborts with the caller's signal, or when the time is over. */
  readonly signal: AbortSignal;
  readonly hasPassed: () => boolean;
  /** The time begins anew. */
  readonly renew: () => void;
  readonly end: () => void;
};

/** A signal that also ends by time; `end` must be called. */
export function deadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let isPassed = false;
  const pass = (): void => {
    isPassed = true;
    controller.abort();
  };
  const follow = (): void => controller.abort(outer?.reason);
  let timer = setTimeout(pass, timeoutMs);
  if (outer?.aborted === true) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    hasPassed: () => isPassed,
    renew: () => {
      clearTimeout(timer);
      timer = setTimeout(pass, timeoutMs);
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
