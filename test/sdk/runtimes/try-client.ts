// Tries the client as a program does, for each runtime: the examples, one key for two tries,
// errors, signals and decimals. Uses nothing that is not in all of them.

import { withDecimals } from '../../../sdk/src/decimals.ts';
import { createClient, isProblem } from '../../../sdk/src/tidemill-client.ts';
import { followOrder } from '../../../sdk/examples/follow-order.ts';
import { listMarkets } from '../../../sdk/examples/list-markets.ts';
import { placeOrder } from '../../../sdk/examples/place-order.ts';

export type Place = {
  /** Empty in a page of the service. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly accountId: string;
};

/** The same on each runtime. */
export type Findings = { readonly [name: string]: string | number | boolean | null };

export async function tryClient({ baseUrl, apiKey, accountId }: Place): Promise<Findings> {
  const client = createClient({ baseUrl, apiKey });
  const cancelled = await placeOrder(client, accountId, '0.001');
  const refused = await placeOrder(client, accountId, '9000');
  const followed = await followOrder(client, 'order.cancelled', '0');
  const body = {
    account_id: accountId,
    market_tag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'limit',
    price: '20000',
    amount: '0.0010',
  } as const;
  const options = { idempotencyKey: crypto.randomUUID() };
  const { order_id: orderId } = await client.placeOrder({ body }, options);
  const again = await client.placeOrder({ body }, options);
  await client.cancelOrder({ order_id: orderId });
  const counted = withDecimals(client, {
    read: (text) => ({ number: Number(text) }),
    write: ({ number }) => String(number),
  });
  const { amount } = await counted.getOrder({ order_id: orderId });
  return {
    cancelled,
    refused,
    isFollowed: followed.startsWith('ord_'),
    markets: (await listMarkets(client, 'sim')).length,
    isOneOrder: again.order_id === orderId,
    amount: amount.number,
    unknown: await client
      .getOrder({ order_id: 'ord_none' })
      .then(String, (error: unknown) => isProblem(error, 'order_not_found')),
    aborted: await client
      .events({ signal: AbortSignal.timeout(20) })
      .next()
      .then(String, (error: unknown) => (error as Error).name),
    isLimitKnown: (client.rateLimit('trading')?.remaining ?? -1) >= 0,
  };
}
