// An event as a row of the table `events`. Its data is JSON with decimals as text. That of an order
// is made when it is read: of the order, what never changes, and of columns of the event. That of
// anything else was written by a trigger.

import type { Stopper } from '#domain/risk/stopper.ts';
import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import type { EventShape, EventTypeOf } from '#domain/event-log/event-catalogue.ts';
import { EVENT_CATALOGUE } from '#domain/event-log/event-catalogue.ts';
import type {
  DataOfShape,
  EventContent,
  ExchangeChange,
  LoggedEvent,
  NoticeService,
  OrderOfEvent,
} from '#domain/event-log/event.ts';
import type { LabStatus } from '#domain/lab/lab-state.ts';

import type { OrderSide, OrderState, OrderType } from '#venue-port/order/order.ts';
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

type RowHead = {
  readonly sequence: number;
  readonly object_id: string;
  readonly at_ms: number;
  readonly end_user_id: string | null;
};

/** The data of each shape, as the database has it. */
type StoredData = {
  readonly access: { readonly kind: string; readonly name: string };
  readonly backtest: BacktestData;
  readonly balance: object | null;
  readonly bot: BotData;
  readonly channel: DisabledData;
  readonly credentials: { readonly exchange: string; readonly reason: string };
  readonly exchange: { readonly health: ExchangeChange['health'] };
  readonly fill: FillData;
  readonly lab: LabData;
  readonly line: { readonly severity: string; readonly message: string };
  readonly notice: NoticeData;
  readonly order: OrderChangeData;
  readonly position: PositionData;
  readonly signal: { readonly action: string; readonly signal_id?: string };
  readonly stream: { readonly path: string; readonly reason: string };
  readonly unheard: UnheardData;
  readonly webhook: { readonly url: string; readonly reason: string };
};

type RowOf<Shape extends EventShape> = RowHead & {
  readonly type: EventTypeOf<Shape>;
  readonly data: StoredData[Shape];
};

export type EventRow = { [Shape in EventShape]: RowOf<Shape> }[EventShape];

/** Of one that a bot got, or of a token that no bot got anything for. */
type UnheardData = {
  readonly signal_id?: string;
  readonly signal_token?: string;
  readonly reason: string | null;
  readonly signals_count?: number;
};

/** Event of a row; the end user is present only in the log of its partner. */
export function eventFromRow(row: EventRow): LoggedEvent {
  const { sequence, object_id: objectId, at_ms: atMs, end_user_id: endUserId } = row;
  const event = { sequence, objectId, atMs, ...contentFromRow(row) };
  return endUserId === null ? event : { ...event, endUserId };
}

type Readers = {
  readonly [Shape in EventShape]: (objectId: string, data: StoredData[Shape]) => DataOfShape[Shape];
};

const READERS: Readers = {
  access: (_objectId, { kind, name }) => ({ kind, name }),
  backtest: backtestFromData,
  balance: (accountId) => ({ accountId }),
  bot: botFromData,
  channel: (channelId, { kind, name, reason }) => ({ channelId, kind, name, reason }),
  credentials: (accountId, { exchange, reason }) => ({ accountId, exchange, reason }),
  exchange: (exchange, { health }) => ({ exchange, health }),
  fill: (orderId, data) => ({
    ...orderFromData(orderId, data),
    addedAmount: decimalFromColumn(data.added_amount),
  }),
  lab: labFromData,
  line: (botId, { severity, message }) => ({ botId, severity, message }),
  notice: (botId, { service, title, message }) => ({ botId, service, title, message }),
  order: (orderId, data) => ({
    ...orderFromData(orderId, data),
    state: data.state,
    reason: data.reason,
  }),
  position: positionFromData,
  signal: (botId, { action, signal_id: signalId = null }) => ({ botId, action, signalId }),
  stream: (keyId, { path, reason }) => ({ keyId, path, reason }),
  unheard: unheardFromData,
  webhook: (webhookId, { url, reason }) => ({ webhookId, url, reason }),
};

/** The shape of a type is that of its data, in rows as in readers. */
function contentFromRow({ type, object_id: objectId, data }: EventRow): EventContent {
  const read = READERS[EVENT_CATALOGUE[type].shape] as (
    objectId: string,
    data: EventRow['data'],
  ) => EventContent['data'];
  return { type, data: read(objectId, data) } as EventContent;
}

function unheardFromData(objectId: string, data: UnheardData) {
  const { signal_id: signalId = null, signal_token: signalToken = null } = data;
  const { reason, signals_count: signalsCount = 1 } = data;
  const botId = signalToken === null ? objectId : null;
  return { botId, signalId, signalToken, reason: reason ?? '', signalsCount };
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
