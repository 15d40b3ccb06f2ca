import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyInstallation } from '#cli/empty-installation.fixture.ts';

const CREATE = 'webhooks create https://example.com/hook';

test('a webhook is made with a secret, listed without it, and rotated', async () => {
  const { run } = emptyInstallation();
  const json = async (line: string) => {
    const { exitCode, out, error } = await run(`${line} --json`);
    assert.equal(exitCode, 0, error);
    return JSON.parse(out) as Record<string, unknown>;
  };
  await run('users create ada');
  const made = await json(`${CREATE} --types bot.*`);
  assert.match(String(made['secret']), /^whsec_/);
  assert.deepEqual(made['types'], [
    'bot.started',
    'bot.stopped',
    'bot.updated',
    'bot.logged',
    'bot.notified',
  ]);
  const { secret, ...shown } = made;
  assert.deepEqual(await json('webhooks list'), { data: [shown] });
  const tested = await json(`webhooks test ${String(made['webhook_id'])}`);
  assert.deepEqual([tested['type'], tested['status']], ['webhook.tested', 'waiting']);
  const rotated = await json(`webhooks rotate ${String(made['webhook_id'])}`);
  assert.notEqual(rotated['secret'], secret);
  const sent = await json(`webhooks deliveries ${String(made['webhook_id'])}`);
  const [delivery] = sent['data'] as readonly Record<string, unknown>[];
  assert.deepEqual([delivery?.['type'], delivery?.['status']], ['webhook.tested', 'waiting']);
  const enabled = await json(`webhooks enable ${String(made['webhook_id'])}`);
  assert.equal(enabled['is_enabled'], true);
  const gone = await json(`webhooks delete ${String(made['webhook_id'])}`);
  assert.equal(gone['is_deleted'], true);
  assert.deepEqual(await json('webhooks list'), { data: [] });
});

test('an address in a private network and an unknown type are refused in words', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  assert.match((await run('webhooks create https://127.0.0.1/')).error, /public network/);
  assert.match((await run(`${CREATE} --types order.none`)).error, /order\.none/);
  for (const command of ['test', 'rotate', 'enable', 'delete', 'deliveries'])
    assert.match((await run(`webhooks ${command} wh_none`)).error, /tidemill webhooks list/);
  const resent = await run('webhooks resend wh_none 12');
  assert.match(resent.error, /no delivery "12".*webhooks deliveries wh_none/s);
});
