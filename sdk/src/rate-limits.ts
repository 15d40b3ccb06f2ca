// What the service says of the caller's limits: for each tier the requests that are left, and when
// the window ends. A request that would be refused waits for the next window instead.

export type RateLimit = {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, by the clock of this machine. */
  readonly resetAtMs: number;
};

export type RateLimits = Map<string, RateLimit>;

/** Reads `RateLimit-Policy: "reads";q=120;w=60` and `RateLimit: "reads";r=119;t=57`. */
export function noteRateLimit(limits: RateLimits, headers: Headers, nowMs: number): void {
  const limit = numberIn(headers.get('ratelimit-policy'), 'q');
  const remaining = numberIn(headers.get('ratelimit'), 'r');
  const seconds = numberIn(headers.get('ratelimit'), 't');
  const tier = /^"([^"]+)"/.exec(headers.get('ratelimit') ?? '')?.[1];
  if (tier === undefined || limit === null || remaining === null || seconds === null) return;
  limits.set(tier, { limit, remaining, resetAtMs: nowMs + seconds * 1_000 });
}

/** How long until a request of the tier is not refused; 0: now. */
export function waitForWindow(limits: RateLimits, tier: string, nowMs: number): number {
  const known = limits.get(tier);
  if (known === undefined || known.remaining > 0) return 0;
  return Math.max(0, known.resetAtMs - nowMs);
}

function numberIn(header: string | null, key: string): number | null {
  const found = new RegExp(`;\\s*${key}=(\\d+)`).exec(header ?? '')?.[1];
  return found === undefined ? null : Number(found);
}
