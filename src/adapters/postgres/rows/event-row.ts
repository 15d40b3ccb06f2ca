// An event as a row of the table `events`. Its data is JSON that a trigger wrote, with decimals as
// text.

import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import type { LoggedEvent, OrderEventType, OrderOfEvent } from '#domain/event-log/event.ts';
import type { OrderSide, OrderState, OrderType } from '#domain/order/order.ts';

type OrderData = {
  readonly account_id: string;
  readonly bot_id: string | null;
  readonly market_tag: string | null;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price: string;
  readonly amount: string;
  readonly filled_amount: string;
};

type OrderChangeData = OrderData & { readonly state: OrderState; readonly reason: string | null };
type FillData = OrderData & { readonly added_amount: string };

type BotData = {
  readonly name: string;
  readonly account_id: string;
  readonly market_tag: string | null;
  readonly reason: string | null;
};

type RowOf<Type, Content> = {
  readonly sequence: number;
  readonly type: Type;
  readonly object_id: string;
  readonly at_ms: number;
  readonly data: Content;
};

export type EventRow =
  | RowOf<'fill.created', FillData>
  | RowOf<'bot.started', BotData>
  | RowOf<'bot.stopped', BotData>
  | RowOf<OrderEventType, OrderChangeData>;

export function eventFromRow(row: EventRow): LoggedEvent {
  const { sequence, object_id: objectId, at_ms: atMs } = row;
  const place = { sequence, objectId, atMs };
  if (row.type === 'bot.started' || row.type === 'bot.stopped') {
    const { name, account_id: accountId, market_tag: marketTag, reason } = row.data;
    return {
      ...place,
      type: row.type,
      data: { botId: objectId, name, accountId, marketTag, reason },
    };
  }
  const order = orderFromData(objectId, row.data);
  if (row.type === 'fill.created') {
    const addedAmount = decimalFromColumn(row.data.added_amount);
    return { ...place, type: row.type, data: { ...order, addedAmount } };
  }
  const { state, reason } = row.data;
  return { ...place, type: row.type, data: { ...order, state, reason } };
}

function orderFromData(orderId: string, data: OrderData): OrderOfEvent {
  return {
    orderId,
    accountId: data.account_id,
    botId: data.bot_id,
    marketTag: data.market_tag,
    side: data.side,
    type: data.type,
    price: decimalFromColumn(data.price),
    amount: decimalFromColumn(data.amount),
    filledAmount: decimalFromColumn(data.filled_amount),
  };
}
