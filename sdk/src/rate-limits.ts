// Rate limits of the caller, as the service reports them: for each tier the requests that are left,
// and when the window ends. Requests that are sent at the same time share what is left; one that
// would be refused waits for the next window instead.

export type RateLimit = {
  /** Of one window. */
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, by the clock of this machine. */
  readonly resetAtMs: number;
  readonly windowMs: number;
};

export type RateLimits = Map<string, RateLimit>;

/** Reads `RateLimit-Policy: "reads";q=120;w=60` and `RateLimit: "reads";r=119;t=57`. */
export function noteRateLimit(limits: RateLimits, headers: Headers, nowMs: number): void {
  const [policy, now] = [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  const tier = /^"([^"]+)"/.exec(now ?? '')?.[1];
  const [limit, windowS] = [numberIn(policy, 'q'), numberIn(policy, 'w')];
  const [remaining, seconds] = [numberIn(now, 'r'), numberIn(now, 't')];
  if (tier === undefined || limit === null || windowS === null) return;
  if (remaining === null || seconds === null) return;
  const stated = {
    limit,
    remaining,
    windowMs: windowS * 1_000,
    resetAtMs: nowMs + seconds * 1_000,
  };
  const known = limits.get(tier);
  const laterMs = known === undefined ? Infinity : stated.resetAtMs - known.resetAtMs;
  // A response of an earlier window says nothing of this one.
  if (laterMs < -stated.windowMs / 2) return;
  const isSameWindow = laterMs < stated.windowMs / 2;
  // The service has not seen yet what is on its way.
  const left = isSameWindow ? Math.min(known?.remaining ?? remaining, remaining) : remaining;
  limits.set(tier, { ...stated, remaining: left });
}

/** Takes one of the requests that are left: 0. Otherwise returns how long until there are some. */
export function takeRequest(limits: RateLimits, tier: string, nowMs: number): number {
  const known = limits.get(tier);
  if (known === undefined) return 0;
  const isOver = nowMs >= known.resetAtMs;
  const remaining = isOver ? known.limit : known.remaining;
  if (remaining === 0) return known.resetAtMs - nowMs;
  const resetAtMs = isOver ? nowMs + known.windowMs : known.resetAtMs;
  limits.set(tier, { ...known, remaining: remaining - 1, resetAtMs });
  return 0;
}

function numberIn(header: string | null, key: string): number | null {
  const found = new RegExp(`;\\s*${key}=(\\d+)`).exec(header ?? '')?.[1];
  return found === undefined ? null : Number(found);
}
