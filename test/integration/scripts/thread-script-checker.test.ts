// Checking on real threads: what a script does there harms nobody else.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { ClosableScriptChecker } from '#adapters/threads/thread-script-checker.ts';
import { threadScriptChecker } from '#adapters/threads/thread-script-checker.ts';

const ENTRY = new URL('../../../src/main/check-thread.ts', import.meta.url);

suite('a checker on threads', () => {
  let checker: ClosableScriptChecker;
  before(() => {
    checker = threadScriptChecker({
      entry: ENTRY,
      threadsMax: 2,
      waitingMax: 3,
      timeoutMs: 20_000,
      heapMegabytesMax: 256,
    });
  });
  after(() => checker.close());

  test('finds a good script valid', async () => {
    const check = await checker.check("Log('hello')", []);
    assert.deepEqual(check.errors, []);
    assert.equal(check.isValid, true);
  });

  test('names every error with its line', async () => {
    const check = await checker.check('local a = \n\nNope()\nAlso(Nothing)', []);
    assert.equal(check.isValid, false);
    assert.ok(check.errors.length >= 1);
    assert.ok(check.errors.every(({ line }) => line !== null));
  });

  test('checks more scripts than there are threads', async () => {
    const checks = await Promise.all([1, 2, 3, 4, 5].map((n) => checker.check(`Log(${n})`, [])));
    assert.deepEqual(
      checks.map(({ isValid }) => isValid),
      [true, true, true, true, true],
    );
  });

  test('says that it is busy when too many wait', async () => {
    const many = Array.from({ length: 8 }, () => checker.check("Log('x')", []));
    const results = await Promise.allSettled(many);
    const refused = results.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 3);
  });

  for (const [title, source] of [
    ['a megabyte of brackets', '('.repeat(1_000_000)],
    ['binary junk', String.fromCharCode(...Array.from({ length: 5_000 }, (_, n) => n % 256))],
    ['an unfinished string at the end', "Log('x')\nlocal a = 'unfinished"],
    ['ten thousand nested brackets', `local a = ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
  ] as const) {
    test(`refuses ${title} with a line`, async () => {
      const check = await checker.check(source, []);
      assert.equal(check.isValid, false);
      assert.ok((check.errors[0]?.message.length ?? 0) > 0);
      assert.notEqual(check.errors[0]?.line, null);
    });
  }
});

test('a check that takes too long is given up, and the next one works', async () => {
  const entry = new URL(
    'data:text/javascript,' +
      encodeURIComponent(
        "import { parentPort } from 'node:worker_threads';" +
          "parentPort.on('message', ({ source }) => {" +
          "if (source === 'loop') for (;;);" +
          "if (source === 'crash') process.exit(3);" +
          'parentPort.postMessage({ isValid: true, errors: [], warnings: [], inputs: [], commandName: null }); });',
      ),
  );
  const options = { entry, threadsMax: 1, waitingMax: 9, timeoutMs: 2_000, heapMegabytesMax: 64 };
  const checker = threadScriptChecker(options);
  const [looped, crashed, fine] = await Promise.all([
    checker.check('loop', []),
    checker.check('crash', []),
    checker.check('fine', []),
  ]);
  assert.match(looped.errors[0]?.message ?? '', /more than 2000 ms/);
  assert.equal(crashed.isValid, false);
  assert.equal(fine.isValid, true);
  await checker.close();
  await assert.rejects(checker.check('fine', []), /stopping/);
});
