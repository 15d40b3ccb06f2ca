// Cancels an order of a bot of an end user, for its partner.

import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type { CancelOrderRejection } from '#services/orders/cancel-order.ts';
import { cancelOrder } from '#services/orders/cancel-order.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import type {
  BotMissing,
  NamedBot,
  PartnerBotDeps,
} from '#services/partner-bots/partner-bot-deps.ts';
import { findBotOf } from '#services/partner-bots/partner-bot-deps.ts';

/**
 * An order that works no longer is not found, as is one of another bot. Throws Failure and
 * OutcomeUnknown: cancelling again is safe.
 */
export async function cancelPartnerOrder(
  deps: OrderDeps & PartnerBotDeps,
  named: NamedBot & { readonly orderId: string },
): Promise<Result<null, { readonly code: BotMissing } | CancelOrderRejection>> {
  const found = await findBotOf(deps, named);
  if (!found.ok) return rejected({ code: found.rejection });
  const { botId, caller, orderId, userId } = named;
  const order = await deps.orders.findOrder(userId, orderId);
  if (order?.botId !== botId) {
    const detail = `The bot has no working order "${orderId}".`;
    return rejected({ code: 'order_not_found', detail });
  }
  return cancelOrder(deps, { caller: { ...caller, userId }, orderId });
}
