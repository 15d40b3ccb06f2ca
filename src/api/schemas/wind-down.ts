// Wind-down at the exchange that a stop or a deletion of a bot may ask for, as parameters of its
// query.

import Type from 'typebox';
import type { WindDown } from '#services/bots/wind-down-bot.ts';
import { ADDITION } from '#api/schemas/wire-values.ts';

export const WIND_DOWN_QUERY = {
  cancel_orders: Type.Optional(
    Type.Boolean({
      description: "Whether the bot's open orders are cancelled; they stay by default.",
      ...ADDITION,
    }),
  ),
  close_position: Type.Optional(
    Type.Boolean({
      description:
        'Whether what the bot holds is closed at market, after its open orders were cancelled; ' +
        'it stays by default.',
      ...ADDITION,
    }),
  ),
};

type WindDownQuery = { readonly cancel_orders?: boolean; readonly close_position?: boolean };

/** Wind-down of a query; nothing is cancelled or closed unless requested. */
export function windDownFromQuery(query: WindDownQuery): WindDown {
  const { cancel_orders: cancelsOrders = false, close_position: closesPositions = false } = query;
  return { cancelsOrders, closesPositions };
}

/** Of an end user, without whom nobody would look after what its bots left. */
export const DELETE_USER_QUERY = {
  cancel_orders: Type.Optional(
    Type.Boolean({
      description:
        "Whether its bots' open orders are cancelled, also those of bots that were deleted; they " +
        'are by default. With `false` the exchange is not queried.',
      ...ADDITION,
    }),
  ),
  close_position: Type.Optional(
    Type.Boolean({
      description:
        'Whether what its bots hold is closed at market, after their open orders were cancelled; ' +
        'it stays unless this or the settings of a bot say so.',
      ...ADDITION,
    }),
  ),
};

/** Wind-down of a user's deletion, which cancels orders unless the query says otherwise. */
export function windDownOfUser(query: WindDownQuery): WindDown {
  return windDownFromQuery({ cancel_orders: true, ...query });
}
