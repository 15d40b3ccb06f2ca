// Exchanges over the wire: their abilities, promises and credentials.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { KEY_WITH_PASSPHRASE } from '#venue-port/exchange/venue-credentials.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type ExchangeBody = {
  readonly exchange: string;
  readonly credential_fields: readonly object[];
  readonly credential_rights: string | null;
  readonly credential_advice: string | null;
};

const GOOD = { api_key: 'the-good-key-x7Qa', api_secret: 'the good secret' };

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  service.venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report: {} });
  const key = await service.makeKey(['accounts', 'read']);
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    service.api.app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  return { service, call };
}

const KEY_FIELDS = [
  { field: 'api_key', name: 'API key' },
  { field: 'api_secret', name: 'API secret' },
];

suite('an exchange', () => {
  test('says which parts a key has, and one without them is not tried', async (t) => {
    const { call, service } = await setUp(t);
    const form = {
      ...KEY_WITH_PASSPHRASE,
      rights: '"Trade"',
      advice: 'Made on the page of keys.',
    };
    Object.assign(service.exchange, { credentialForm: form });
    const listed = (await call('GET', '/exchanges')).json<{ readonly data: ExchangeBody[] }>();
    const of = (code: string) => listed.data.find(({ exchange }) => exchange === code);
    assert.deepEqual(of('still')?.credential_fields, [
      ...KEY_FIELDS,
      { field: 'passphrase', name: 'Passphrase of the key' },
    ]);
    assert.equal(of('still')?.credential_rights, '"Trade"');
    assert.equal(of('still')?.credential_advice, 'Made on the page of keys.');
    const content = { exchange: 'still', market_type: 'spot', name: 'x', credentials: GOOD };
    const refused = assertProblem(
      await call('POST', '/accounts', content),
      'invalid_request',
      true,
    );
    assert.match(refused.detail, /expected the passphrase that a key of Still exchange has/);
  });

  test('says what it can do and promises, also while it is down', async (t) => {
    const { call, service } = await setUp(t);
    const found = await call('GET', '/exchanges/STILL');
    assert.equal(found.statusCode, 200, found.body);
    const { promises, ...rest } = found.json<{ readonly promises: object }>();
    assert.deepEqual(rest, {
      exchange: 'still',
      name: 'Still exchange',
      market_types: ['spot', 'futures'],
      is_test_net: false,
      company_of: null,
      is_simulated: false,
      order_support: {
        types: ['limit', 'market'],
        stop_types: { spot: [], futures: [] },
        emulated_types: [
          'stop_limit',
          'stop_market',
          'take_profit_limit',
          'take_profit_market',
          'trailing_stop_limit',
          'trailing_stop_market',
        ],
        post_only: false,
        reduce_only: false,
        time_outs: false,
        trail_activation: false,
      },
      health: 'open',
      clock_skew_ms: 0,
      unreadable_rows: [],
      credential_fields: KEY_FIELDS,
      credential_rights: '"Read" and "Trade"',
      credential_advice: null,
      capabilities: [],
    });
    assert.equal('class' in promises, true);
    service.exchange.listMarkets = () => Promise.reject(new Failure('unavailable', 'down'));
    const down = (await call('GET', '/exchanges/still')).json<Record<string, unknown>>();
    assert.deepEqual([down['health'], down['market_types']], ['down', null]);
    assertProblem(await call('GET', '/exchanges/nowhere'), 'exchange_not_found', true);
  });
});
