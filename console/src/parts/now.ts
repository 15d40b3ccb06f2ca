// The time of now, for what is said relative to it: one clock for all parts of a page.

import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let nowMs = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    // Nobody looked at the clock meanwhile: it stood still.
    nowMs = Date.now();
    timer = setInterval(() => {
      nowMs = Date.now();
      for (const each of listeners) each();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** Milliseconds, as of the last whole step. */
export function useNowMs(stepMs: number): number {
  return useSyncExternalStore(subscribe, () => Math.floor(nowMs / stepMs) * stepMs);
}
