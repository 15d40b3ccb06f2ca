// Signals of partners that no bot gets, over the wire.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

test('a signal without a listener is listed; what is none is invalid_signal', async (t) => {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const headers = { authorization: `Bearer ${await service.makeKey(['whitelabel'])}` };
  const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
    service.api.app.inject({
      method,
      url: `/v1/whitelabel${path}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
  const send = (payload: object) => call('POST', '/signals', payload);
  const sent = await send({ signal_token: 'nobody', action: 'exit_long' });
  assert.equal(sent.statusCode, 202);
  for (const payload of [
    { signal_token: 'trend' },
    { action: 'buy' },
    { signal_token: 'a b', action: 'buy' },
    { signal_token: '', action: 'buy' },
    { signal_token: 'x'.repeat(129), action: 'buy' },
    { signal_token: 'trend', action: 'BUY' },
    { signal_token: 7, action: 'buy' },
  ])
    assertProblem(await send(payload), 'invalid_signal', true);
  const odd = await send({ signal_token: 'trend', action: 'buy', size: 1 });
  assertProblem(odd, 'invalid_request', true);
  const all = (await call('GET', '/signals')).json<{ readonly data: unknown }>();
  assert.deepEqual(all.data, [
    {
      signal_token: 'nobody',
      action: 'exit_long',
      received_at: '2026-11-21T10:00:00.000Z',
      outcome: 'unheard',
      bots: [],
    },
  ]);
  assertProblem(await call('GET', '/signals/trend'), 'signal_not_found', true);
});
