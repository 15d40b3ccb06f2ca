// Checking on real threads: what a script does there harms nobody else.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenedChecker } from '#main/open-script-checker.ts';
import { openScriptChecker } from '#main/open-script-checker.ts';

suite('a checker on threads', () => {
  let checker: OpenedChecker;
  before(() => {
    checker = openScriptChecker(() => undefined);
  });
  after(() => checker.close());

  test('gives up a script that never ends, and checks the next one', async () => {
    const [endless, fine] = await Promise.all([
      checker.check('while true do end', [], 'usr_a'),
      checker.check("Log('fine')", [], 'usr_a'),
    ]);
    assert.equal(endless.isValid, false);
    assert.equal(fine.isValid, true);
  });

  test('finds a good script valid', async () => {
    const check = await checker.check("Log('hello')", [], 'usr_a');
    assert.deepEqual(check.errors, []);
    assert.equal(check.isValid, true);
  });

  test('names every error with its line', async () => {
    const check = await checker.check('local a = \n\nNope()\nAlso(Nothing)', [], 'usr_a');
    assert.equal(check.isValid, false);
    assert.ok(check.errors.length >= 1);
    assert.ok(check.errors.every(({ line }) => line !== null));
  });

  test('checks more scripts than there are threads', async () => {
    const checks = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => checker.check(`Log(${n})`, [], 'usr_a')),
    );
    assert.deepEqual(
      checks.map(({ isValid }) => isValid),
      [true, true, true, true, true],
    );
  });

  for (const [title, source] of [
    ['a megabyte of brackets', '('.repeat(1_000_000)],
    ['binary junk', String.fromCharCode(...Array.from({ length: 5_000 }, (_, n) => n % 256))],
    ['an unfinished string at the end', "Log('x')\nlocal a = 'unfinished"],
    ['ten thousand nested brackets', `local a = ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
  ] as const) {
    test(`refuses ${title} with a line`, async () => {
      const check = await checker.check(source, [], 'usr_a');
      assert.equal(check.isValid, false);
      assert.ok((check.errors[0]?.message.length ?? 0) > 0);
      assert.notEqual(check.errors[0]?.line, null);
    });
  }
});
