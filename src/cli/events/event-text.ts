// Events as lines for people, and as JSON that is named as in the HTTP API.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type {
  BacktestChange,
  EventContent,
  FillOfOrder,
  LabChange,
  LoggedEvent,
  OrderChange,
  OrderOfEvent,
} from '#domain/event-log/event.ts';
import { COIN_PLACES, shortDecimal } from '#services/reports/shown-decimals.ts';

/** `17  2026-11-26T17:25:06Z  order.filled  sell 0.01 SIM_BTC_USDT at market  ord_…`. */
export function eventLine(event: LoggedEvent): string {
  const { sequence, atMs, type, objectId } = event;
  return [String(sequence), formatInstant(atMs), type, eventWords(event), objectId].join('  ');
}

function eventWords(event: EventContent): string {
  switch (event.type) {
    case 'fill.created':
      return fillWords(event.data);
    case 'position.opened':
    case 'position.changed':
    case 'position.closed':
      return `${event.data.direction} ${event.data.marketTag}`;
    case 'balance.changed':
      return `of ${event.data.accountId}`;
    case 'bot.started':
    case 'bot.stopped':
    case 'bot.updated':
      return withReason(event.data.name, event.data.reason);
    case 'bot.logged':
      return `${event.data.severity}: ${event.data.message}`;
    case 'bot.notified':
      return event.data.message;
    case 'signal.received':
      return event.data.action;
    case 'signal.unheard':
      return event.data.reason;
    case 'backtest.progressed':
    case 'backtest.finished':
    case 'backtest.failed':
      return backtestWords(event.data);
    case 'lab.progressed':
    case 'lab.completed':
    case 'lab.cancelled':
    case 'lab.failed':
      return labWords(event.data);
    case 'account.invalid_credentials':
      return withReason(event.data.exchange, event.data.reason);
    case 'exchange.degraded':
    case 'exchange.restored':
      return event.data.health;
    case 'hook.created':
    case 'webhook.created':
    case 'channel.created':
      return `${event.data.kind} ${event.data.name}`;
    case 'webhook.disabled':
      return withReason(event.data.url, event.data.reason);
    case 'channel.disabled':
      return withReason(event.data.name, event.data.reason);
    case 'stream.cut':
      return withReason(event.data.path, event.data.reason);
    case 'order.placed':
    case 'order.opened':
    case 'order.filled':
    case 'order.cancelled':
    case 'order.rejected':
    case 'order.expired':
    case 'order.unplaced':
    case 'order.unknown':
    case 'order.lost':
      return orderWords(event.data);
  }
}

function orderWords(order: OrderChange): string {
  const { filledAmount, amount } = order;
  const filled =
    filledAmount > 0n && filledAmount < amount ? `, ${coins(filledAmount)} filled` : '';
  return withReason(`${termsOf(order)}${filled}`, order.reason);
}

function fillWords(fill: FillOfOrder): string {
  const { side, marketTag, addedAmount, filledAmount, amount } = fill;
  const all = `${coins(filledAmount)} of ${coins(amount)} in all`;
  return `${side} ${coins(addedAmount)} ${marketTag ?? ''}, ${all}`;
}

function termsOf({ side, amount, marketTag, type, price }: OrderOfEvent): string {
  const at = type === 'market' ? 'market' : coins(price);
  return `${side} ${coins(amount)} ${marketTag ?? ''} at ${at}`;
}

function backtestWords({ marketTag, phase, doneShare, reason }: BacktestChange): string {
  return withReason(`${marketTag} ${phase}, ${Math.floor(doneShare * 100)} %`, reason);
}

function labWords({ name, completedCount, scheduledCount, reason }: LabChange): string {
  return withReason(`${name}, ${completedCount} of ${scheduledCount}`, reason);
}

function withReason(words: string, reason: string | null): string {
  return reason === null ? words : `${words}: ${reason}`;
}

function coins(amount: Decimal): string {
  return shortDecimal(amount, COIN_PLACES);
}

export function eventToJson(event: LoggedEvent): object {
  const { sequence, type, objectId, atMs, endUserId, data } = event;
  return {
    event_id: String(sequence),
    type,
    object_id: objectId,
    occurred_at: formatInstant(atMs),
    user_id: endUserId ?? null,
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => wireEntry(name, value))),
  };
}

function wireEntry(name: string, value: unknown): readonly [string, unknown] {
  // What the API names otherwise than the domain does.
  if (name === 'state') return ['status', value];
  if (name === 'doneShare') return ['progress_percent', Math.floor(Number(value) * 100)];
  const wireName = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [wireName, typeof value === 'bigint' ? formatDecimal(value as Decimal) : value];
}
