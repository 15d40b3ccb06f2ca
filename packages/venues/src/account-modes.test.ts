import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Failure } from '#venue-port/world/failure.ts';
import { makeAccountModes } from '#venues/account-modes.ts';
import type { Query } from '#venues/dialect.ts';
import { BITGET } from '#venues/dialects/bitget/bitget.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

const ACCOUNT = { accountId: 'a1' };
const { account } = BITGET;

/** What the venue says of the mode is changed by hand. */
function startModes(query: Query<string> | undefined = account.mode) {
  const { mode: _mode, ...others } = account;
  const at = { mode: 'classic', isDown: false, apiKey: 'k1', nowMs: 0, requests: 0 };
  const credentials = (): VenueCredentials => ({
    apiKey: at.apiKey,
    secret: 's',
    passphrase: null,
  });
  const modes = makeAccountModes(
    { account: query === undefined ? others : { ...others, mode: query } },
    {
      async readJointly<T>() {
        at.requests += 1;
        if (at.isDown) throw new Failure('unavailable', 'down');
        return at.mode as T;
      },
    },
    async () => credentials(),
    { nowMs: () => at.nowMs },
  );
  return { at, modes, credentials };
}

test('a mode is read once, for all who wait for it', async () => {
  const { at, modes } = startModes();
  assert.deepEqual(await Promise.all([modes.of(ACCOUNT), modes.of(ACCOUNT)]), [
    'classic',
    'classic',
  ]);
  assert.equal(await modes.of(ACCOUNT), 'classic');
  assert.equal(at.requests, 1);
});

test('a mode that is old counts while it is read again', async () => {
  const { at, modes } = startModes();
  await modes.of(ACCOUNT);
  Object.assign(at, { mode: 'unified', nowMs: 300_000 });
  assert.equal(await modes.of(ACCOUNT), 'classic');
  await new Promise(setImmediate);
  assert.equal(await modes.of(ACCOUNT), 'unified');
  Object.assign(at, { isDown: true, nowMs: 600_000 });
  assert.equal(await modes.of(ACCOUNT), 'unified');
});

test('a mode is read again after a refusal, of another key, and by a check', async () => {
  const { at, modes, credentials } = startModes();
  await modes.of(ACCOUNT);
  at.mode = 'unified';
  modes.forget(ACCOUNT);
  assert.equal(await modes.of(ACCOUNT), 'unified');
  Object.assign(at, { mode: 'classic', apiKey: 'k2' });
  assert.equal(await modes.of(ACCOUNT), 'classic');
  at.mode = 'unified';
  assert.equal(await modes.readAnew(ACCOUNT, credentials()), 'unified');
  assert.equal(await modes.of(ACCOUNT), 'unified');
});

test('nothing is requested of an account whose mode is not known yet', async () => {
  const { at, modes } = startModes();
  at.isDown = true;
  await assert.rejects(modes.of(ACCOUNT), Failure);
});

test('where requests do not depend on it no mode is requested', async () => {
  const { mode: _mode, ...others } = account;
  const { at } = startModes();
  const none = makeAccountModes(
    { account: others },
    {
      readJointly: async () => Promise.reject(new Failure('unavailable', 'not expected')),
    },
    async () => ({ apiKey: 'k', secret: 's', passphrase: null }),
    { nowMs: () => at.nowMs },
  );
  assert.equal(await none.of(ACCOUNT), undefined);
});
