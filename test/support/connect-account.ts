// Connects an account at a real exchange to a service whose process for exchanges may come up after
// its API.

import assert from 'node:assert/strict';
import { until } from './until.ts';

type Json = { readonly [field: string]: unknown };
type Reply = { readonly status: number; readonly body: Json };

/** So that polling does not use up the requests of a minute, which are refused from then on. */
export const PLENTIFUL_RATE_LIMITS = 'reads=100000/60,writes=100000/60,trading=100000/60';

/** `request` has the same idempotency key each time. Returns the account's id. */
export async function connectAccount(request: () => Promise<Reply>): Promise<string> {
  let made: Reply = { status: 0, body: {} };
  await until('the account is connected', async () => {
    made = await request();
    return made.status === 201;
  });
  assert.deepEqual(await request(), made, 'the same request has the same response');
  const { account_id: accountId } = made.body;
  assert.ok(typeof accountId === 'string', JSON.stringify(made.body));
  return accountId;
}
