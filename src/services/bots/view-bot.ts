// One view of a bot for somebody who watches it: how it stands, its working orders and those that
// worked when it was looked at before, and what it wrote last.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';
import type { BotRunStore, StoredBotLine } from '#ports/stores/bot-run-store.ts';
import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
import { shownOrders } from '#services/orders/unreadable-orders.ts';

export type ViewBotDeps = {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: Pick<BotRunStore, 'listLines' | 'listWorkingBotOrders' | 'findBotOrders'>;
};

export type BotView = {
  readonly bot: Bot;
  /** Newest first; those that have ended behind. */
  readonly orders: readonly (Order & { readonly isWorking: boolean })[];
  /** Newest first. */
  readonly lines: readonly StoredBotLine[];
};

/** `known` are orders that worked before, by id. Throws Failure. */
export async function viewBot(
  { bots, botRuns }: ViewBotDeps,
  query: {
    readonly userId: string;
    readonly botId: string;
    readonly known: readonly string[];
    readonly limit: number;
  },
): Promise<Result<BotView, 'bot_not_found'>> {
  const { userId, botId, known, limit } = query;
  const bot = await bots.findBot(userId, botId);
  if (bot === null) return rejected('bot_not_found');
  const working = await shownOrders((onUnreadable) =>
    botRuns.listWorkingBotOrders(botId, onUnreadable),
  );
  const ids = new Set(working.map(({ orderId }) => orderId));
  const gone = known.filter((orderId) => !ids.has(orderId));
  const ended = gone.length === 0 ? [] : await botRuns.findBotOrders(botId, gone);
  const orders = [...working, ...ended].map((order) => {
    return { ...order, isWorking: isWorking(order) };
  });
  return accepted({ bot, orders, lines: await botRuns.listLines(botId, null, limit) });
}
