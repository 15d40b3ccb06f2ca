// Hooks from the command line: their address is shown once, and what came in is shown in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { commandRunner } from '#cli/command-host.fixture.ts';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';
import { receiveAlert } from '#services/hooks/receive-alert.ts';

test('a hook is made, used, traced, rotated and deleted', async () => {
  const { harness, bot } = await tradingInstallation();
  const { store } = harness;
  const random = { bytes: (count: number) => new Uint8Array(count).fill(count) };
  const script = { scriptId: 'scr_1', userId: bot.userId, name: 's', description: null };
  const checked = { isValid: true, errors: [], warnings: [], inputs: [], commandName: null };
  await store.insertScript({
    ...script,
    type: 'lua',
    source: "GetRemoteSignal('trend')",
    check: checked,
    createdAtMs: 1,
    updatedAtMs: 1,
  });
  const stores = { users: store, bots: store, hooks: store, scripts: store };
  const secrets = systemSecrets(new Uint8Array(32).fill(3));
  const deps = { ...harness.deps, ...stores, secrets, random };
  const open = async () => ({
    deps: { ...deps, digest: systemDigest },
    close: async () => undefined,
    baseUrl: 'https://tidemill.test',
  });
  const runWords = commandRunner({ openApplication: open as never });
  const run = async (line: string) => runWords(line.split(' '));
  assert.match((await run('hooks list')).out, /There are no hooks/);
  const create = `hooks create --bot ${bot.botId} --signal trend --from-tradingview`;
  const made = await run(create);
  assert.equal(made.error, '');
  const secret = /https:\/\/tidemill\.test\/hooks\/(tm_hook_\w{43})/.exec(made.out)?.[1] ?? '';
  const hook = await store.findHook(systemDigest.sha256(secret));
  assert.ok(hook !== null);
  assert.equal(hook.addresses.length, 4);
  const { hookId } = hook;
  assert.match((await run('hooks list')).out, new RegExp(`${hookId} .* trend .* 52\\.89`));
  assert.match((await run(`hooks trace ${hookId}`)).out, /Nothing has come in yet/);
  const message = { text: 'buy', hash: systemDigest.sha256('buy'), key: null };
  await receiveAlert({ ...deps, clock: harness.deps.clock }, { hook, address: null, message });
  assert.match((await run(`hooks trace ${hookId}`)).out, /buy .* queued .* waits for the bot/);
  const rotated = await run(`hooks rotate ${hookId}`);
  assert.match(rotated.out, /tidemill\.test\/hooks\/tm_hook_/);
  assert.match((await run(`hooks delete ${hookId}`)).out, /is deleted/);
  assert.match((await run(`hooks trace ${hookId}`)).error, /There is no hook/);
  assert.match((await run(`${create} --template x`)).error, /A template has \{\{action\}\}/);
  assert.match((await run('hooks create --bot bot_x --signal a')).error, /no bot "bot_x"/);
  const unheard = await run(`hooks create --bot ${bot.botId} --signal other`);
  assert.match(unheard.error, /does not listen to "other"[^]*It listens to: trend/);
  assert.match((await run(`${create} --repeat-window 90000`)).error, /0 to 86400 seconds/);
  const signed = await run(`${create} --signed --repeat-window 60 --sells-enter-short`);
  assert.match(signed.out, /tm_sign_\w{43}/);
});
