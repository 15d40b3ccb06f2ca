// Bots that one process runs, until another has them.

import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotFleet, BotProcess } from './bot-fleet.ts';

const IDLE = 'local price = CurrentPrice()';
/** With room for a busy machine; how soon it is on a quiet one, `bench:recovery` measures. */
export const TAKEN_WITHIN_MS = 180_000;

/** How long it takes until the other process has the bots. */
export async function takenAfter(
  fleet: BotFleet,
  next: BotProcess,
  bots: readonly Bot[],
): Promise<number> {
  const fromMs = Date.now();
  await fleet.until('the other process has the bots', () =>
    bots.every((bot) => next.timesTaken(bot) > 0),
  );
  return Date.now() - fromMs;
}

/** A process that runs some bots. */
export async function startRunningBots(fleet: BotFleet) {
  const first = await fleet.startProcess();
  const bots = await Promise.all(Array.from({ length: 8 }, () => fleet.startBot(IDLE)));
  await fleet.until('the bots run', () => bots.every((bot) => first.timesTaken(bot) > 0));
  return { first, bots };
}
