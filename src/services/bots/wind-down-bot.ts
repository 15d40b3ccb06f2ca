// Winds down, when it is requested, what a stopped bot leaves at its exchange: its orders are
// cancelled, and what it holds is sold or bought back at market. Doing it again is safe.

import { present } from '#lib/assert.ts';
import type { Bot, BotStore, LeftByClosing } from '#ports/stores/bot-store.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { UnreadableOrder } from '#ports/stores/order-store.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { closeBotPositions } from '#services/bots/close-bot-positions.ts';
import { cancelAtVenue } from '#services/orders/cancel-order.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import {
  cancelUnreadable,
  failUnreadable,
  readableOrders,
} from '#services/orders/unreadable-orders.ts';

export type WindDownDeps = OrderDeps & {
  readonly bots: Pick<BotStore, 'followBot' | 'windDownBot'>;
  readonly botRuns: Pick<BotRunStore, 'listWorkingBotOrders' | 'findPositions' | 'findRun'>;
};

/** Closing cancels as well: what an order left behind would open again. */
export type WindDown = { readonly cancelsOrders: boolean; readonly closesPositions: boolean };

/**
 * What is requested, and what the settings of a strategy say about its end. Throws Failure and
 * OutcomeUnknown of the exchange: the bot stays stopped, and may be stopped
 * again. Returns what it still holds although it was to be closed. An order whose record cannot be
 * read keeps nothing else from being wound down; when it may still work, Failure is thrown at last.
 */
export async function windDownBot(
  deps: WindDownDeps,
  bot: Bot,
  { cancelsOrders, closesPositions: isClosing }: WindDown,
): Promise<readonly LeftByClosing[]> {
  const closesPositions = isClosing || closesByItself(bot);
  if (bot.activation === 0 || !(cancelsOrders || closesPositions)) return [];
  const at = await accountOf(deps, bot, bot.accountId);
  if (!at.ok) return [];
  const unreadable = await cancelAll(deps, at.value, bot);
  let left: readonly LeftByClosing[] = [];
  if (closesPositions) {
    // Before it is sent: should its outcome stay unknown, its run is informed of it all the same.
    await deps.bots.followBot(bot.userId, bot.botId);
    ({ left } = await closeBotPositions(deps, at.value, bot));
  }
  await deps.bots.windDownBot(bot.userId, bot.botId, deps.clock.nowMs(), left);
  failUnreadable(unreadable);
  return left;
}

/** Settings by which what a grid holds is closed when it stops, whatever stops it. */
const CLOSING_SETTINGS = ['close_position_on_stop', 'sell_base_on_stop'] as const;

function closesByItself({ brain }: Bot): boolean {
  return brain.kind === 'strategy' && CLOSING_SETTINGS.some((key) => brain.config[key] === true);
}

const BY_THE_STOP = 'it was cancelled because its bot was stopped';

/** Returns those that may still work because their records cannot be read. */
async function cancelAll(
  deps: WindDownDeps,
  at: AccountAtExchange,
  { botId }: Bot,
): Promise<readonly UnreadableOrder[]> {
  const { orders, unreadable } = await readableOrders((onUnreadable) =>
    deps.botRuns.listWorkingBotOrders(botId, onUnreadable),
  );
  for (const order of orders) {
    const marketTag = present(order.marketTag, 'an order of a bot is on a market');
    await cancelAtVenue(deps, at, order, marketTag, BY_THE_STOP);
  }
  const left: UnreadableOrder[] = [];
  for (const order of unreadable)
    if ((await cancelUnreadable(deps, at, order, BY_THE_STOP)) === null) left.push(order);
  return left;
}
