// Remainders of a stopped bot of a strategy: started again, it goes on with them, so that nothing
// is bought or ordered a second time beside them.

import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import { HELD_NOTHING } from '#ports/stores/bot-run-store.ts';
import type { Bot, BotStore, StrategyBot } from '#ports/stores/bot-store.ts';
import type { Market } from '#venue-port/market/market.ts';
import { readableOrders } from '#services/orders/unreadable-orders.ts';
import { applyEdit } from '#strategies/read-config.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';

export type LeftDeps = {
  readonly bots: Pick<BotStore, 'findLoadedBrain'>;
  readonly botRuns: Pick<BotRunStore, 'findPositions' | 'listWorkingBotOrders'>;
};

/**
 * Whether orders of the bot still work, or it holds something. Not of one that its strategy has
 * ended, nor of one whose orders were cancelled for good.
 */
export async function isAnythingLeft(
  { botRuns }: Pick<LeftDeps, 'botRuns'>,
  { activation, botId, startsAnew }: Bot,
): Promise<boolean> {
  if (activation === 0 || startsAnew) return false;
  const held = await botRuns.findPositions(botId);
  if (held?.activation !== activation) return false;
  if (held.positions !== HELD_NOTHING) return true;
  const { orders, unreadable } = await readableOrders((onUnreadable) =>
    botRuns.listWorkingBotOrders(botId, onUnreadable),
  );
  return orders.length + unreadable.length > 0;
}

/** What was edited since and cannot change under orders and positions that are there. */
export async function problemsOfGoingOn(
  { bots }: Pick<LeftDeps, 'bots'>,
  { botId, brain }: StrategyBot,
  market: Market,
): Promise<readonly SettingProblem[]> {
  const loaded = await bots.findLoadedBrain(botId);
  if (loaded?.kind !== 'strategy') return [];
  const changed = Object.entries(brain.config).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(loaded.config[key]),
  );
  const edited = applyEdit(brain.type, loaded.config, Object.fromEntries(changed), market, true);
  return edited.ok ? [] : edited.rejection;
}
