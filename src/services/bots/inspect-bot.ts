// Log, orders and holdings of a bot, for its owner. A foreign bot is treated like an unknown one.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { StopCover } from '#domain/position/stop-cover.ts';
import { stopCover } from '#domain/position/stop-cover.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { BotRunStore, StoredBotLine } from '#ports/stores/bot-run-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { ListedOrders } from '#services/orders/unreadable-orders.ts';
import {
  readableOrders,
  shownOrders,
  unreadableInWords,
} from '#services/orders/unreadable-orders.ts';
import { heldPositions } from '#services/bots/held-positions.ts';

export type InspectBotDeps = {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: Pick<BotRunStore, 'listLines' | 'listWorkingBotOrders' | 'findPositions'>;
};

type Query = { readonly userId: string; readonly botId: string };
type OfBot<T> = Promise<Result<T, 'bot_not_found'>>;

export type BotLogPage = {
  readonly lines: readonly StoredBotLine[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: string | null;
};

export type BotPosition = BacktestPosition & { readonly stopCover: StopCover };

/** Newest first. `after` is a page's `lastKey`. */
export async function listBotLines(
  deps: InspectBotDeps,
  query: Query & { readonly after: string | null; readonly limit: number },
): OfBot<BotLogPage> {
  if (!(await isOwn(deps, query))) return rejected('bot_not_found');
  const { botId, after, limit } = query;
  const before = after === null ? null : Number(after);
  const found = await deps.botRuns.listLines(botId, before, limit + 1);
  const lines = found.slice(0, limit);
  const last = lines.at(-1);
  const lastKey = found.length > limit && last !== undefined ? String(last.sequence) : null;
  return accepted({ lines, lastKey });
}

/** Working orders, newest first. */
export async function listBotOrders(deps: InspectBotDeps, query: Query): OfBot<ListedOrders> {
  if (!(await isOwn(deps, query))) return rejected('bot_not_found');
  const { orders, unreadable } = await readableOrders((onUnreadable) =>
    deps.botRuns.listWorkingBotOrders(query.botId, onUnreadable),
  );
  return accepted({ orders, unreadable: unreadableInWords(unreadable) });
}

/** What the bot holds since it was activated last, as of its newest update. */
export async function listBotPositions(
  deps: InspectBotDeps,
  query: Query,
): OfBot<readonly BotPosition[]> {
  if (!(await isOwn(deps, query))) return rejected('bot_not_found');
  const stored = await deps.botRuns.findPositions(query.botId);
  if (stored === null) return accepted([]);
  const held = heldPositions(stored);
  const { botRuns } = deps;
  const orders =
    held.length === 0
      ? []
      : await shownOrders((hear) => botRuns.listWorkingBotOrders(query.botId, hear));
  return accepted(held.map((each) => ({ ...each, stopCover: stopCover(each, held, orders) })));
}

async function isOwn({ bots }: InspectBotDeps, { userId, botId }: Query): Promise<boolean> {
  return (await bots.findBot(userId, botId)) !== null;
}
