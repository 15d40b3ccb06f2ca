import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyInstallation } from '#cli/empty-installation.fixture.ts';

test('rules are shown that everybody begins with, and that there are no channels', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  const { exitCode, out, error } = await run('notify rules --json');
  assert.equal(exitCode, 0, error);
  const { data } = JSON.parse(out) as { data: { name: string; is_enabled: boolean }[] };
  assert.deepEqual(data.map(({ name }) => name).toSorted(), ['Messages of scripts', 'Problems']);
  assert.match((await run('notify rules')).out, /bot\.notified/);
  assert.deepEqual(JSON.parse((await run('notify channels --json')).out), { data: [] });
  assert.deepEqual(JSON.parse((await run('notify deliveries --json')).out), { data: [] });
});

test('a channel that there is not is not tested, and where the ids are is said', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  assert.match((await run('notify test nch_none')).error, /nch_none.*tidemill notify channels/s);
});
