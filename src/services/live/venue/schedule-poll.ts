// When a bot is looked at between closes: as its script asked for with EnableHighSpeedUpdates, and
// soon after it sent orders, so that what has filled shows before the next close.

import { LIMITS } from '#lib/limits.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import { PLANS } from '#domain/plan/plan.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';

const SECOND_MS = 1_000;

/**
 * Notes on the bot that a look is due, and when the next one is; bots of one pace look together.
 */
export function schedulePoll(live: LiveRun, plan: PlanName, nowMs: number): void {
  const { isPaused, isFast } = live.view;
  if (isPaused) return;
  if (isFast && nowMs >= live.nextLookMs) noteFastLook(live, plan, nowMs);
  noteAccountLook(live, nowMs);
}

/**
 * After orders were sent comes a look at once. Where signals follow on one another, each looks
 * itself at what came of those before, and another look comes when they have stopped.
 */
function noteAccountLook(live: LiveRun, nowMs: number): void {
  if (live.hasActed) {
    live.hasActed = false;
    const isFrequent = nowMs - live.actedAtMs < LIMITS.botAccountLookMs;
    live.actedAtMs = nowMs;
    live.accountLookMs = nowMs + (isFrequent ? LIMITS.botAccountLookMs : 0);
  }
  if (nowMs < live.accountLookMs) return;
  live.accountLookMs = Infinity;
  live.look ??= 'account';
}

function noteFastLook(live: LiveRun, plan: PlanName, nowMs: number): void {
  const everyMs = PLANS[plan].highSpeedIntervalSeconds * SECOND_MS;
  const followsFills = live.view.followsFills && live.view.openCount > 0;
  if (nowMs >= live.nextPricesMs) {
    // The first look comes after one whole pace at most: the bot was just updated.
    if (live.nextPricesMs > 0) live.look = 'prices';
    live.nextPricesMs = nextMultiple(nowMs, everyMs);
  } else if (followsFills) live.look ??= 'fills';
  const fillsMs = followsFills ? nextMultiple(nowMs, LIMITS.botFillLookMs) : Infinity;
  live.nextLookMs = Math.min(live.nextPricesMs, fillsMs);
}

/** After orders were sent at a close: what fills at once is to be acted on at once. */
export function noteOrdersSent(live: LiveRun): void {
  if (live.view.followsFills) live.look ??= 'fills';
  // Orders that stay open are looked after from now on.
  live.nextLookMs = 0;
}

function nextMultiple(nowMs: number, everyMs: number): number {
  return (Math.floor(nowMs / everyMs) + 1) * everyMs;
}
