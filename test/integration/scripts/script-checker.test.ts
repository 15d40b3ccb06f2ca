// Checking in real processes: what a script does there harms nobody else, and costs this process no
// memory.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenedChecker } from '#main/checks/open-script-checker.ts';
import { checkProcesses, openScriptChecker } from '#main/checks/open-script-checker.ts';
import { someOf } from '../../support/share-of-cases.ts';

/** Far less than one of the checks below takes. */
const GROWTH_BYTES_MAX = 100_000_000;

suite('a checker in processes', () => {
  let checker: OpenedChecker;
  before(() => {
    checker = openScriptChecker(() => undefined);
  });
  after(() => checker.close());

  test('gives up a script that never ends, and checks the next one', async () => {
    const [endless, fine] = await Promise.all([
      checker.check('while true do end', [], 'ada'),
      checker.check("Log('fine')", [], 'ada'),
    ]);
    assert.equal(endless.isValid, false);
    assert.equal(fine.isValid, true);
  });

  test('finds a good script valid', async () => {
    const check = await checker.check("Log('hello')", [], 'ada');
    assert.deepEqual(check.errors, []);
    assert.equal(check.isValid, true);
  });

  test('names every error with its line', async () => {
    const check = await checker.check('local a = \n\nNope()\nAlso(Nothing)', [], 'ada');
    assert.equal(check.isValid, false);
    assert.ok(check.errors.length >= 1);
    assert.ok(check.errors.every(({ line }) => line !== null));
  });

  test('checks more scripts than there are processes', async () => {
    const checks = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => checker.check(`Log(${n})`, [], 'ada')),
    );
    assert.deepEqual(
      checks.map(({ isValid }) => isValid),
      [true, true, true, true, true],
    );
  });

  const BOMBS = {
    columns: 'local c, t = ClosePrices(), {} for i = 2, 1999 do t[#t + 1] = SMA(c, i) + i end',
    tables: 'local t = {} for i = 1, 200000 do t[i] = {i, i, i, i} end',
    texts: "local t = {} for i = 1, 2000 do t[i] = string.rep('x', 100000) .. i end",
  };
  for (const [name, source] of Object.entries(BOMBS).slice(0, someOf(3))) {
    test(`${name} of two checks at once do not grow this process`, async () => {
      const before = process.memoryUsage.rss();
      let most = before;
      const measuring = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss());
      }, 10);
      // A machine that has no time for them refuses to say; that costs no memory either.
      await Promise.allSettled(['ada', 'bob'].map((user) => checker.check(source, [], user)));
      clearInterval(measuring);
      assert.ok(most - before < GROWTH_BYTES_MAX, `grew by ${most - before} bytes`);
    });
  }

  test('the check of a user waits for none of another, however many that one has', async (t) => {
    const processes = checkProcesses();
    t.after(() => processes.close());
    const begun: string[] = [];
    const crowded = openScriptChecker(() => undefined, {
      ...processes,
      run(request, call) {
        begun.push(request.source);
        return processes.run(request, call);
      },
    });
    const slow = 'local c, t = ClosePrices(), {} for i = 2, 600 do t[#t + 1] = SMA(c, i) + i end';
    const fine = "Log('fine')";
    const slowChecks = Array.from({ length: 6 }, () => crowded.check(slow, [], 'ada'));
    const bob = crowded.check(fine, [], 'bob');
    assert.deepEqual(begun, [slow, slow, fine]);
    assert.equal((await bob).isValid, true);
    await Promise.allSettled(slowChecks);
  });

  for (const [title, source] of [
    ['a megabyte of brackets', '('.repeat(1_000_000)],
    ['binary junk', String.fromCharCode(...Array.from({ length: 5_000 }, (_, n) => n % 256))],
    ['an unfinished string at the end', "Log('x')\nlocal a = 'unfinished"],
    ['ten thousand nested brackets', `local a = ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
  ] as const) {
    test(`refuses ${title} with a line`, async () => {
      const check = await checker.check(source, [], 'ada');
      assert.equal(check.isValid, false);
      assert.ok((check.errors[0]?.message.length ?? 0) > 0);
      assert.notEqual(check.errors[0]?.line, null);
    });
  }
});
