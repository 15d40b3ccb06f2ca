// Counts requests per key and tier in fixed windows that start with a key's first request. One
// process counts in memory, without a promise; several share a store, and a key that is known to be
// exhausted costs the store nothing.

import { isWindowRunning } from '#lib/is-window-running.ts';
import type { RequestPorts } from '#services/access/request-ports.ts';
import { failureKind } from '#services/access/failure-kind.ts';
import type { TierBudgets } from '#api/http/edge-deps.ts';
import type { RateTier } from '#api/http/operation.ts';
import { RATE_TIERS } from '#api/http/operation.ts';

/** `used` counts this request and is at most one above the limit. */
export type RateWindow = { readonly used: number; readonly resetAtMs: number };

export type RateLimiter = {
  count(keyId: string, tier: RateTier, nowMs: number): RateWindow | Promise<RateWindow>;
};

/** Windows held before those that have ended are swept out. */
const WINDOWS_SWEEP_COUNT = 10_000;

/** Counts in this process alone. */
export function memoryRateLimiter(budgets: TierBudgets) {
  const windows = perTier();
  return {
    count(keyId: string, tier: RateTier, nowMs: number): RateWindow {
      const { requests, windowMs } = budgets[tier];
      const current = windows[tier].get(keyId);
      if (current !== undefined && isWindowRunning(current.resetAtMs, windowMs, nowMs)) {
        if (current.used <= requests) current.used += 1;
        return current;
      }
      if (windows[tier].size >= WINDOWS_SWEEP_COUNT) sweep(windows[tier], nowMs);
      const fresh = { used: 1, resetAtMs: nowMs + windowMs };
      windows[tier].set(keyId, fresh);
      return fresh;
    },
  } satisfies RateLimiter;
}

/** Counts in the installation's store; in memory while the store cannot be reached. */
export function sharedRateLimiter(
  store: NonNullable<RequestPorts['rateLimits']>,
  budgets: TierBudgets,
  log: RequestPorts['log'],
): RateLimiter {
  const own = memoryRateLimiter(budgets);
  const exhausted = perTier();
  return {
    count(keyId, tier, nowMs) {
      const known = exhausted[tier].get(keyId);
      const { requests, windowMs } = budgets[tier];
      if (known !== undefined && isWindowRunning(known.resetAtMs, windowMs, nowMs)) return known;
      return store.countRequest(keyId, tier, requests, windowMs, nowMs).then(
        (window) => {
          if (window.used <= requests) return window;
          if (exhausted[tier].size >= WINDOWS_SWEEP_COUNT) sweep(exhausted[tier], nowMs);
          exhausted[tier].set(keyId, { ...window });
          return window;
        },
        (error: unknown) => {
          if (failureKind(error) === null) throw error;
          log.warn('rate_limit_counted_locally', { tier });
          return own.count(keyId, tier, nowMs);
        },
      );
    },
  };
}

type Windows = Map<string, { used: number; resetAtMs: number }>;

function perTier(): { readonly [tier in RateTier]: Windows } {
  return Object.fromEntries(RATE_TIERS.map((tier) => [tier, new Map()])) as {
    [tier in RateTier]: Windows;
  };
}

/** Drops windows that have ended; when all still run, the oldest half, which starts them anew. */
function sweep(windows: Windows, nowMs: number): void {
  for (const [keyId, window] of windows) if (window.resetAtMs <= nowMs) windows.delete(keyId);
  if (windows.size < WINDOWS_SWEEP_COUNT) return;
  for (const keyId of [...windows.keys()].slice(0, WINDOWS_SWEEP_COUNT / 2)) windows.delete(keyId);
}
