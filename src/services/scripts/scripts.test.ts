import assert from 'node:assert/strict';
import { test } from 'node:test';

import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { LIMITS } from '#lib/limits.ts';
import type { ScriptCheck, ScriptLibrary } from '#ports/work/script-checker.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';
import type { CreateScriptCommand } from '#services/scripts/create-script.ts';
import { createScript } from '#services/scripts/create-script.ts';
import { deleteScript } from '#services/scripts/delete-script.ts';
import { getScript } from '#services/scripts/get-script.ts';
import { listScripts } from '#services/scripts/list-scripts.ts';
import { replaceSource } from '#services/scripts/replace-source.ts';

/** Finds a source with "bad" in it invalid, and "define X" to define the command X. */
function checkOf(source: string): ScriptCheck {
  const isValid = !source.includes('bad');
  return {
    isValid,
    errors: isValid ? [] : [{ message: 'bad', line: 1, column: null }],
    warnings: [],
    inputs: [],
    commandName: /define (\w+)/.exec(source)?.[1] ?? null,
  };
}

async function harness() {
  const store = memoryStore();
  const user = sampleUser();
  await store.insertUser(user);
  const checked: (readonly ScriptLibrary[])[] = [];
  let nowMs = 1_000;
  const runningBots: string[] = [];
  const deps = {
    scripts: store,
    checker: {
      check: async (source: string, libraries: readonly ScriptLibrary[]) => {
        checked.push(libraries);
        return checkOf(source);
      },
    },
    clock: { nowMs: () => (nowMs += 1) },
    digest: systemDigest,
    bots: { findRunningBots: async () => runningBots },
  };
  const { userId } = user;
  const command: CreateScriptCommand = {
    userId,
    name: 'one',
    description: null,
    source: 'fine',
    derivationId: 'idm_1',
  };
  return { deps, command, userId, checked, runningBots };
}

test('a script is stored with what its check found, valid or not', async () => {
  const { deps, command, userId } = await harness();
  const made = await createScript(deps, { ...command, source: 'bad' });
  assert.ok(made.ok);
  assert.deepEqual(made.value.check.errors, [{ message: 'bad', line: 1, column: null }]);
  const found = await getScript(deps, { userId, scriptId: made.value.scriptId });
  assert.deepEqual(found, made);
});

test('a repeated request makes one script', async () => {
  const { deps, command, userId } = await harness();
  const first = await createScript(deps, command);
  assert.deepEqual(await createScript(deps, command), first);
  const { scripts } = await listScripts(deps, { userId, afterId: null, limit: 10 });
  assert.equal(scripts.length, 1);
});

test('a check sees the custom commands of the same user', async () => {
  const { deps, command, checked } = await harness();
  await createScript(deps, { ...command, source: 'define Flip' });
  await createScript(deps, { ...command, derivationId: 'idm_2' });
  assert.deepEqual(checked, [[], [{ name: 'one', source: 'define Flip' }]]);
});

test('a replaced source is checked anew; an unknown script is not found', async () => {
  const { deps, command, userId } = await harness();
  const made = await createScript(deps, command);
  assert.ok(made.ok);
  const { scriptId } = made.value;
  const replaced = await replaceSource(deps, { userId, scriptId, source: 'bad' });
  assert.ok(replaced.ok && !replaced.value.isValid);
  const found = await getScript(deps, { userId, scriptId });
  assert.ok(found.ok);
  assert.equal(found.value.source, 'bad');
  assert.ok(found.value.updatedAtMs > found.value.createdAtMs);
  const unknown = await replaceSource(deps, { userId, scriptId: 'scr_none', source: '' });
  assert.deepEqual(unknown, { ok: false, rejection: 'script_not_found' });
});

test('a script that a running bot holds is not deleted, and the bot is named', async () => {
  const { deps, command, userId, runningBots } = await harness();
  const made = await createScript(deps, command);
  assert.ok(made.ok);
  const { scriptId } = made.value;
  runningBots.push('bot_1');
  const refused = await deleteScript(deps, { userId, scriptId });
  assert.deepEqual(refused, { ok: false, rejection: { code: 'in_use', botIds: ['bot_1'] } });
  runningBots.length = 0;
  assert.ok((await deleteScript(deps, { userId, scriptId })).ok);
  const again = await deleteScript(deps, { userId, scriptId });
  assert.deepEqual(again, { ok: false, rejection: { code: 'script_not_found' } });
});

test('pages stay right while scripts come and go', async () => {
  const { deps, command, userId } = await harness();
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const made = await createScript(deps, { ...command, derivationId: `idm_${index}` });
    assert.ok(made.ok);
    ids.push(made.value.scriptId);
  }
  ids.sort();
  const first = await listScripts(deps, { userId, afterId: null, limit: 2 });
  assert.equal(first.lastId, ids[1]);
  await deleteScript(deps, { userId, scriptId: ids[1] ?? '' });
  const second = await listScripts(deps, { userId, afterId: first.lastId, limit: 3 });
  assert.deepEqual(
    second.scripts.map(({ scriptId }) => scriptId),
    ids.slice(2),
  );
  assert.equal(second.lastId, null);
});

test('a user has at most so many scripts', async () => {
  const { deps, command } = await harness();
  const scripts = { ...deps.scripts, countScripts: async () => LIMITS.scriptsPerUserMax };
  const refused = await createScript({ ...deps, scripts }, command);
  assert.deepEqual(refused, {
    ok: false,
    rejection: { code: 'too_many_scripts', limit: LIMITS.scriptsPerUserMax },
  });
});
