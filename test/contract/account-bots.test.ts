// Permission of bots on an account: its user decides of play money, an owner of the rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, key = own) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  return { service, call, url: `/v1/accounts/${service.ownAccountId}/bots` };
}

test('bots are refused and allowed on play money by its user', async (t) => {
  const { service, call, url } = await setUp(t);
  const script = await call('POST', '/v1/scripts', { name: 's', source: "Log('a')" });
  const bot = {
    name: 'b',
    script_id: script.json<{ script_id: string }>().script_id,
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
  };
  const refused = await call('PUT', url, { allows_bots: false });
  assert.equal(refused.json<{ allows_bots: boolean }>().allows_bots, false, refused.body);
  assertProblem(await call('POST', '/v1/bots', bot), 'forbidden', true);
  assert.equal((await call('PUT', url, { allows_bots: true })).statusCode, 200);
  assert.equal((await call('POST', '/v1/bots', bot)).statusCode, 201);
});

test('of the account of another nothing is known', async (t) => {
  const { service, call, url } = await setUp(t);
  const foreign = await service.makeKey([], SECOND_USER);
  const refused = await call('PUT', url, { allows_bots: false }, foreign);
  assertProblem(refused, 'account_not_found', true);
});
