// Watch lists and lists of prices over the wire.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { FUTURES_TAG, SPOT_TAG, stillExchange } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type Row = { readonly market_tag: string; readonly price: string | null; readonly gap: string };
type Rows = { readonly data: readonly Row[] };

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const still = stillExchange();
  const silent = {
    ...still,
    code: 'silent',
    listMarkets: () => Promise.reject(new Failure('timeout', 'It does not say.')),
  };
  const exchanges = exchangeRegistry([still, silent]);
  const service = await makeTestService(
    (deps) => ({ ...deps, services: { ...deps.services, exchanges } }),
    AMPLE_BUDGETS,
  );
  closeAfter(t, service);
  const headers = { authorization: `Bearer ${await service.makeKey(['read', 'trading'])}` };
  return (method: 'GET' | 'PUT' | 'DELETE', url: string) =>
    service.api.app.inject({ method, url: `/v1/${url}`, headers });
}

const tagsOf = ({ data }: Rows) => data.map(({ market_tag: tag }) => tag);

test('a market is watched once, until it is taken off the list', async (t) => {
  const send = await setUp(t);
  assert.deepEqual((await send('GET', 'watched-markets')).json(), { data: [] });
  const first = await send('PUT', `watched-markets/${SPOT_TAG}`);
  assert.equal(first.statusCode, 200, first.body);
  const again = await send('PUT', `watched-markets/${SPOT_TAG}`);
  assert.deepEqual(again.json(), first.json());
  assert.equal((await send('PUT', `watched-markets/${FUTURES_TAG}`)).statusCode, 200);
  const both = await send('GET', 'watched-markets');
  assert.deepEqual(new Set(tagsOf(both.json<Rows>())), new Set([SPOT_TAG, FUTURES_TAG]));
  assert.equal((await send('DELETE', `watched-markets/${SPOT_TAG}`)).statusCode, 204);
  assertProblem(await send('DELETE', `watched-markets/${SPOT_TAG}`), 'market_not_found', true);
  assertProblem(await send('PUT', 'watched-markets/NONE'), 'market_not_found', true);
  assert.deepEqual(tagsOf((await send('GET', 'watched-markets')).json<Rows>()), [FUTURES_TAG]);
});

test('each price stands by itself, with the reason where it is missing', async (t) => {
  const send = await setUp(t);
  const listed = await send('GET', `prices?market_tags=NONE,${SPOT_TAG},SILENT_A_B`);
  assert.equal(listed.statusCode, 200, listed.body);
  const rows = listed.json<Rows>().data;
  assert.deepEqual(
    rows.map(({ market_tag: tag, price, gap }) => [tag, price, gap]),
    [
      ['NONE', null, 'market_not_found'],
      [SPOT_TAG, '60000', null],
      ['SILENT_A_B', null, 'exchange_unreachable'],
    ],
  );
  const many = Array.from({ length: LIMITS.pricesPerRequestMax + 1 }, () => SPOT_TAG).join(',');
  assertProblem(await send('GET', `prices?market_tags=${many}`), 'invalid_request', true);
});
