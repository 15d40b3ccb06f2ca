// Contract of every store for scripts.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import {
  heldCompletion,
  lostCompletion,
  sampleId,
  sampleUser,
} from '#ports/stores/store.fixture.ts';
import type { Script } from '#ports/stores/script-store.ts';
import { SCRIPT_VERSIONS_MAX } from '#ports/stores/script-store.ts';
import type { ScriptCheck } from '#ports/work/script-checker.ts';
import type { Store } from '#ports/stores/store.ts';

const VALID: ScriptCheck = {
  isValid: true,
  errors: [],
  warnings: [{ message: 'an input stands in a branch', line: 3, column: 7 }],
  inputs: [
    {
      kind: 'number',
      label: 'Length',
      group: 'Trend "fast"',
      tooltip: '',
      defaultValue: 14,
      options: [{ label: 'one', value: 1 }],
      least: 1,
      most: null,
      step: null,
    },
  ],
  commandName: null,
};

const INVALID: ScriptCheck = {
  isValid: false,
  errors: [{ message: "unexpected '\u0000'", line: null, column: null }],
  warnings: [],
  inputs: [],
  commandName: null,
};

function sampleScript(userId: string, changes: Partial<Script> = {}): Script {
  return {
    scriptId: sampleId('script'),
    userId,
    name: 'a script',
    description: null,
    type: 'lua',
    source: "Log('grüße')\n\u0000",
    check: VALID,
    createdAtMs: 1_700_000_000_000,
    updatedAtMs: 1_700_000_000_000,
    ...changes,
  };
}

async function storedScript(store: Store, changes: Partial<Script> = {}): Promise<Script> {
  const user = sampleUser();
  await store.insertUser(user);
  const script = sampleScript(user.userId, changes);
  assert.equal(await store.insertScript(script), 'inserted');
  return script;
}

export const SCRIPT_CASES: StoreCases = {
  'a script is found by its user, whole, with its last check': async (store) => {
    const script = await storedScript(store, { description: 'what it does' });
    assert.deepEqual(await store.findScript(script.userId, script.scriptId), script);
  },
  "another user's script is neither found, changed nor deleted": async (store) => {
    const script = await storedScript(store);
    const { userId } = await storedScript(store);
    assert.equal(await store.findScript(userId, script.scriptId), null);
    assert.equal(await store.replaceSource(userId, script.scriptId, 'x', INVALID, 1), false);
    assert.equal(await store.deleteScript(userId, script.scriptId), false);
    assert.deepEqual(await store.findScript(script.userId, script.scriptId), script);
  },
  'the same id is stored once': async (store) => {
    const script = await storedScript(store);
    const again = { ...script, name: 'again' };
    assert.equal(await store.insertScript(again), 'exists');
    assert.equal(await store.insertScript(again, 0), 'exists');
    const found = present(await store.findScript(script.userId, script.scriptId), 'it is there');
    assert.equal(found.name, script.name);
  },
  'a request that was taken over stores no script and replaces none': async (store) => {
    const script = await storedScript(store);
    const { userId, scriptId } = script;
    const other = sampleScript(userId);
    const completion = await lostCompletion(store);
    const refusal = { code: 'conflict' };
    await assert.rejects(store.insertScript(other, 9, completion), refusal);
    assert.equal(await store.findScript(userId, other.scriptId), null);
    const replacing = store.replaceSource(userId, scriptId, 'late', INVALID, 9, completion);
    await assert.rejects(replacing, refusal);
    assert.deepEqual(await store.findScript(userId, scriptId), script);
  },
  'a script and its new source are stored with the outcome of their request': async (store) => {
    const { userId } = await storedScript(store);
    const script = sampleScript(userId);
    const made = await heldCompletion(store);
    assert.equal(await store.insertScript(script, 9, made.completion), 'inserted');
    assert.deepEqual(await made.replay(), made.completion.outcome);
    const { completion, replay } = await heldCompletion(store);
    const { scriptId } = script;
    assert.equal(await store.replaceSource('nobody', scriptId, 'b', VALID, 9, completion), false);
    assert.equal(await replay(), null);
    assert.equal(await store.replaceSource(userId, scriptId, 'b', VALID, 9, completion), true);
    assert.deepEqual(await replay(), completion.outcome);
  },
  'rows are listed by id, page by page, and say whether the script is valid': async (store) => {
    const one = await storedScript(store);
    const two = sampleScript(one.userId, { check: INVALID, type: 'visual' });
    await store.insertScript(two);
    const { source: _source, check: _check, ...row } = one;
    const listed = { ...row, language: 'lua', isValid: true };
    assert.deepEqual(await store.listScripts(one.userId, null, 1), [listed]);
    const rest = await store.listScripts(one.userId, one.scriptId, 5);
    assert.deepEqual(
      rest.map(({ scriptId, isValid, type }) => ({ scriptId, isValid, type })),
      [{ scriptId: two.scriptId, isValid: false, type: 'visual' }],
    );
    assert.equal(await store.countScripts(one.userId), 2);
  },
  'a user has no more scripts than may be, however many are stored at once': async (store) => {
    const { userId } = await storedScript(store);
    await storedScript(store);
    const scripts = Array.from({ length: 8 }, () => sampleScript(userId));
    const outcomes = await Promise.all(scripts.map((script) => store.insertScript(script, 3)));
    assert.equal(outcomes.filter((outcome) => outcome === 'inserted').length, 2);
    assert.equal(outcomes.filter((outcome) => outcome === 'limit').length, 6);
    assert.equal(await store.countScripts(userId), 3);
  },
  'a source is replaced together with its check': async (store) => {
    const script = await storedScript(store);
    const { userId, scriptId } = script;
    assert.equal(await store.replaceSource(userId, scriptId, 'Nope()', INVALID, 9), true);
    const changed = { ...script, source: 'Nope()', check: INVALID, updatedAtMs: 9 };
    assert.deepEqual(await store.findScript(userId, scriptId), changed);
  },
  'a visual script is stored with its Lua and its blocks, and is a library by its Lua': async (
    store,
  ) => {
    const { userId } = await storedScript(store);
    const notice = { message: 'm', line: null, column: null, block: 'rsi', port: 'period' };
    const lua = "DefineCommand('Drawn', 'é')\nLog('\\000')\n";
    const check = { ...VALID, commandName: 'Drawn', warnings: [notice], lua };
    const drawn = sampleScript(userId, { type: 'visual', source: '{}', check });
    await store.insertScript(drawn);
    assert.deepEqual(await store.findScript(userId, drawn.scriptId), drawn);
    const library = { name: drawn.name, source: lua };
    assert.deepEqual(
      (await store.listLibraries(userId)).filter(({ source }) => source === lua),
      [library],
    );
  },
  'a script in Pine says so in the list, until its source is Lua': async (store) => {
    const check = { ...VALID, language: 'pine' as const };
    const { userId, scriptId } = await storedScript(store, { check });
    const languages = async (): Promise<readonly string[]> =>
      (await store.listScripts(userId, null, 10)).map(({ language }) => language);
    assert.deepEqual(await languages(), ['pine']);
    assert.deepEqual((await store.findScript(userId, scriptId))?.check, check);
    await store.replaceSource(userId, scriptId, 'Log(1)', VALID, 2);
    assert.deepEqual(await languages(), ['lua']);
  },
  'a script gets another name, and keeps its description unless it is given one': async (store) => {
    const script = await storedScript(store);
    const { userId, scriptId } = script;
    const { completion, replay } = await heldCompletion(store);
    const words = { name: 'Other', description: undefined };
    assert.equal(await store.renameScript('nobody', scriptId, words, completion), false);
    assert.equal(await replay(), null);
    assert.equal(await store.renameScript(userId, scriptId, words, completion), true);
    assert.deepEqual(await replay(), completion.outcome);
    assert.deepEqual(await store.findScript(userId, scriptId), { ...script, name: 'Other' });
    for (const description of ['What it does', null]) {
      assert.equal(await store.renameScript(userId, scriptId, { ...words, description }), true);
      assert.equal((await store.findScript(userId, scriptId))?.description, description);
    }
  },
  'each source that differs from the one before is a version': async (store) => {
    const script = await storedScript(store);
    const { userId, scriptId } = script;
    await store.replaceSource(userId, scriptId, 'two', INVALID, 2);
    await store.replaceSource(userId, scriptId, 'two', INVALID, 3);
    await store.replaceSource(userId, scriptId, script.source, VALID, 4);
    const heads = await store.listVersions(userId, scriptId, null, 9);
    assert.deepEqual(heads, [
      { version: 3, isValid: true, savedAtMs: 4 },
      { version: 2, isValid: false, savedAtMs: 2 },
      { version: 1, isValid: true, savedAtMs: script.updatedAtMs },
    ]);
    assert.deepEqual(await store.listVersions(userId, scriptId, 3, 1), [heads[1]]);
    const second = { version: 2, isValid: false, savedAtMs: 2, source: 'two' };
    assert.deepEqual(await store.findVersion(userId, scriptId, 2), second);
    assert.equal((await store.findVersion(userId, scriptId, 1))?.source, script.source);
    assert.equal(await store.findVersion(userId, scriptId, 4), null);
    const { userId: other } = await storedScript(store);
    assert.deepEqual(await store.listVersions(other, scriptId, null, 9), []);
    assert.equal(await store.findVersion(other, scriptId, 2), null);
    await store.deleteScript(userId, scriptId);
    assert.deepEqual(await store.listVersions(userId, scriptId, null, 9), []);
  },
  'the newest versions are retained': async (store) => {
    const { userId, scriptId } = await storedScript(store);
    for (let count = 2; count <= SCRIPT_VERSIONS_MAX + 3; count += 1)
      await store.replaceSource(userId, scriptId, `return ${count}`, VALID, count);
    const heads = await store.listVersions(userId, scriptId, null, SCRIPT_VERSIONS_MAX + 9);
    assert.equal(heads.length, SCRIPT_VERSIONS_MAX);
    assert.equal(heads.at(-1)?.version, 4);
    assert.equal(heads[0]?.version, SCRIPT_VERSIONS_MAX + 3);
  },
  'a script is deleted once': async (store) => {
    const { userId, scriptId } = await storedScript(store);
    assert.equal(await store.deleteScript(userId, scriptId), true);
    assert.equal(await store.deleteScript(userId, scriptId), false);
    assert.equal(await store.findScript(userId, scriptId), null);
  },
  'libraries are the valid scripts that define a command': async (store) => {
    const plain = await storedScript(store);
    const { userId } = plain;
    const command = { ...VALID, commandName: 'Flip' };
    await store.insertScript(sampleScript(userId, { name: 'lib', source: 'a', check: command }));
    const broken = { ...INVALID, commandName: 'Broken' };
    await store.insertScript(sampleScript(userId, { check: broken }));
    assert.deepEqual(await store.listLibraries(userId), [{ name: 'lib', source: 'a' }]);
  },
};
