// Which minutes a bot has to be run for: those that closed since it was run last, unless it rests.

import type { LiveBot } from '#services/bot-runs/live-bot.ts';
import { endOfWindow } from '#services/bot-runs/market-window.ts';
import { rowAt } from '#services/bot-runs/open-live-bot.ts';

/** The first row of a minute that has not closed yet, as far as is known. */
export function knownRow({ setup, window }: LiveBot): number {
  return rowAt(setup, endOfWindow(window));
}

/** Whether the bot is not run: it was paused, or stopped. */
export function isResting({ run, isFollowed }: LiveBot): boolean {
  return isFollowed || run.settings.isPaused;
}

/** Whether there are minutes that the bot has to run for. */
export function isBehind(live: LiveBot): boolean {
  return live.doneRow < knownRow(live) && !isResting(live);
}
