// Token bucket that fills up evenly, so that a few may come at once and many must wait. Pure:
// whoever counts keeps the bucket and reads the clock.

export type BucketRules = {
  /** Of a full bucket: so many at once. */
  readonly tokensMax: number;
  /** In which an empty bucket becomes full. */
  readonly fillMs: number;
};

export type Bucket = { readonly tokens: number; readonly atMs: number };

/** Nobody has taken any yet. */
export function fullBucket({ tokensMax }: BucketRules, nowMs: number): Bucket {
  return { tokens: tokensMax, atMs: nowMs };
}

/** As it is now. A clock that was set back fills nothing. */
export function filledBucket(bucket: Bucket, rules: BucketRules, nowMs: number): Bucket {
  const passedMs = Math.max(0, nowMs - bucket.atMs);
  const filled = bucket.tokens + (passedMs * rules.tokensMax) / rules.fillMs;
  return { tokens: Math.min(rules.tokensMax, filled), atMs: nowMs };
}

/** Milliseconds until a bucket as it is now has a token; 0: it has one. */
export function waitOf({ tokens }: Bucket, { tokensMax, fillMs }: BucketRules): number {
  return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * fillMs) / tokensMax);
}
