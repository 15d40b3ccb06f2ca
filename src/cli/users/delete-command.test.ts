import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyInstallation } from '#cli/empty-installation.fixture.ts';

test('a user is deleted when its name is typed once more, and its name is free', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  await run('users create bob');
  const unconfirmed = await run('users delete bob');
  assert.equal(unconfirmed.exitCode, 1);
  assert.match(unconfirmed.error, /users delete bob --confirm bob/);
  assert.equal((await run('users delete bob --confirm ada')).exitCode, 1);
  assert.match((await run('users list')).out, /bob/);
  const done = await run('users delete bob --confirm bob');
  assert.match(done.out, /^Stopped 0 bots and cancelled 0 orders\.\nbob is deleted\.\n/);
  assert.doesNotMatch((await run('users list')).out, /bob/);
  assert.match((await run('users delete bob --confirm bob')).error, /There is no user "bob"/);
  assert.equal((await run('users create bob')).exitCode, 0);
});

test('the last owner stays', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  await run('users set-role ada owner');
  const refused = await run('users delete ada --confirm ada');
  assert.match(refused.error, /last owner/);
  assert.match((await run('users list')).out, /ada/);
});

test("a key of one's own has an end and networks", async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  const made = await run('keys create --name alerts --address 192.0.2.0/24 2001:db8::1 --json');
  const { allowed_addresses: addresses } = JSON.parse(made.out) as Record<string, unknown>;
  assert.deepEqual(addresses, ['192.0.2.0/24', '2001:db8::1']);
  assert.match((await run('keys list')).out, /192\.0\.2\.0\/24, 2001:db8::1/);
  const wrong = await run('keys create --name alerts --address 192.0.2.1/24');
  assert.match(
    wrong.error,
    /the first address of the range, 192\.0\.2\.0\/24; found "192\.0\.2\.1\/24"/,
  );
});
