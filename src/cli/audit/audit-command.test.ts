import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyInstallation } from '#cli/empty-installation.fixture.ts';

test('what the operator does at the machine is in the audit log', async () => {
  const { run } = emptyInstallation();
  assert.match((await run('audit list')).out, /^Nothing was noted yet\./);
  await run('users create ada');
  await run('users create bob');
  const made = await run('keys create --user ada --name first --json');
  const { key_id: keyId } = JSON.parse(made.out) as { readonly key_id: string };
  for (const line of [
    'users set-role ada owner',
    'users set-plan ada starter',
    'users sign-in-link ada',
    'users end-sessions ada',
    `keys disable ${keyId}`,
    `keys enable ${keyId}`,
    `keys delete ${keyId}`,
  ]) {
    const { exitCode, error } = await run(line);
    assert.equal(exitCode, 0, error);
  }
  const { out } = await run('audit list --user ada --json');
  const { data } = JSON.parse(out) as { readonly data: readonly Record<string, unknown>[] };
  assert.deepEqual(data.map(({ act, subject, actor_id: by }) => [act, subject, by]).toReversed(), [
    ['user_created', 'unlimited', null],
    ['key_created', keyId, null],
    ['role_set', 'owner', null],
    ['plan_set', 'starter', null],
    ['sign_in_link_made', null, null],
    ['session_ended', 'others: 0', null],
    ['key_disabled', keyId, null],
    ['key_enabled', keyId, null],
    ['key_deleted', keyId, null],
  ]);
  assert.match((await run('audit list --limit 1')).out, /key deleted +key_\w+ +the operator/);
  assert.match((await run('audit list --user eve')).error, /There is no user "eve"/);
});

test('an app is removed at the machine, or was none', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  assert.equal((await run('users remove-app ada')).out, 'ada had no authenticator app.\n');
  assert.equal((await run('users remove-app eve')).exitCode, 1);
});
