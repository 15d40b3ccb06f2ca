// Callers without a usable key, counted by the address that they come from: an address that sent
// many is refused before the store is queried, and costs one line of the log a minute. A key that
// was good a while ago is asked after all the same, so that nobody behind the same proxy or network
// is locked out by a neighbour's guesses.

import { networkOf } from '#domain/access/address-range.ts';
import type { Bucket, BucketRules } from '#domain/shares/token-bucket.ts';
import { filledBucket, fullBucket, waitOf } from '#domain/shares/token-bucket.ts';
import type { RequestPorts } from '#services/access/request-ports.ts';
import type { TierBudget } from '#api/http/edge-deps.ts';

export type UnknownCallers = {
  /** Takes a token of the address; otherwise milliseconds until there is one again. */
  take(this: void, network: string, nowMs: number): number;
  /** Gives a token back: the key was good. Remembers it. */
  recognise(this: void, network: string, keyHash: string, nowMs: number): void;
  /** Whether the key was good when it was looked up last. */
  wasGood(this: void, keyHash: string): boolean;
  /** The key is good no more. */
  forget(this: void, keyHash: string): void;
  /** Counts a refused request; logs the first of an address, and then their count each minute. */
  note(this: void, network: string, nowMs: number): void;
  /** How many were refused without asking the store. */
  refusedCount(this: void): number;
};

type Address = { bucket: Bucket; loggedAtMs: number; unloggedCount: number };

const ADDRESSES_MAX = 20_000;
const GOOD_KEYS_MAX = 50_000;
const LOGGED_EVERY_MS = 60_000;

/** The budget of each address: requests at once, which fill up again in the window. */
export function unknownCallers(
  budget: TierBudget,
  log: Pick<RequestPorts['log'], 'info'>,
): UnknownCallers {
  const rules: BucketRules = { tokensMax: budget.requests, fillMs: budget.windowMs };
  const addresses = new Map<string, Address>();
  const goodKeys = new Set<string>();
  let refusedCount = 0;

  function addressOf(network: string, nowMs: number): Address {
    const known = addresses.get(network);
    if (known !== undefined) {
      known.bucket = filledBucket(known.bucket, rules, nowMs);
      return known;
    }
    dropOldest(addresses, ADDRESSES_MAX);
    const address = { bucket: fullBucket(rules, nowMs), loggedAtMs: -Infinity, unloggedCount: 0 };
    addresses.set(network, address);
    return address;
  }

  return {
    take(network, nowMs) {
      const address = addressOf(network, nowMs);
      const waitMs = waitOf(address.bucket, rules);
      if (waitMs > 0) refusedCount += 1;
      else address.bucket = { ...address.bucket, tokens: address.bucket.tokens - 1 };
      return waitMs;
    },
    recognise(network, keyHash, nowMs) {
      const address = addressOf(network, nowMs);
      const tokens = Math.min(rules.tokensMax, address.bucket.tokens + 1);
      address.bucket = { ...address.bucket, tokens };
      if (goodKeys.has(keyHash)) return;
      dropOldest(goodKeys, GOOD_KEYS_MAX);
      goodKeys.add(keyHash);
    },
    wasGood: (keyHash) => goodKeys.has(keyHash),
    forget: (keyHash) => void goodKeys.delete(keyHash),
    note(network, nowMs) {
      const address = addressOf(network, nowMs);
      address.unloggedCount += 1;
      const sinceMs = nowMs - address.loggedAtMs;
      if (sinceMs >= 0 && sinceMs < LOGGED_EVERY_MS) return;
      log.info('unknown_caller', { address: network, requests: address.unloggedCount });
      address.loggedAtMs = nowMs;
      address.unloggedCount = 0;
    },
    refusedCount: () => refusedCount,
  };
}

/** The network that an address is counted as. */
export function callerNetwork(address: string | undefined): string {
  return address === undefined ? 'unknown' : networkOf(address);
}

/** A map and a set keep the order of insertion. */
function dropOldest(retained: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = retained.size < most ? [] : retained.keys();
  if (oldest !== undefined) retained.delete(oldest);
}
