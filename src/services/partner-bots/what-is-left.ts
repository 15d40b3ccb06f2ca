// What a stopped bot of an end user left behind: started again, it goes on with it, so that nothing
// is bought or ordered a second time beside it.

import { HELD_NOTHING } from '#ports/stores/bot-run-store.ts';
import type { PartnerBot } from '#ports/stores/partner-bot-store.ts';
import type { Market } from '#domain/market/market.ts';
import { applyEdit } from '#strategies/read-config.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';

/**
 * Whether orders of the bot still work, or it holds something. Not of one that its strategy has
 * ended, nor of one whose orders were cancelled for good.
 */
export async function isAnythingLeft(
  { botRuns }: Pick<PartnerBotDeps, 'botRuns'>,
  { bot }: PartnerBot,
): Promise<boolean> {
  const { activation, botId, startsAnew } = bot;
  if (activation === 0 || startsAnew) return false;
  const held = await botRuns.findPositions(botId);
  if (held?.activation !== activation) return false;
  if (held.positions !== HELD_NOTHING) return true;
  return (await botRuns.listWorkingBotOrders(botId)).length > 0;
}

/** What was edited since and cannot change under orders and positions that are there. */
export async function problemsOfGoingOn(
  { bots }: Pick<PartnerBotDeps, 'bots'>,
  { bot }: PartnerBot,
  market: Market,
): Promise<readonly SettingProblem[]> {
  const loaded = await bots.findLoadedBrain(bot.botId);
  if (loaded?.kind !== 'strategy') return [];
  const { brain } = bot;
  const changed = Object.entries(brain.config).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(loaded.config[key]),
  );
  const edited = applyEdit(brain.type, loaded.config, Object.fromEntries(changed), market, true);
  return edited.ok ? [] : edited.rejection;
}
