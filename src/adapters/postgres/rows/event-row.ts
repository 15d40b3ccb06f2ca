// An event as a row of the table `events`. Its data is JSON with decimals as text. That of an order
// is made when it is read: of the order, what never changes, and of columns of the event. That of
// anything else was written by a trigger.

import type { Stopper } from '#domain/risk/stopper.ts';
import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import type {
  BacktestEventType,
  BotEventType,
  EventContent,
  ExchangeChange,
  ExchangeEventType,
  LabEventType,
  LoggedEvent,
  NoticeService,
  OrderEventType,
  OrderOfEvent,
  PositionEventType,
  AccessEventType,
} from '#domain/event-log/event.ts';
import type { LabStatus } from '#domain/lab/lab-state.ts';

import type { OrderSide, OrderState, OrderType } from '#domain/order/order.ts';
import type { Direction } from '#domain/position/position.ts';

/** Of the table, as `EVENT_COLUMNS` reads them from a part of it. */
export const STORED_EVENT_COLUMNS = `user_id, sequence, type, object_id, at_ms, end_user_id, state,
  data, filled_amount, added_amount, reason`;

/** What a statement reads for an `EventRow` of rows that it calls `event`. */
export const EVENT_COLUMNS = `event.sequence, event.type, event.object_id, event.at_ms,
  event.end_user_id,
  CASE WHEN event.state IS NULL THEN event.data::json ELSE (
    SELECT json_build_object(
      'account_id', o.account_id, 'bot_id', o.bot_id, 'market_tag', o.market_tag, 'side', o.side,
      'type', o.type, 'price', o.price::text, 'amount', o.amount::text,
      'filled_amount', event.filled_amount::text, 'added_amount', event.added_amount::text,
      'state', event.state, 'reason', event.reason
    ) FROM orders o WHERE o.order_id = event.object_id
  ) END AS data`;

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
  /** Absent in events of earlier releases. */
  readonly stopped_by?: Stopper | null;
};

type PositionData = {
  readonly account_id: string;
  readonly market_tag: string;
  readonly direction: Direction;
};

type BacktestData = {
  readonly market_tag: string;
  readonly phase: string;
  readonly done_share: number;
  readonly reason: string | null;
};

type LabData = {
  readonly name: string;
  readonly status: LabStatus;
  readonly completed_count: number;
  readonly scheduled_count: number;
  readonly reason: string | null;
};

type NoticeData = {
  readonly service: NoticeService | null;
  readonly title: string | null;
  readonly message: string;
};

type DisabledData = { readonly kind: string; readonly name: string; readonly reason: string };

type RowOf<Type, Content> = {
  readonly sequence: number;
  readonly type: Type;
  readonly object_id: string;
  readonly at_ms: number;
  readonly end_user_id: string | null;
  readonly data: Content;
};

export type EventRow =
  | RowOf<'fill.created', FillData>
  | RowOf<OrderEventType, OrderChangeData>
  | RowOf<PositionEventType, PositionData>
  | RowOf<'balance.changed', object | null>
  | RowOf<BotEventType, BotData>
  | RowOf<'bot.logged', { readonly severity: string; readonly message: string }>
  | RowOf<'bot.notified', NoticeData>
  | RowOf<'signal.received', { readonly action: string; readonly signal_id?: string }>
  | RowOf<'signal.unheard', UnheardData>
  | RowOf<BacktestEventType, BacktestData>
  | RowOf<LabEventType, LabData>
  | RowOf<'account.invalid_credentials', { readonly exchange: string; readonly reason: string }>
  | RowOf<ExchangeEventType, { readonly health: ExchangeChange['health'] }>
  | RowOf<AccessEventType, { readonly kind: string; readonly name: string }>
  | RowOf<'webhook.disabled', { readonly url: string; readonly reason: string }>
  | RowOf<'channel.disabled', DisabledData>
  | RowOf<'stream.cut', { readonly path: string; readonly reason: string }>;

/** Of one that a bot got, or of a token that no bot got anything for. */
type UnheardData = {
  readonly signal_id?: string;
  readonly signal_token?: string;
  readonly reason: string | null;
  readonly signals_count?: number;
};

export function eventFromRow(row: EventRow): LoggedEvent {
  const { sequence, object_id: objectId, at_ms: atMs, end_user_id: endUserId } = row;
  const event = { sequence, objectId, atMs, ...contentFromRow(row) };
  return endUserId === null ? event : { ...event, endUserId };
}

function contentFromRow(row: EventRow): EventContent {
  switch (row.type) {
    case 'position.opened':
    case 'position.changed':
    case 'position.closed':
      return { type: row.type, data: positionFromData(row.object_id, row.data) };
    case 'balance.changed':
      return { type: row.type, data: { accountId: row.object_id } };
    case 'bot.started':
    case 'bot.stopped':
    case 'bot.updated':
      return { type: row.type, data: botFromData(row.object_id, row.data) };
    case 'bot.logged':
    case 'bot.notified':
    case 'signal.received':
      return ofBotFromRow(row);
    case 'signal.unheard': {
      const { signal_id: signalId = null, signal_token: signalToken = null } = row.data;
      const { reason, signals_count: signalsCount = 1 } = row.data;
      const botId = signalToken === null ? row.object_id : null;
      const data = { botId, signalId, signalToken, reason: reason ?? '', signalsCount };
      return { type: row.type, data };
    }
    case 'backtest.progressed':
    case 'backtest.finished':
    case 'backtest.failed':
      return { type: row.type, data: backtestFromData(row.object_id, row.data) };
    case 'lab.progressed':
    case 'lab.completed':
    case 'lab.cancelled':
    case 'lab.failed':
      return { type: row.type, data: labFromData(row.object_id, row.data) };
    case 'account.invalid_credentials': {
      const { exchange, reason } = row.data;
      return { type: row.type, data: { accountId: row.object_id, exchange, reason } };
    }
    case 'exchange.degraded':
    case 'exchange.restored':
      return { type: row.type, data: { exchange: row.object_id, health: row.data.health } };
    case 'hook.created':
    case 'webhook.created':
    case 'channel.created': {
      const { kind, name } = row.data;
      return { type: row.type, data: { kind, name } };
    }
    case 'webhook.disabled': {
      const { url, reason } = row.data;
      return { type: row.type, data: { webhookId: row.object_id, url, reason } };
    }
    case 'channel.disabled': {
      const { kind, name, reason } = row.data;
      return { type: row.type, data: { channelId: row.object_id, kind, name, reason } };
    }
    case 'stream.cut': {
      const { path, reason } = row.data;
      return { type: row.type, data: { keyId: row.object_id, path, reason } };
    }
    case 'fill.created':
    case 'order.placed':
    case 'order.opened':
    case 'order.filled':
    case 'order.cancelled':
    case 'order.rejected':
    case 'order.expired':
    case 'order.unplaced':
    case 'order.unknown':
    case 'order.lost':
      return orderContentFromRow(row);
  }
}

function ofBotFromRow(
  row: Extract<EventRow, { readonly type: 'bot.logged' | 'bot.notified' | 'signal.received' }>,
): EventContent {
  const botId = row.object_id;
  if (row.type === 'signal.received')
    return {
      type: row.type,
      data: { botId, action: row.data.action, signalId: row.data.signal_id ?? null },
    };
  if (row.type === 'bot.notified') {
    const { service, title, message } = row.data;
    return { type: row.type, data: { botId, service, title, message } };
  }
  const { severity, message } = row.data;
  return { type: row.type, data: { botId, severity, message } };
}

function orderContentFromRow(
  row: RowOf<'fill.created', FillData> | RowOf<OrderEventType, OrderChangeData>,
): EventContent {
  const order = orderFromData(row.object_id, row.data);
  if (row.type === 'fill.created') {
    const addedAmount = decimalFromColumn(row.data.added_amount);
    return { type: row.type, data: { ...order, addedAmount } };
  }
  const { state, reason } = row.data;
  return { type: row.type, data: { ...order, state, reason } };
}

function positionFromData(positionId: string, data: PositionData) {
  const { account_id: accountId, market_tag: marketTag, direction } = data;
  return { positionId, accountId, marketTag, direction };
}

function botFromData(botId: string, data: BotData) {
  const { name, account_id: accountId, market_tag: marketTag, reason } = data;
  return { botId, name, accountId, marketTag, reason, stoppedBy: data.stopped_by ?? null };
}

function backtestFromData(backtestId: string, data: BacktestData) {
  const { market_tag: marketTag, phase, done_share: doneShare, reason } = data;
  return { backtestId, marketTag, phase, doneShare, reason };
}

function labFromData(labId: string, data: LabData) {
  const { name, status, reason } = data;
  const { completed_count: completedCount, scheduled_count: scheduledCount } = data;
  return { labId, name, status, completedCount, scheduledCount, reason };
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
