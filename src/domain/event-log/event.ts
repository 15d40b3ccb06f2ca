// What happened to a user, as the log of events has it: one catalogue of types, and what an event
// of each says. An event is a fact that was committed; it never changes and is never taken back.

import type { Decimal } from '#lib/decimal.ts';
import type { OrderSide, OrderState, OrderType } from '#domain/order/order.ts';

/** One for each state of an order: an order is in the state that its newest such event names. */
export const ORDER_EVENT_TYPES = [
  'order.placed',
  'order.opened',
  'order.filled',
  'order.cancelled',
  'order.rejected',
  'order.expired',
  'order.unplaced',
  'order.unknown',
  'order.lost',
] as const;
export type OrderEventType = (typeof ORDER_EVENT_TYPES)[number];

export const EVENT_TYPES = [
  ...ORDER_EVENT_TYPES,
  'fill.created',
  'bot.started',
  'bot.stopped',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** An order as it was when the event happened. */
export type OrderOfEvent = {
  readonly orderId: string;
  readonly accountId: string;
  readonly botId: string | null;
  readonly marketTag: string | null;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly filledAmount: Decimal;
};

export type OrderChange = OrderOfEvent & {
  readonly state: OrderState;
  readonly reason: string | null;
};

/** `addedAmount` is what was filled since the event before, `filledAmount` all of it. */
export type FillOfOrder = OrderOfEvent & { readonly addedAmount: Decimal };

/** A bot as it was when it started or stopped. */
export type BotChange = {
  readonly botId: string;
  readonly name: string;
  readonly accountId: string;
  readonly marketTag: string | null;
  /** Why it stopped; null when it was started, or stopped by hand. */
  readonly reason: string | null;
};

export type EventContent =
  | { readonly type: OrderEventType; readonly data: OrderChange }
  | { readonly type: 'fill.created'; readonly data: FillOfOrder }
  | { readonly type: 'bot.started'; readonly data: BotChange }
  | { readonly type: 'bot.stopped'; readonly data: BotChange };

/** An event before it has its number. */
export type NewEvent = EventContent & {
  /** Of what it happened to. Events of one object are numbered in the order of their changes. */
  readonly objectId: string;
  readonly atMs: number;
};

/** Numbered for its user from 1, without gaps. */
export type LoggedEvent = NewEvent & { readonly sequence: number };
