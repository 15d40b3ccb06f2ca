// Used weight by client address in fixed windows, and bans of addresses that go on after a refusal.

export type WeightLimit = { readonly windowMs: number; max: number };

export type WeightUse =
  | { readonly kind: 'within'; readonly used: number }
  | { readonly kind: 'exceeded'; readonly used: number; readonly retryAfterMs: number }
  | { readonly kind: 'banned'; readonly used: number; readonly untilMs: number };

type Window = { startMs: number; used: number; refusals: number; bannedUntilMs: number };

/** Refusals in one window after which the address is banned. */
const REFUSALS_MAX = 10;
const BAN_MS = 120_000;

export type WeightCounter = {
  readonly limit: WeightLimit;
  use(address: string, weight: number, nowMs: number): WeightUse;
};

/** Counter by address; an address that goes on after refusals is banned for a time. */
export function createWeightCounter(limit: WeightLimit): WeightCounter {
  const windows = new Map<string, Window>();
  return {
    limit,
    use(address, weight, nowMs) {
      const startMs = Math.floor(nowMs / limit.windowMs) * limit.windowMs;
      const window = windows.get(address) ?? { startMs, used: 0, refusals: 0, bannedUntilMs: 0 };
      windows.set(address, window);
      if (window.startMs !== startMs) Object.assign(window, { startMs, used: 0, refusals: 0 });
      const { used } = window;
      if (window.bannedUntilMs > nowMs) {
        return { kind: 'banned', used, untilMs: window.bannedUntilMs };
      }
      if (used + weight > limit.max) {
        window.refusals += 1;
        if (window.refusals > REFUSALS_MAX) window.bannedUntilMs = nowMs + BAN_MS;
        return { kind: 'exceeded', used, retryAfterMs: startMs + limit.windowMs - nowMs };
      }
      window.used += weight;
      return { kind: 'within', used: window.used };
    },
  };
}
