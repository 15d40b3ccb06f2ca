// What there is to do for a bot, as its run was shown last: the supervisor's side of is-behind.ts.

import { haveMarketsChanged } from '#services/live/venue/check-markets.ts';
import { knownRow } from '#services/live/run/is-behind.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';

function isResting({ view, isFollowed }: LiveRun): boolean {
  return isFollowed || view.isPaused;
}

/** Whether there are minutes that the bot has to run for. */
export function isBotBehind(live: LiveRun): boolean {
  return live.view.doneRow < knownRow(live) && !isResting(live);
}

/** Whether a minute has closed in which orders of a resting bot may have filled. */
export function mustLookAfterBot(live: LiveRun): boolean {
  const { openCount, waitingCount, lookedRow } = live.view;
  return isResting(live) && openCount > waitingCount && lookedRow < knownRow(live);
}

/** Whether there is something for the bot to do. */
export function isDue(live: LiveRun): boolean {
  const isTold = live.look !== null || haveMarketsChanged(live);
  const isAsked = live.mustArrive || live.inbox.length > 0 || isTold;
  return live.pending !== null || isAsked || isBotBehind(live) || mustLookAfterBot(live);
}
