// Events as lines for people, and as JSON that is named as in the HTTP API.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type {
  BacktestChange,
  ByShape,
  FillOfOrder,
  LabChange,
  LoggedEvent,
  OrderChange,
  OrderOfEvent,
} from '#domain/event-log/event.ts';
import { byShape } from '#domain/event-log/event.ts';
import { COIN_PLACES, shortDecimal } from '#services/reports/shown-decimals.ts';

/** `17  2026-11-26T17:25:06Z  order.filled  sell 0.01 SIM_BTC_USDT at market  ord_…`. */
export function eventLine(event: LoggedEvent): string {
  const { sequence, atMs, type, objectId } = event;
  return [String(sequence), formatInstant(atMs), type, byShape(WORDS, event), objectId].join('  ');
}

const WORDS: ByShape<string> = {
  access: ({ kind, name }) => `${kind} ${name}`,
  backtest: backtestWords,
  balance: ({ accountId }) => `of ${accountId}`,
  bot: ({ name, reason }) => withReason(name, reason),
  channel: ({ name, reason }) => withReason(name, reason),
  credentials: ({ exchange, reason }) => withReason(exchange, reason),
  exchange: ({ health }) => health,
  fill: fillWords,
  lab: labWords,
  line: ({ severity, message }) => `${severity}: ${message}`,
  notice: ({ message }) => message,
  order: orderWords,
  position: ({ direction, marketTag }) => `${direction} ${marketTag}`,
  signal: ({ action }) => action,
  stream: ({ path, reason }) => withReason(path, reason),
  unheard: ({ reason }) => reason,
  webhook: ({ url, reason }) => withReason(url, reason),
};

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

/** Event as machines read it, named as in the API. */
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
