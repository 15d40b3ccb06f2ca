// Rate limits counted in the memory of one process: exact when one process serves alone.

import { isWindowRunning } from '#lib/is-window-running.ts';
import type { RateLimitStore, RateWindow } from '#ports/stores/rate-limit-store.ts';

/** How many ended windows are forgotten for each new one, so that the map cannot only grow. */
const FORGOTTEN_PER_NEW = 2;

/** An empty store. */
export function memoryRateLimitStore(): RateLimitStore {
  // In the order in which the windows began, which is nearly the order in which they end.
  const windows = new Map<string, RateWindow>();

  function forgetEnded(nowMs: number): void {
    let left = FORGOTTEN_PER_NEW;
    for (const [name, window] of windows) {
      if (left === 0 || window.resetAtMs > nowMs) return;
      windows.delete(name);
      left -= 1;
    }
  }

  return {
    async countRequest(keyId, tier, limit, windowMs, nowMs) {
      const name = `${tier} ${keyId}`;
      const found = windows.get(name);
      if (found !== undefined && isWindowRunning(found.resetAtMs, windowMs, nowMs)) {
        const window = { ...found, used: Math.min(found.used + 1, limit + 1) };
        windows.set(name, window);
        return window;
      }
      forgetEnded(nowMs);
      const window = { used: 1, resetAtMs: nowMs + windowMs };
      windows.delete(name);
      windows.set(name, window);
      return window;
    },
    async returnRequest(keyId, tier, limit, resetAtMs) {
      const name = `${tier} ${keyId}`;
      const found = windows.get(name);
      if (found === undefined || found.resetAtMs !== resetAtMs) return null;
      const window = { ...found, used: Math.max(0, Math.min(found.used, limit) - 1) };
      windows.set(name, window);
      return window;
    },
    async purgeEnded(beforeMs, rowsMax) {
      const ended = [...windows].filter(([, { resetAtMs }]) => resetAtMs < beforeMs);
      for (const [name] of ended.slice(0, rowsMax)) windows.delete(name);
      return Math.min(ended.length, rowsMax);
    },
  };
}
