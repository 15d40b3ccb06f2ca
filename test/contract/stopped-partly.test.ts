// A risk switch that could not do all says so, and the same request does the rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '#venue-port/world/failure.ts';
import { closeAfter, makeTestService } from '../support/test-service.ts';

test('what is left is done by the same request under the same Idempotency-Key', async (t) => {
  let isGone = true;
  const service = await makeTestService((deps) => {
    const { reserve } = deps.services;
    const riskSwitch: typeof reserve.riskSwitch = {
      ...reserve.riskSwitch,
      listAccountsInReach(...given) {
        if (isGone) return Promise.reject(new Failure('unavailable', 'the store is gone'));
        return reserve.riskSwitch.listAccountsInReach(...given);
      },
    };
    return { ...deps, services: { ...deps.services, reserve: { ...reserve, riskSwitch } } };
  });
  closeAfter(t, service);
  const key = await service.makeKey(['trading']);
  const stop = async (): Promise<readonly [number, unknown, string]> => {
    const { statusCode, headers, json } = await service.api.app.inject({
      method: 'POST',
      url: '/v1/stop-everything',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'stop' },
      payload: { cancel_orders: true },
    });
    const { is_complete: isComplete } = json<{ readonly is_complete: boolean }>();
    return [statusCode, isComplete, headers['idempotency-replayed']?.toString() ?? ''];
  };
  assert.deepEqual(await stop(), [200, false, '']);
  isGone = false;
  assert.deepEqual(await stop(), [200, true, '']);
  assert.deepEqual(await stop(), [200, true, 'true']);
});
