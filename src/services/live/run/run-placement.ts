// Which thread the runs of an owner are on. They stay together, so that what one owner's scripts
// cost slows down that owner first; owners that cost much come to have a thread of their own, and
// those with a strike share the last thread, away from all others.

import { assert } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';

type OwnerPlace = {
  thread: number;
  /** Processor time since the costs were looked at last, and before that, fading. */
  newMs: number;
  costMs: number;
};

export type RunPlacement = {
  readonly threadsCount: number;
  readonly owners: Map<string, OwnerPlace>;
  quarantined: ReadonlySet<string>;
  balancedAtMs: number;
};

export function runPlacement(threadsCount: number): RunPlacement {
  assert(threadsCount > 0, 'scripts run on some thread');
  return { threadsCount, owners: new Map(), quarantined: new Set(), balancedAtMs: -Infinity };
}

/** Threads of owners without a strike; the last one is for those with one, unless it is alone. */
function sharedCount({ threadsCount }: RunPlacement): number {
  return Math.max(1, threadsCount - 1);
}

/** The thread for an owner's runs, from now on. */
export function threadOf(placement: RunPlacement, userId: string): number {
  if (placement.quarantined.has(userId)) return placement.threadsCount - 1;
  const known = placement.owners.get(userId);
  if (known !== undefined) return known.thread;
  const loads = loadsOf(placement);
  const thread = loads.indexOf(Math.min(...loads));
  // What it costs is not known yet; the next owner goes elsewhere.
  placement.owners.set(userId, { thread, newMs: 0, costMs: 1 });
  return thread;
}

export function noteCost({ owners }: RunPlacement, userId: string, tookMs: number): void {
  const owner = owners.get(userId);
  if (owner !== undefined) owner.newMs += tookMs;
}

function loadsOf(placement: RunPlacement): number[] {
  const loads = Array.from({ length: sharedCount(placement) }, () => 0);
  for (const [userId, { thread, costMs }] of placement.owners)
    if (!placement.quarantined.has(userId)) loads[thread] = (loads[thread] ?? 0) + costMs;
  return loads;
}

/** Of a thread's time: what is less is not worth a move, which makes runs again. */
const WORTH_A_MOVE_MS = MINUTE_MS / 10;
const FADING = 0.5;

/**
 * Each minute: when one thread has much more to do than another, the owner moves whose move evens
 * that out best.
 */
export function balanceThreads(placement: RunPlacement, nowMs: number): void {
  if (nowMs < placement.balancedAtMs + MINUTE_MS) return;
  placement.balancedAtMs = nowMs;
  for (const owner of placement.owners.values()) {
    owner.costMs = Math.max(1, owner.costMs * FADING + owner.newMs * (1 - FADING));
    owner.newMs = 0;
  }
  const loads = loadsOf(placement);
  const most = loads.indexOf(Math.max(...loads));
  const least = loads.indexOf(Math.min(...loads));
  const gap = (loads[most] ?? 0) - (loads[least] ?? 0);
  if (gap < WORTH_A_MOVE_MS) return;
  let best: OwnerPlace | null = null;
  for (const [userId, owner] of placement.owners) {
    if (owner.thread !== most || placement.quarantined.has(userId)) continue;
    const gapAfter = Math.abs(gap - 2 * owner.costMs);
    if (gapAfter < Math.abs(gap - 2 * (best?.costMs ?? 0))) best = owner;
  }
  if (best !== null) best.thread = least;
}
