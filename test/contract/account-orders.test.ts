// Orders of any type on an account: estimated by everyone who reads, placed by who trades, and both
// only on one's own account.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, makeTestService, SECOND_USER } from '../support/test-service.ts';
import { after } from 'node:test';

const service = await makeTestService(undefined, AMPLE_BUDGETS);
after(() => service.close());
const own = await service.makeKey([]);
const foreign = await service.makeKey([], SECOND_USER);
const account = `/v1/accounts/${service.ownAccountId}`;
const LIMIT = { market_tag: SPOT_TAG, side: 'buy', type: 'limit', price: '50000', amount: '0.5' };

function call(method: 'GET' | 'POST', url: string, payload?: object, key = own) {
  return service.api.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${key}` },
    ...(payload === undefined ? {} : { payload }),
  });
}

function estimate(order: object, key = own) {
  return call('POST', `${account}/orders/estimate`, order, key);
}

type Estimate = {
  readonly is_valid: boolean;
  readonly problems: readonly { readonly field: string; readonly message: string }[];
  readonly price: string;
  readonly value: string;
  readonly required_currency: string;
};

suite('an estimate', () => {
  test('says what an order is worth and needs', async () => {
    const response = await estimate(LIMIT);
    assert.equal(response.statusCode, 200, response.body);
    const of = response.json<Estimate>();
    assert.equal(of.price, '50000');
    assert.equal(of.value, '25000');
    assert.equal(of.required_currency, 'USDT');
  });

  test('names each field at fault, and refuses nothing', async () => {
    const response = await estimate({
      ...LIMIT,
      type: 'stop_limit',
      amount: '0.5',
      price: '0.001',
    });
    assert.equal(response.statusCode, 200, response.body);
    const { is_valid: isValid, problems } = response.json<Estimate>();
    assert.equal(isValid, false);
    assert.equal(problems.length > 0, true);
    for (const { message } of problems) assert.match(message, /^[A-Z].*\.$/);
  });

  test('is refused for what is no order, and on the account of another', async () => {
    assertProblem(await estimate({ ...LIMIT, amount: '0' }), 'invalid_request', true);
    assertProblem(await estimate({ ...LIMIT, expires_at: 'soon' }), 'invalid_request', true);
    assertProblem(await estimate({ ...LIMIT, market_tag: 'NONE' }), 'market_not_found', true);
    assertProblem(await estimate(LIMIT, foreign), 'account_not_found', true);
  });
});

suite('an order', () => {
  test('is placed once under its key, and is there', async () => {
    const placed = await call('POST', `${account}/orders`, { ...LIMIT, post_only: false });
    assert.equal(placed.statusCode, 201, placed.body);
    const shown = await call('GET', String(placed.headers.location));
    assert.equal(shown.json<{ price: string }>().price, '50000');
  });

  test('is refused with the field at fault', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ ...LIMIT, price: null }, '#/price'],
      [{ ...LIMIT, trigger_price: '40000' }, '#/trigger_price'],
      [{ ...LIMIT, reduce_only: true }, '#/reduce_only'],
      [{ ...LIMIT, leverage: '5' }, '#/leverage'],
      [{ ...LIMIT, margin_mode: 'cross' }, '#/leverage'],
      [{ ...LIMIT, expires_at: '2001-01-01T00:00:00Z' }, '#/expires_at'],
      [{ ...LIMIT, amount: '-1' }, '#/amount'],
    ];
    for (const [body, pointer] of cases) {
      const problem = assertProblem(
        await call('POST', `${account}/orders`, body),
        'invalid_request',
        true,
      );
      assert.equal(problem.errors?.[0]?.pointer, pointer, JSON.stringify(body));
    }
  });

  test('is refused on the account of another', async () => {
    const refused = await call('POST', `${account}/orders`, LIMIT, foreign);
    assertProblem(refused, 'account_not_found', true);
  });
});
