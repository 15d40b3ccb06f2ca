// Retains what was read for a while, so that figures which cost much are read less often.

/** Reads anew when the last success is so old. Throws as `read` does. */
export function readRarely<T>(
  everyMs: number,
  nowMs: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  let last: { readonly value: T; readonly atMs: number } | null = null;
  return async () => {
    if (last !== null && nowMs() - last.atMs < everyMs) return last.value;
    last = { value: await read(), atMs: nowMs() };
    return last.value;
  };
}
