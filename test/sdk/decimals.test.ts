// Decimals as numbers of a library, in what the client returns and in what it is given.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decimal } from 'decimal.js';
import type { DecimalClient } from '../../sdk/src/decimals.ts';
import { withDecimals } from '../../sdk/src/decimals.ts';
import { createClient } from '../../sdk/src/tidemill-client.ts';
import type { ScriptedFetch } from './scripted-fetch.ts';
import { jsonResponse, scriptedFetch, streamResponse } from './scripted-fetch.ts';

/** Of its own settings: nothing is rounded. */
const Exact = Decimal.clone({ precision: 100, toExpNeg: -100, toExpPos: 100 });

function clientOf({ fetch }: ScriptedFetch): DecimalClient<Decimal> {
  const client = createClient({ baseUrl: 'http://tidemill.invalid', fetch });
  return withDecimals(client, {
    read: (text) => new Exact(text),
    write: (value) => value.toFixed(),
  });
}

test('amounts are numerals in both directions, exact', async () => {
  const script = scriptedFetch([jsonResponse({ order_id: 'ord_1' }, 201)]);
  const amount = new Exact('0.1').plus('0.2').div(10_000_000);
  const price = '20000';
  const order = { account_id: 'acc_1', market_tag: 'SIM_BTC_USDT', side: 'buy' } as const;
  await clientOf(script).placeOrder({ body: { ...order, type: 'limit', price, amount } });
  assert.deepEqual(JSON.parse(script.sent[0]?.body ?? ''), {
    ...order,
    type: 'limit',
    price: '20000',
    amount: '0.00000003',
  });
});

test('fields that are decimals are read, and no others', async () => {
  const order = { order_id: '12', price: '0.10', average_price: null, market_tag: '1' };
  const page = { data: [order], next_cursor: null };
  const script = scriptedFetch([jsonResponse(order), jsonResponse(page), jsonResponse(page)]);
  const client = clientOf(script);
  const whole = await client.getOrder({ order_id: '12' });
  assert(whole.price instanceof Decimal);
  assert.equal(whole.price.plus('0.2').toFixed(), '0.3');
  assert.deepEqual({ ...whole, price: '0.10' }, order);
  const { data } = await client.listOrders();
  assert(data[0]?.price instanceof Decimal);
  for await (const each of client.each('listOrders')) {
    assert(each.price instanceof Decimal);
    assert.equal(each.order_id, '12');
  }
});

test('events and markets have them too', async () => {
  const event = { event_id: '8', type: 'order.filled', data: { order_id: '1', price: '2.50' } };
  const ticker = { type: 'ticker', data: { market_tag: '1', price: '0.5' } };
  const client = clientOf(
    scriptedFetch([
      streamResponse(`id: 8\ndata: ${JSON.stringify(event)}\n\n`),
      streamResponse(`data: ${JSON.stringify(ticker)}\n\n`),
    ]),
  );
  const { value: filled } = await client.events().next();
  assert.deepEqual(filled, { ...event, data: { order_id: '1', price: new Exact('2.50') } });
  const { value: news } = await client.market('SIM_BTC_USDT').next();
  assert(news?.type === 'ticker');
  assert.deepEqual(news.data, { market_tag: '1', price: new Exact('0.5') });
});
