// On which thread a run is. Runs of one owner stay together, so that what one owner's scripts cost
// slows down that owner first; owners that cost much come to have a thread of their own. The last
// thread is reserved: for owners with a strike or above their share of processor time, and for bots
// that were started lately, whose scripts nobody has seen at work.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { placeOf } from '#services/live/run/run-schedule.ts';

type OwnerPlace = {
  thread: number;
  /** Processor time since the costs were looked at last, and before that, fading. */
  newMs: number;
  costMs: number;
  /** In the last minute that is over. */
  minuteMs: number;
};

export type RunPlacement = {
  readonly threadsCount: number;
  readonly owners: Map<string, OwnerPlace>;
  quarantined: ReadonlySet<string>;
  /** Owners that were above their share, and until when they stay on the reserved thread. */
  readonly apartUntilMs: Map<string, number>;
  /** Whether the bots of the process are of more than one owner: one alone is in nobody's way. */
  hasNeighbours: boolean;
  /** By the clock of the installation, when the newest round began. */
  nowMs: number;
  balancedAtMs: number;
  /** Processor time of all requests so far. */
  readonly totals: { sharedMs: number; reservedMs: number };
};

/** Placement of no owner; a single thread serves all of them. */
export function runPlacement(threadsCount: number): RunPlacement {
  assert(threadsCount > 0, 'scripts run on some thread');
  return {
    threadsCount,
    owners: new Map(),
    quarantined: new Set(),
    apartUntilMs: new Map(),
    hasNeighbours: false,
    nowMs: 0,
    balancedAtMs: -Infinity,
    totals: { sharedMs: 0, reservedMs: 0 },
  };
}

/** What decides where a bot's run is. */
export type PlacedBot = Pick<Bot, 'botId' | 'userId' | 'brain' | 'isActivated' | 'activatedAtMs'>;

/** Threads that owners share; the last one is reserved, unless it is alone. */
function sharedCount({ threadsCount }: RunPlacement): number {
  return Math.max(1, threadsCount - 1);
}

/** Thread apart from the shared ones. */
export function isReserved(placement: RunPlacement, thread: number): boolean {
  return thread >= sharedCount(placement);
}

/** Whether an owner's runs may take no more of the thread than its share. */
export function isLimitedOn(placement: RunPlacement, thread: number): boolean {
  return placement.threadsCount > 1 && placement.hasNeighbours && !isReserved(placement, thread);
}

/** The thread for a bot's run, from now on. */
export function threadOf(placement: RunPlacement, bot: PlacedBot): number {
  if (isOwnerApart(placement, bot.userId) || isOnProbation(placement, bot))
    return placement.threadsCount - 1;
  return ownerPlace(placement, bot.userId).thread;
}

function ownerPlace(placement: RunPlacement, userId: string): OwnerPlace {
  const known = placement.owners.get(userId);
  if (known !== undefined) return known;
  const loads = loadsOf(placement);
  // What it costs is not known yet; the next owner goes elsewhere.
  const thread = loads.indexOf(Math.min(...loads));
  const place: OwnerPlace = { thread, newMs: 0, costMs: 1, minuteMs: 0 };
  placement.owners.set(userId, place);
  return place;
}

function isOwnerApart(placement: RunPlacement, userId: string): boolean {
  return placement.quarantined.has(userId) || isAboveShare(placement, userId);
}

/** Whether the owner's scripts took more than its share lately. */
export function isAboveShare({ apartUntilMs, nowMs }: RunPlacement, userId: string): boolean {
  return nowMs < (apartUntilMs.get(userId) ?? -Infinity);
}

/**
 * Whether the script of a bot has so far only run for its first minutes. They end at different
 * instants for bots that were started together, because each move loads a run anew.
 */
export function isOnProbation(placement: RunPlacement, bot: PlacedBot): boolean {
  const { botId, brain, isActivated, activatedAtMs } = bot;
  if (!placement.hasNeighbours || brain.kind !== 'script') return false;
  if (!isActivated || activatedAtMs === null) return false;
  const sinceMs = placement.nowMs - activatedAtMs - LIMITS.botProbationMs;
  if (sinceMs >= LIMITS.botProbationMs) return false;
  return sinceMs < placeOf(botId, LIMITS.botProbationMs);
}

/** The processor time of a request about one of the owner's runs, on a thread. */
export function noteCost(
  placement: RunPlacement,
  userId: string,
  tookMs: number,
  thread: number,
): void {
  const { totals } = placement;
  if (isReserved(placement, thread)) totals.reservedMs += tookMs;
  else totals.sharedMs += tookMs;
  ownerPlace(placement, userId).newMs += tookMs;
}

/**
 * An owner's runs took more than its share: from now on, and for so long after it was noted last,
 * they are on the reserved thread. Returns whether that is new.
 */
export function noteOverShare(placement: RunPlacement, userId: string): boolean {
  const { apartUntilMs, nowMs } = placement;
  const isNew = !isOwnerApart(placement, userId);
  if (isNew && !placement.hasNeighbours) return false;
  apartUntilMs.set(userId, nowMs + LIMITS.botApartMs);
  return isNew;
}

export type OwnerCost = { readonly userId: string; readonly minuteMs: number };

/** Owners by what they took in the last minute that is over, so many of those that took most. */
export function costliestOwners({ owners }: RunPlacement, countMax: number): readonly OwnerCost[] {
  return [...owners]
    .flatMap(([userId, { minuteMs }]) => (minuteMs > 0 ? [{ userId, minuteMs }] : []))
    .toSorted((left, right) => right.minuteMs - left.minuteMs)
    .slice(0, countMax);
}

function loadsOf(placement: RunPlacement): number[] {
  const loads = Array.from({ length: sharedCount(placement) }, () => 0);
  for (const [userId, { thread, costMs }] of placement.owners)
    if (!isOwnerApart(placement, userId)) loads[thread] = (loads[thread] ?? 0) + costMs;
  return loads;
}

/** Of a thread's time: what is less is not worth a move, which makes runs again. */
const WORTH_A_MOVE_MS = MINUTE_MS / 10;
const FADING = 0.5;

/**
 * Each minute: when one thread has much more to do than another, the owner moves whose move evens
 * that out best.
 */
export function balanceThreads(placement: RunPlacement, monotonicMs: number): void {
  if (monotonicMs < placement.balancedAtMs + MINUTE_MS) return;
  placement.balancedAtMs = monotonicMs;
  for (const owner of placement.owners.values()) {
    owner.costMs = Math.max(1, owner.costMs * FADING + owner.newMs * (1 - FADING));
    owner.minuteMs = owner.newMs;
    owner.newMs = 0;
  }
  for (const [userId, untilMs] of placement.apartUntilMs)
    if (untilMs <= placement.nowMs) placement.apartUntilMs.delete(userId);
  const loads = loadsOf(placement);
  const most = loads.indexOf(Math.max(...loads));
  const least = loads.indexOf(Math.min(...loads));
  const gap = (loads[most] ?? 0) - (loads[least] ?? 0);
  if (gap < WORTH_A_MOVE_MS) return;
  let best: OwnerPlace | null = null;
  for (const [userId, owner] of placement.owners) {
    if (owner.thread !== most || isOwnerApart(placement, userId)) continue;
    const gapAfter = Math.abs(gap - 2 * owner.costMs);
    if (gapAfter < Math.abs(gap - 2 * (best?.costMs ?? 0))) best = owner;
  }
  if (best !== null) best.thread = least;
}
