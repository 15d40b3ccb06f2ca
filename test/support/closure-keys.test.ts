import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { closureKeys, importedBy } from './closure-keys.ts';

const ALIASES = [['#lib/', 'packages/lib/']] as const;
const TEXTS = {
  'src/main.ts': `import { one } from './one.ts';\nimport type { Far } from '#lib/far.ts';`,
  'src/one.ts': `export { two as one } from './two.ts';`,
  'src/two.ts': `import './one.ts';\nexport const two = 2;`,
  'src/lonely.ts': `import fs from 'node:fs';`,
  'packages/lib/far.ts': `export type Far = typeof import('./data.json');`,
  'packages/lib/data.json': '{}',
  'src/global.ts': 'export {};\ndeclare global {\n  var x: number;\n}',
};

function keysOf(changes: Readonly<Record<string, string>> = {}, common = '') {
  const texts = new Map(Object.entries({ ...TEXTS, ...changes }));
  return closureKeys({ texts, aliases: ALIASES, common });
}

/** Whose key is another one after the change. */
function changedBy(changes: Readonly<Record<string, string>>, common = ''): readonly string[] {
  const before = keysOf();
  return [...keysOf(changes, common)]
    .filter(([file, key]) => before.get(file) !== key)
    .map(([file]) => file);
}

suite('the key of a file', () => {
  const CASES: readonly (readonly [changed: string, others: readonly string[]])[] = [
    ['src/main.ts', []],
    ['src/lonely.ts', []],
    ['src/one.ts', ['src/main.ts', 'src/two.ts']],
    ['src/two.ts', ['src/main.ts', 'src/one.ts']],
    ['packages/lib/far.ts', ['src/main.ts']],
    ['packages/lib/data.json', ['src/main.ts', 'packages/lib/far.ts']],
    ['src/global.ts', Object.keys(TEXTS).filter((file) => file !== 'src/global.ts')],
  ];
  for (const [changed, others] of CASES)
    test(`changes with ${changed} where that is imported`, () => {
      const found = changedBy({ [changed]: `${TEXTS[changed as keyof typeof TEXTS]}\n` });
      assert.deepEqual(found.toSorted(), [changed, ...others].toSorted());
    });

  test('changes with what all files have in common', () => {
    assert.equal(changedBy({}, 'another rule').length, Object.keys(TEXTS).length);
  });

  test('changes when a file that was missing is there', () => {
    const lost = { 'src/main.ts': `import { late } from './late.ts';` };
    const before = keysOf(lost).get('src/main.ts');
    assert.notEqual(keysOf({ ...lost, 'src/late.ts': '' }).get('src/main.ts'), before);
    assert.equal(keysOf(lost).get('src/main.ts'), before);
  });

  test('does not tell apart where texts begin', () => {
    assert.notEqual(
      keysOf({ 'src/one.ts': 'a', 'src/two.ts': 'b' }).get('src/two.ts'),
      keysOf({ 'src/one.ts': 'b', 'src/two.ts': 'a' }).get('src/two.ts'),
    );
  });
});

test('imports of every form are found', () => {
  const text = [
    `import a, { type B } from 'one';`,
    `import {\n  c,\n} from "two";`,
    `import 'three';`,
    `export * as d from 'four';`,
    `const e = await import('five');`,
    `type F = import(\n  'six'\n).G;`,
    `new Worker(new URL('./no-import.ts', import.meta.url));`,
  ].join('\n');
  assert.deepEqual(importedBy(text), ['one', 'two', 'three', 'four', 'five', 'six']);
});
