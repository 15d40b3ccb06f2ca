import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commandRunner } from '#cli/command-host.fixture.ts';

const run = commandRunner({});

suite('commands that are loaded by name', () => {
  test('are each the one that the help lists, with all other commands loaded', async () => {
    const { out } = await run(['help']);
    const names = [...out.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
    assert.equal(names.length, new Set(names).size);
    assert.ok(names.length > 30, out);
    for (const name of names) {
      const alone = await run([name, '--help']);
      assert.deepEqual([alone.exitCode, alone.error], [0, ''], name);
      assert.match(alone.out, new RegExp(`^Usage: tidemill ${name}\\b`));
      assert.equal(alone.out, (await run(['help', name])).out);
    }
  });

  test('are all known where the first word is none of them', async () => {
    const { exitCode, error } = await run(['bot']);
    assert.equal(exitCode, 2);
    assert.match(error, /Did you mean .*bots/);
  });
});
