// A program that places and cancels numbered orders through the client, and notes each. It may be
// killed at any time: started again, it goes on with those that are not noted, under their keys.
// Arguments: address, API key, account, number of orders, file of notes.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createClient, isProblem } from '../../sdk/src/tidemill-client.ts';

const AT_ONCE = 8;
/** The service is away while it is started again, however long a busy machine takes for it. */
const TRIES_MAX = Number.POSITIVE_INFINITY;

const [baseUrl = '', apiKey = '', accountId = '', ordersCount = '0', notes = ''] =
  process.argv.slice(2);
const client = createClient({ baseUrl, apiKey, timeoutMs: 5_000, retries: { waitMsMax: 500 } });

const written = existsSync(notes) ? readFileSync(notes, 'utf8') : '';
const placed = new Set(written.split('\n').map((line) => line.split(' ')[0]));
const open = Array.from({ length: Number(ordersCount) }, (_order, index) => String(index)).filter(
  (order) => !placed.has(order),
);

/** An account has a limit of open orders. One that an earlier life cancelled is no longer there. */
async function cancel(orderId: string): Promise<void> {
  try {
    await client.cancelOrder({ order_id: orderId }, { triesMax: TRIES_MAX });
  } catch (error) {
    if (!isProblem(error, 'order_not_found')) throw error;
  }
}

async function placeNext(): Promise<void> {
  for (let order = open.shift(); order !== undefined; order = open.shift()) {
    const { order_id: orderId } = await client.placeOrder(
      {
        body: {
          account_id: accountId,
          market_tag: 'SIM_BTC_USDT',
          side: 'buy',
          type: 'limit',
          price: '20000',
          amount: '0.001',
        },
      },
      { idempotencyKey: `order-${order}`, triesMax: TRIES_MAX },
    );
    await cancel(orderId);
    // One write for each: a note is there whole or not at all.
    appendFileSync(notes, `${order} ${orderId}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, placeNext));
