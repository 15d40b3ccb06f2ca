// The examples of the client, and its errors, against a real service.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, isProblem, NoResponseError } from '../../../sdk/src/tidemill-client.ts';
import { followOrder } from '../../../sdk/examples/follow-order.ts';
import { importDocument } from '../../../sdk/examples/import-document.ts';
import { listMarkets } from '../../../sdk/examples/list-markets.ts';
import { placeOrder } from '../../../sdk/examples/place-order.ts';
import { withRequestedService } from '../../support/requested-service.ts';

test('the examples run, lists are whole, events arrive, errors are typed', async () => {
  await withRequestedService(async ({ service, key: apiKey, accountId }) => {
    const client = createClient({ baseUrl: service.url, apiKey });
    assert.equal(await placeOrder(client, accountId, '0.001'), 'cancelled');
    assert.equal(await placeOrder(client, accountId, '9000'), null);

    const markets = await listMarkets(client, 'sim');
    const { data } = await client.listMarkets({ exchange: 'sim', limit: 500 });
    assert.deepEqual(
      markets,
      data.map((market) => market.market_tag),
    );
    assert(markets.length > 2);

    const blocks = [{ id: 'buy', command: 'DoLong' }];
    const form = { format: 'tidemill-visual', version: 1 };
    const taken = await importDocument(client, 'dip', JSON.stringify({ ...form, blocks }));
    assert.match(taken.lua ?? '', /DoLong\(\)/);
    assert.deepEqual(taken.mistakes, []);
    const wrong = [...blocks, { id: 'odd', command: 'DoLonger' }];
    const { mistakes } = await importDocument(
      client,
      'odd',
      JSON.stringify({ ...form, blocks: wrong }),
    );
    assert.match(mistakes.join(), /^odd: there is no command "DoLonger"/);

    const orderId = await followOrder(client, 'order.cancelled', '0');
    assert.match(orderId, /^ord_/);
    assert((client.rateLimit('trading')?.limit ?? 0) > 0);

    await assert.rejects(client.getOrder({ order_id: 'ord_none' }), (error) =>
      isProblem(error, 'order_not_found'),
    );
    const stranger = createClient({ baseUrl: service.url, apiKey: `tm_live_${'A'.repeat(43)}` });
    await assert.rejects(stranger.listBots(), (error) => isProblem(error, 'invalid_api_key'));
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', retries: { triesMax: 1 } });
    await assert.rejects(nowhere.listBots(), NoResponseError);
  });
});
