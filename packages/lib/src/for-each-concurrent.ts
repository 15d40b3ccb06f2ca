// Work on many items, of which only so many are under way at once.

/** So many at once, each as soon as one before it is done. */
export async function forEachConcurrent<T>(
  items: readonly T[],
  atOnceMax: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  async function take(): Promise<void> {
    for (const item of waiting) await work(item);
  }
  const count = Math.min(atOnceMax, items.length);
  await Promise.all(Array.from({ length: count }, () => take()));
}
