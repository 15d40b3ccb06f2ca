// The processor time that the runs of one owner may take of threads that owners share: so much of
// each minute. What was taken comes back evenly, so that no minute begins anew at an instant.

import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';

/** What an owner's runs have taken, less what has come back, at an instant of a monotonic clock. */
export type OwnerShare = { takenMs: number; atMs: number };

/** More than so many minutes' share is forgotten: no owner pays back for days. */
const TAKEN_MS_MAX = 5 * LIMITS.botOwnerSharedMsPerMinute;
const BACK_PER_MS = LIMITS.botOwnerSharedMsPerMinute / MINUTE_MS;

/** Share that has taken nothing. */
export function ownerShare(nowMs: number): OwnerShare {
  return { takenMs: 0, atMs: nowMs };
}

/** Charges the owner with what a request about one of its runs took of the processor. */
export function chargeOwner(share: OwnerShare, tookMs: number, nowMs: number): void {
  share.takenMs = Math.min(TAKEN_MS_MAX, takenMsOf(share, nowMs) + tookMs);
  share.atMs = nowMs;
}

/** Whether the owner's runs may go on among those of others. */
export function isWithinShare(share: OwnerShare, nowMs: number): boolean {
  return takenMsOf(share, nowMs) <= LIMITS.botOwnerSharedMsPerMinute;
}

function takenMsOf({ takenMs, atMs }: OwnerShare, nowMs: number): number {
  return Math.max(0, takenMs - Math.max(0, nowMs - atMs) * BACK_PER_MS);
}
