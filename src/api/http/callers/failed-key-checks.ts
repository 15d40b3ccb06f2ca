// Failed checks of exchange keys, counted by user and by address: whoever tries many wrong keys is
// refused before the exchange is queried, so that nobody finds out here what a stolen key may do,
// and the exchange does not lock this address out. In this process alone.

import { LIMITS } from '#lib/limits.ts';
import type { Bucket, BucketRules } from '#domain/shares/token-bucket.ts';
import { filledBucket, fullBucket, waitOf } from '#domain/shares/token-bucket.ts';
import type { Caller } from '#services/access/request-ports.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';

export type FailedKeyChecks = {
  /** Takes the place of one failed check; otherwise milliseconds until there is one again. */
  take(this: void, caller: KeyCaller, network: string, nowMs: number): number;
  /** Gives it back: the check did not fail. */
  giveBack(this: void, caller: KeyCaller, network: string): void;
};

type KeyCaller = Pick<Caller, 'userId' | 'isPartner'>;

const FILL_MS = LIMITS.keyChecksFailedWindowMs;
const OF_USER: BucketRules = { tokensMax: LIMITS.keyChecksFailedPerUserMax, fillMs: FILL_MS };
/** The keys of a partner's end users come from one user, and from the addresses of the partner. */
const OF_PARTNER: BucketRules = { tokensMax: LIMITS.keyChecksFailedPerPartnerMax, fillMs: FILL_MS };
const OF_NETWORK: BucketRules = { tokensMax: LIMITS.keyChecksFailedPerAddressMax, fillMs: FILL_MS };
const BUCKETS_MAX = 20_000;

/** Counters without failures; tokens come back with time. */
export function failedKeyChecks(): FailedKeyChecks {
  const buckets = new Map<string, Bucket>();

  function bucketsOf({ userId, isPartner }: KeyCaller, network: string) {
    if (isPartner) return [[`user ${userId}`, OF_PARTNER]] as const;
    return [
      [`user ${userId}`, OF_USER],
      [`network ${network}`, OF_NETWORK],
    ] as const;
  }

  function add(name: string, rules: BucketRules, tokens: number): void {
    const bucket = buckets.get(name);
    if (bucket === undefined) return;
    const sum = Math.min(rules.tokensMax, bucket.tokens + tokens);
    buckets.set(name, { ...bucket, tokens: sum });
  }

  return {
    take(caller, network, nowMs) {
      const named = bucketsOf(caller, network);
      let waitMs = 0;
      for (const [name, rules] of named) {
        const known = buckets.get(name);
        if (known === undefined) dropOldest(buckets);
        const bucket = known === undefined ? fullBucket(rules, nowMs) : known;
        const filled = filledBucket(bucket, rules, nowMs);
        buckets.set(name, filled);
        waitMs = Math.max(waitMs, waitOf(filled, rules));
      }
      if (waitMs > 0) return waitMs;
      for (const [name, rules] of named) add(name, rules, -1);
      return 0;
    },
    giveBack(caller, network) {
      for (const [name, rules] of bucketsOf(caller, network)) add(name, rules, 1);
    },
  };
}

/** Whether the outcome of an operation that checks a key is that the key was refused. */
export function isFailedKeyCheck(outcome: ApiResponse<unknown> | Refusal): boolean {
  if (outcome.kind === 'response') {
    const body = outcome.body as { readonly status?: unknown } | null;
    return body?.status === 'invalid_credentials';
  }
  if (outcome.code === 'forbidden') return true;
  return outcome.errors.some(({ pointer = '' }) => pointer.startsWith('#/credentials'));
}

/** A map keeps the order of insertion. */
function dropOldest(buckets: Map<string, Bucket>): void {
  const [oldest] = buckets.size < BUCKETS_MAX ? [] : buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}
