// Places an order, reads what became of it, and cancels it. A refusal is a value to act on.

import type { TidemillClient } from '../src/tidemill-client.ts';
import { isProblem } from '../src/tidemill-client.ts';

/** The state that the order was last seen in; null where the account's funds do not cover it. */
export async function placeOrder(
  client: TidemillClient,
  accountId: string,
  amount: string,
): Promise<string | null> {
  try {
    const { order_id: orderId } = await client.placeOrder({
      body: {
        account_id: accountId,
        market_tag: 'SIM_BTC_USDT',
        side: 'buy',
        type: 'limit',
        price: '20000',
        amount,
      },
    });
    await client.cancelOrder({ order_id: orderId });
    const { status } = await client.getOrder({ order_id: orderId });
    return status;
  } catch (error) {
    if (isProblem(error, 'insufficient_funds')) return null;
    throw error;
  }
}
