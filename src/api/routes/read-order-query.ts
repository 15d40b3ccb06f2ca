// The query by which lists of orders are narrowed.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { OrderState } from '#venue-port/order/order.ts';
import { FINAL_ORDER_STATES, ORDER_STATES, WORKING_ORDER_STATES } from '#venue-port/order/order.ts';
import type { OrderFilter } from '#services/orders/list-orders.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { readInstant } from '#api/routes/read-instant.ts';
import { identifier, instantString, oneOf, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const STATUSES = ['working', 'ended', ...ORDER_STATES] as const;

export const MARKET_FILTER = Type.Optional(identifier('Only of this market.', 'SIM_BTC_USDT'));

/** Of a user whose accounts are not shown. */
export const ORDER_QUERY = {
  market_tag: MARKET_FILTER,
  bot_id: Type.Optional(identifier('Only those that this bot placed.', 'bot_01jd3f8k2m5q7r9t')),
  status: Type.Optional(
    oneOf(STATUSES, 'Only those of this state; `working` and `ended` are several together.'),
  ),
  from: Type.Optional(instantString('Only those placed then or later.')),
  to: Type.Optional(instantString('Only those placed earlier than this.')),
  ...PAGE_QUERY,
};

type OrderQuery = Static<ReturnType<typeof Type.Object<typeof ORDER_QUERY>>>;

/** Refused where an instant is none. */
export function readOrderFilter(
  query: OrderQuery,
): Result<Omit<OrderFilter, 'userId' | 'accountId'>, Refusal> {
  const [from, to] = [readInstant('from', query.from), readInstant('to', query.to)];
  if (!from.ok) return from;
  if (!to.ok) return to;
  return accepted({
    marketTag: query.market_tag ?? null,
    botId: query.bot_id ?? null,
    states: query.status === undefined ? null : statesOf(query.status),
    fromMs: from.value,
    toMs: to.value,
  });
}

function statesOf(status: (typeof STATUSES)[number]): readonly OrderState[] {
  if (status === 'working') return WORKING_ORDER_STATES;
  return status === 'ended' ? FINAL_ORDER_STATES : [status];
}
