// Log, orders and positions, open and closed, of a bot of an end user.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { BacktestOrder, BacktestPosition } from '#backtesting/backtest.ts';
import { shownOrders } from '#services/orders/unreadable-orders.ts';
import type { StoredBotLine } from '#ports/stores/bot-run-store.ts';
import { heldPositions } from '#services/bots/held-positions.ts';
import { LIMITS } from '#lib/limits.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type {
  BotMissing,
  NamedBot,
  PartnerBotDeps,
} from '#services/partner-bots/partner-bot-deps.ts';
import { findBotOf } from '#services/partner-bots/partner-bot-deps.ts';
import type { ReadableItems } from '#services/pages/readable-items.ts';
import { readableItems } from '#services/pages/readable-items.ts';
import type { OpenPosition, PartnerPosition } from '#services/partner-bots/value-positions.ts';
import { valuePositions } from '#services/partner-bots/value-positions.ts';

type Deps = Pick<PartnerBotDeps, 'partners' | 'partnerBots' | 'botRuns'>;
type OfBot<T> = Promise<Result<T, BotMissing>>;
type PageQuery = NamedBot & { readonly after: string | null; readonly limit: number };

/** An order of a position: one that still works, or what one came to that ended with a fill. */
export type PositionOrder =
  | { readonly kind: 'ended'; readonly orderId: string; readonly order: BacktestOrder }
  | { readonly kind: 'working'; readonly order: Order };

export type ItemPage<Item> = {
  readonly items: readonly Item[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: string | null;
};

/** Newest first. `after` is a page's `lastKey`. */
export async function listPartnerBotLines(
  deps: Deps,
  { after, limit, ...named }: PageQuery,
): OfBot<ItemPage<StoredBotLine>> {
  const source = await findBotOf(deps, named);
  if (!source.ok) return source;
  const lines = await deps.botRuns.listLines(named.botId, beforeOf(after), limit + 1);
  return accepted(pageOf(lines, limit));
}

/** Working orders, newest first. */
export async function listPartnerBotOrders(deps: Deps, named: NamedBot): OfBot<readonly Order[]> {
  const source = await findBotOf(deps, named);
  if (!source.ok) return source;
  return accepted(await shownWorking(deps, named.botId));
}

/**
 * What it holds, as of its newest update, at the price of now; oldest first. Throws Failure where
 * the exchange does not respond.
 */
export async function listOpenPositions(
  deps: Deps & Pick<PartnerBotDeps, 'accounts' | 'exchanges'>,
  named: NamedBot,
): OfBot<readonly OpenPosition[]> {
  const source = await findBotOf(deps, named);
  if (!source.ok) return source;
  const positions = await openOf(deps, named.botId);
  return accepted(await valuePositions(deps, source.value.found.bot, positions));
}

/** Newest first, of all activations. */
export async function listClosedPositions(
  deps: Deps,
  { after, limit, ...named }: PageQuery,
): OfBot<ItemPage<PartnerPosition> & ReadableItems<PartnerPosition>> {
  const source = await findBotOf(deps, named);
  if (!source.ok) return source;
  const { botId } = named;
  const found = await deps.botRuns.listClosedPositions(botId, beforeOf(after), limit + 1);
  const { items, lastKey } = pageOf(found, limit);
  const positions = readableItems(items, ({ activation, position }) =>
    positionOf(botId, activation, fromStoredForm(position) as BacktestPosition),
  );
  return accepted({ ...positions, lastKey });
}

/** Orders of a position that is open or closed, oldest first. */
export async function listPositionOrders(
  deps: Deps,
  { positionId, ...named }: NamedBot & { readonly positionId: string },
): Promise<Result<ReadableItems<PositionOrder>, BotMissing | 'position_not_found'>> {
  const source = await findBotOf(deps, named);
  if (!source.ok) return source;
  const { botId } = named;
  const [, activation = '', reportId = ''] = POSITION_ID.exec(positionId) ?? [];
  const run = Number(activation);
  const filled = await deps.botRuns.listFilledOrders(
    botId,
    run,
    reportId,
    LIMITS.ordersOfPositionMax,
  );
  const isOpen = (await openOf(deps, botId)).some(({ id }) => id === positionId);
  if (filled.length === 0 && !isOpen) return rejected('position_not_found');
  const { items: ended, leftOut } = readableItems(filled, ({ orderId, filled: text }) => {
    return { kind: 'ended', orderId, order: fromStoredForm(text) as BacktestOrder } as const;
  });
  // Which of its working orders will fill for which position is open until they do.
  const working = isOpen ? await shownWorking(deps, botId) : [];
  const resting = working.map((order): PositionOrder => ({ kind: 'working', order }));
  return accepted({ items: [...ended, ...resting.toReversed()], leftOut });
}

function shownWorking({ botRuns }: Deps, botId: string): Promise<readonly Order[]> {
  return shownOrders((onUnreadable) => botRuns.listWorkingBotOrders(botId, onUnreadable));
}

const POSITION_ID = /^pos_([1-9]\d{0,8})_(\w{1,64})$/;

async function openOf(deps: Deps, botId: string): Promise<readonly PartnerPosition[]> {
  const stored = await deps.botRuns.findPositions(botId);
  if (stored === null) return [];
  return heldPositions(stored).map((position) => positionOf(botId, stored.activation, position));
}

function positionOf(
  botId: string,
  activation: number,
  position: BacktestPosition,
): PartnerPosition {
  return { ...position, id: `pos_${activation}_${position.positionId}`, botId };
}

function beforeOf(after: string | null): number | null {
  return after === null ? null : Number(after);
}

function pageOf<Item extends { readonly sequence: number }>(
  found: readonly Item[],
  limit: number,
): ItemPage<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const lastKey = found.length > limit && last !== undefined ? String(last.sequence) : null;
  return { items, lastKey };
}
