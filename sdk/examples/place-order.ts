// Places an order, waits until it is known what became of it, and cancels it. A refusal is a value
// to act on; an unknown outcome is no refusal, and the order is not sent again.

import type { TidemillClient } from '../src/tidemill-client.ts';
import { isProblem } from '../src/tidemill-client.ts';

/** The state that the order was last seen in; null where the account's funds do not cover it. */
export async function placeOrder(
  client: TidemillClient,
  accountId: string,
  amount: string,
): Promise<string | null> {
  try {
    const { order_id: orderId, status: first } = await client.placeOrder({
      body: {
        account_id: accountId,
        market_tag: 'SIM_BTC_USDT',
        side: 'buy',
        type: 'limit',
        price: '20000',
        amount,
      },
    });
    // Nobody knows whether it reached its exchange: the service finds out, the program reads on.
    if (first === 'unknown') return await whenKnown(client, orderId);
    await client.cancelOrder({ order_id: orderId });
    const { status } = await client.getOrder({ order_id: orderId });
    return status;
  } catch (error) {
    if (isProblem(error, 'insufficient_funds')) return null;
    throw error;
  }
}

/** The first state of the order that is known: it takes seconds, as a rule. */
async function whenKnown(client: TidemillClient, orderId: string): Promise<string> {
  for (;;) {
    const { status } = await client.getOrder({ order_id: orderId });
    if (status !== 'unknown') return status;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
