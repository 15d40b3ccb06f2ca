// A mutant is found by tests that prove its decision, and survives those that do not.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';

import { findTests } from './find-tests.ts';
import type { FileVerdict } from './judge-file.ts';
import { judgeFile } from './judge-file.ts';

const FEE = 'export const isFree = (lots: number, fee: number) => lots > 10 && fee < 5;\n';

const testOf = (file: string, ...assertions: readonly string[]): string =>
  [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    `import { isFree } from './${file}';`,
    "test('is free', () => {",
    ...assertions,
    '});',
  ].join('\n');

const TESTED = ['assert(isFree(11, 4));', 'assert(!isFree(10, 4));', 'assert(!isFree(11, 6));'];

suite('judgeFile', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tidemill-judged-'));
  after(() => fs.rmSync(root, { recursive: true, force: true }));

  const judge = (
    files: { readonly [name: string]: string },
    extraMs = 60_000,
  ): Promise<FileVerdict> => {
    const folder = fs.mkdtempSync(path.join(root, 'source-'));
    fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    for (const [name, text] of Object.entries(files))
      fs.writeFileSync(path.join(folder, name), text);
    return judgeFile({
      root: folder,
      file: 'fee.ts',
      testGroups: findTests(folder, 'fee.ts', []),
      choose: (mutants) => mutants,
      atOnce: 2,
      hasTime: () => true,
      extraMs,
    });
  };
  const flipsOf = ({ survivors }: FileVerdict): readonly string[] =>
    survivors.map(({ line, column, flip }) => `${line}:${column} ${flip}`);

  test('lists the comparison whose boundary no test reaches', async () => {
    const verdict = await judge({ 'fee.ts': FEE, 'fee.test.ts': testOf('fee.ts', ...TESTED) });
    assert.deepEqual(flipsOf(verdict), ['1:71 < -> <=']);
    assert.deepEqual([verdict.mutantsCount, verdict.killedCount], [3, 2]);
  });

  test('lists nothing when each decision is proved', async () => {
    const tests = testOf('fee.ts', ...TESTED, 'assert(!isFree(11, 5));');
    assert.deepEqual(flipsOf(await judge({ 'fee.ts': FEE, 'fee.test.ts': tests })), []);
  });

  test('asks the tests of the folder that load the file after its own', async () => {
    const verdict = await judge({
      'fee.ts': FEE,
      'fee.test.ts': testOf('fee.ts', ...TESTED),
      'bill.ts': "export { isFree } from './fee.ts';\n",
      'bill.test.ts': testOf('bill.ts', 'assert(!isFree(11, 5));'),
    });
    assert.deepEqual(flipsOf(verdict), []);
  });

  test('ends a mutant that never ends, which is found', async () => {
    const source = [
      'export function isFree(lots: number) {',
      '  let left = lots;',
      '  while (left < 3) left += 1;',
      '  return left;',
      '}',
    ];
    const tests = testOf('fee.ts', 'assert.equal(isFree(0), 3);', 'assert.equal(isFree(3), 3);');
    const verdict = await judge({ 'fee.ts': source.join('\n'), 'fee.test.ts': tests }, 100);
    assert.equal(verdict.killedCount, 2);
    assert.deepEqual(flipsOf(verdict), []);
  });

  test('says when nothing loads the file, and when the tests fail by themselves', async () => {
    const unloaded = await judge({ 'fee.ts': FEE, 'fee.test.ts': 'export const a = 1;' });
    assert.equal(unloaded.problem, 'no test here loads it');
    const failing = await judge({
      'fee.ts': FEE,
      'fee.test.ts': testOf('fee.ts', 'assert(isFree(0, 9));'),
    });
    assert.match(failing.problem ?? '', /its tests failed without a mutant/);
    assert.equal(failing.survivors.length, 3);
  });
});
