// The orders of a run and of its backtest that may concern a day. Those that ended some days before
// or after it are among them: an order may stand open over midnight on one side, and not on the
// other.

import { LIMITS } from '#lib/limits.ts';
import { ZERO } from '#lib/decimal.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import { DAY_MS } from '#lib/time.ts';
import type { Order, OrderType } from '#venue-port/order/order.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';
import type { BacktestOrder } from '#backtesting/backtest.ts';
import type { BacktestStore, StoredBacktest } from '#ports/stores/backtest-store.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import { shownOrders } from '#services/orders/unreadable-orders.ts';
import type { ComparedRun } from '#services/comparisons/compared-run.ts';

export type ComparedOrdersDeps = {
  readonly botRuns: Pick<BotRunStore, 'listOrdersFilledWithin' | 'listWorkingBotOrders'>;
  readonly backtests: Pick<BacktestStore, 'readItems'>;
};

type Place = { readonly marketTag: string; readonly dayMs: number };

/** What the bot's orders filled, and orders of a run that goes on which are open now. */
export async function liveOrders(
  deps: ComparedOrdersDeps,
  { record, window }: ComparedRun,
  place: Place,
): Promise<readonly ComparedOrder[]> {
  const { marketTag } = place;
  const ended = (await filledNearby(deps, record, place.dayMs))
    .map(({ filled }) => fromStoredForm(filled) as BacktestOrder)
    .filter((order) => order.marketTag === marketTag && order.endedAtMs !== null)
    .map(comparedOrder);
  if (window.isLast) return ended;
  const working = await shownOrders((onUnreadable) =>
    deps.botRuns.listWorkingBotOrders(record.botId, onUnreadable),
  );
  const open = working.flatMap((order) => openOrder(order, marketTag, window.toMs));
  return [...ended, ...open];
}

/** The day first and what was noted after it; then what came before, as far as the limit allows. */
async function filledNearby(
  { botRuns }: ComparedOrdersDeps,
  record: ComparedRun['record'],
  dayMs: number,
) {
  const [fromMs, toMs] = [
    dayMs - LIMITS.comparisonNearbyMs,
    dayMs + DAY_MS + LIMITS.comparisonNearbyMs,
  ];
  const windows = [
    { fromMs: dayMs, toMs },
    { fromMs: dayMs - DAY_MS, toMs: dayMs },
    { fromMs, toMs: dayMs - DAY_MS },
  ];
  const limit = LIMITS.comparisonOrdersMax;
  const found = await Promise.all(
    windows.map((window) => botRuns.listOrdersFilledWithin(record, window, limit)),
  );
  return found.flat().slice(0, limit);
}

/** Of the backtest's report, those of the days around it, and those that were open at its end. */
export async function backtestOrders(
  { backtests }: ComparedOrdersDeps,
  { backtest: { userId, backtestId } }: StoredBacktest,
  { marketTag, dayMs }: Place,
): Promise<readonly ComparedOrder[]> {
  const fromMs = dayMs - LIMITS.comparisonNearbyMs;
  const orders: ComparedOrder[] = [];
  const limit = LIMITS.pageItemsMax;
  for (let from = 0; ; from += limit) {
    const page = await backtests.readItems(userId, backtestId, 'orders', from, limit);
    const read = (page ?? []).map((text) => fromStoredForm(text) as BacktestOrder);
    const near = read.filter(
      (order) => order.marketTag === marketTag && (order.endedAtMs ?? fromMs) >= fromMs,
    );
    orders.push(...near.map(comparedOrder));
    if (page === null || page.length < limit) return orders;
  }
}

function comparedOrder(order: BacktestOrder): ComparedOrder {
  const { orderId, side, price, amount, filledAmount, averagePrice, fees, endedAtMs } = order;
  return {
    orderId,
    side,
    type: order.type as OrderType,
    placedAtMs: order.openedAtMs,
    endedAtMs,
    // One that was ended before it was full filled some time before.
    filledAtMs: order.state === 'filled' ? endedAtMs : null,
    price,
    amount,
    filledAmount,
    averagePrice,
    fees,
    reason: order.message === '' ? null : order.message,
  };
}

/** What it has filled so far counts when it has ended. */
function openOrder(order: Order, marketTag: string, toMs: number): readonly ComparedOrder[] {
  const { orderId, side, type, price, amount, placedAtMs, reason } = order;
  if (placedAtMs === null || placedAtMs >= toMs || order.marketTag !== marketTag) return [];
  const nothing = { filledAmount: ZERO, averagePrice: ZERO, fees: ZERO };
  const open = { endedAtMs: null, filledAtMs: null, ...nothing };
  return [{ orderId, side, type, placedAtMs, price, amount, reason, ...open }];
}
