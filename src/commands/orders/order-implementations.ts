// Orders of the bot: whether they are open or filled, what came of them, and cancelling them. An
// order that is not known is neither open nor filled, and its figures are zero.

import { MINUTE_MS } from '#lib/time.ts';
import { containerOf } from '#engine/values/container.ts';
import type { Container } from '#engine/values/container.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import { marketFacts, positionReference } from '#commands/trading/script-reference.ts';
import { tableFromList } from '#lua/runtime/table.ts';
import type { LuaTable } from '#lua/runtime/table.ts';
import { NOTHING } from '#lua/runtime/value.ts';

const SECOND_MS = 1_000;

/** Zero for what has not happened. */
function unixSeconds(atMs: number | null): number {
  return atMs === null ? 0 : atMs / SECOND_MS;
}

function openTimeMs(context: CommandContext, order: BotOrder): number {
  return (order.endedAtMs ?? context.clock.nowMs()) - order.openedAtMs;
}

function orderContainer(
  context: CommandContext,
  orderId: string,
  order: BotOrder | null,
): Container {
  return containerOf({
    price: order === null || order.filledAmount === 0 ? (order?.price ?? 0) : order.filledPrice,
    executedAmount: order?.amount ?? 0,
    filledAmount: order?.filledAmount ?? 0,
    isOpen: order?.state === 'open',
    isFilled: order?.state === 'filled',
    isCancelled: order?.state === 'cancelled',
    feeCosts: order?.fees ?? 0,
    feeCurrency: order?.feeCurrency ?? '',
    openTime: order === null ? 0 : openTimeMs(context, order) / MINUTE_MS,
    positionId: order?.positionId ?? '',
    orderId,
    isEnterOrder: order?.isEnter === true,
    isExitOrder: order?.isEnter === false,
    triggerPrice: order?.triggerPrice ?? 0,
    isBuyOrder: order?.side === 'buy',
    isSellOrder: order?.side === 'sell',
    averageFillPrice: order?.filledPrice ?? 0,
    placedTime: unixSeconds(order?.openedAtMs ?? null),
    filledTime: unixSeconds(order?.filledAtMs ?? null),
    endedTime: unixSeconds(order?.endedAtMs ?? null),
  });
}

function orderList(context: CommandContext, orders: readonly BotOrder[]): LuaTable {
  return tableFromList(orders.map((order) => orderContainer(context, order.orderId, order)));
}

/** Fees that were taken out of the amount bought. */
function feesInBase(context: CommandContext, { fees, feeCurrency, marketTag }: BotOrder): number {
  return feeCurrency === marketFacts(context, marketTag).baseCurrency ? fees : 0;
}

/** The order's own fees in the currency of profit. */
function feesInProfit(context: CommandContext, order: BotOrder): number {
  const { profitCurrency } = marketFacts(context, order.marketTag);
  if (order.feeCurrency === profitCurrency) return order.fees;
  return feesInBase(context, order) * order.filledPrice;
}

export const ORDER_IMPLEMENTATIONS = {
  CancelAllOrders: ({ orders }, positionId: string | undefined) => {
    for (const { orderId } of orders.open(positionReference(positionId))) orders.cancel(orderId);
    return NOTHING;
  },
  CancelOrder: ({ orders }, orderId: string) => {
    orders.cancel(orderId);
    return NOTHING;
  },
  IsAnyOrderFinished: ({ orders }, positionId: string | undefined) =>
    orders.hasFinished(positionReference(positionId)),
  IsAnyOrderOpen: ({ orders }, positionId: string | undefined) =>
    orders.open(positionReference(positionId)).length > 0,
  IsBuyOrder: ({ orders }, orderId: string) => orders.find(orderId)?.side === 'buy',
  IsOrderFilled: ({ orders }, orderId: string) => orders.find(orderId)?.state === 'filled',
  IsOrderOpen: ({ orders }, orderId: string) => orders.find(orderId)?.state === 'open',
  IsSellOrder: ({ orders }, orderId: string) => orders.find(orderId)?.side === 'sell',
  GetAllFilledOrders: (context, positionId: string | undefined) =>
    orderList(context, context.orders.filled(positionReference(positionId))),
  GetAllOpenOrders: (context, positionId: string | undefined) =>
    orderList(context, context.orders.open(positionReference(positionId))),
  GetFailedOrderMessage: ({ orders }, orderId: string) => {
    const order = orders.find(orderId);
    return order?.state === 'failed' ? order.message : '';
  },
  GetOrderCancelledAmount: ({ orders }, orderId: string) => {
    const order = orders.find(orderId);
    return order === null || order.state === 'open' ? 0 : order.amount - order.filledAmount;
  },
  GetOrderFilledAmount: (context, orderId: string, isAfterFees: boolean) => {
    const order = context.orders.find(orderId);
    if (order === null) return 0;
    return order.filledAmount - (isAfterFees ? feesInBase(context, order) : 0);
  },
  GetOrderOpenTime: (context, orderId: string, isInSeconds: boolean) => {
    const order = context.orders.find(orderId);
    if (order === null) return 0;
    return openTimeMs(context, order) / (isInSeconds ? SECOND_MS : MINUTE_MS);
  },
  GetOrderProfit: (context, orderId: string) => {
    const order = context.orders.find(orderId);
    if (order === null || order.isEnter) return 0;
    return order.profit + feesInProfit(context, order);
  },
  OrderContainer: (context, orderId: string) =>
    orderContainer(context, orderId, context.orders.find(orderId)),
} satisfies CommandImplementations;
