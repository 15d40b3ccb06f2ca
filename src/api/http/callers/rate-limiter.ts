// Counts requests per key and tier in fixed windows that start with a key's first request. One
// process counts in memory, without a promise; several share a store, and a key that is known to be
// exhausted costs the store a statement in a few seconds. A request that used nothing is returned.

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
  /** Takes back one request of the window which ends then; null: it is not the current one. */
  giveBack(
    keyId: string,
    tier: RateTier,
    resetAtMs: number,
  ): RateWindow | null | Promise<RateWindow | null>;
};

/** Windows held before those that have ended are swept out. */
const WINDOWS_SWEEP_COUNT = 10_000;

/** After that the store is queried again: another process may have had a request returned. */
const EXHAUSTED_KNOWN_MS = 5_000;

/** Counts in this process alone. */
export function memoryRateLimiter(budgets: TierBudgets) {
  const windows = perTier<{ used: number; readonly resetAtMs: number }>();
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
    giveBack(keyId: string, tier: RateTier, resetAtMs: number): RateWindow | null {
      const current = windows[tier].get(keyId);
      if (current === undefined || current.resetAtMs !== resetAtMs) return null;
      current.used = Math.max(0, Math.min(current.used, budgets[tier].requests) - 1);
      return current;
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
  const exhausted = perTier<ExhaustedWindow>();
  return {
    count(keyId, tier, nowMs) {
      const known = exhausted[tier].get(keyId);
      const { requests, windowMs } = budgets[tier];
      if (known !== undefined && isKnown(known, windowMs, nowMs)) return known.window;
      return store.countRequest(keyId, tier, requests, windowMs, nowMs).then(
        (window) => {
          if (window.used <= requests) return window;
          if (exhausted[tier].size >= WINDOWS_SWEEP_COUNT) sweep(exhausted[tier], nowMs);
          const { resetAtMs } = window;
          exhausted[tier].set(keyId, { window, resetAtMs, notedAtMs: nowMs });
          return window;
        },
        (error: unknown) => {
          if (failureKind(error) === null) throw error;
          log.warn('rate_limit_counted_locally', { tier });
          return own.count(keyId, tier, nowMs);
        },
      );
    },
    giveBack(keyId, tier, resetAtMs) {
      exhausted[tier].delete(keyId);
      const returnOwn = () => own.giveBack(keyId, tier, resetAtMs);
      return store.returnRequest(keyId, tier, budgets[tier].requests, resetAtMs).then(
        (window) => window ?? returnOwn(),
        (error: unknown) => {
          if (failureKind(error) === null) throw error;
          return returnOwn();
        },
      );
    },
  };
}

type ExhaustedWindow = {
  readonly window: RateWindow;
  readonly resetAtMs: number;
  readonly notedAtMs: number;
};

/** A clock that was set back ends what is known with the window. */
function isKnown(known: ExhaustedWindow, windowMs: number, nowMs: number): boolean {
  return (
    nowMs < known.notedAtMs + EXHAUSTED_KNOWN_MS &&
    isWindowRunning(known.resetAtMs, windowMs, nowMs)
  );
}

type Windows<Window extends { readonly resetAtMs: number }> = Map<string, Window>;

function perTier<Window extends { readonly resetAtMs: number }>() {
  return Object.fromEntries(RATE_TIERS.map((tier) => [tier, new Map<string, Window>()])) as {
    readonly [tier in RateTier]: Windows<Window>;
  };
}

/** Drops windows that have ended; when all still run, the oldest half, which starts them anew. */
function sweep<Window extends { readonly resetAtMs: number }>(
  windows: Windows<Window>,
  nowMs: number,
): void {
  for (const [keyId, window] of windows) if (window.resetAtMs <= nowMs) windows.delete(keyId);
  if (windows.size < WINDOWS_SWEEP_COUNT) return;
  for (const keyId of [...windows.keys()].slice(0, WINDOWS_SWEEP_COUNT / 2)) windows.delete(keyId);
}
