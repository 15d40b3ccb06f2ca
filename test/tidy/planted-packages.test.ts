// Violations of the rules of packages, each planted in a project that is lawful without it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkPackages } from './packages.ts';
import { projectOf } from './project.ts';

const MANIFEST = {
  name: '@tidemill/lua',
  type: 'module',
  exports: { './run.ts': './src/run.ts' },
  imports: { '#lua/*': './src/*', '#lib/*': '@tidemill/lib/*' },
  dependencies: { '@tidemill/lib': '0.1.0' },
};
const LIB = {
  name: '@tidemill/lib',
  type: 'module',
  exports: { './fail.ts': './src/fail.ts' },
  imports: { '#lib/*': './src/*' },
};
const ROOT = {
  imports: {
    '#lib/*': './packages/lib/src/*',
    '#lua/*': './packages/lua/src/*',
    '#*': './src/*',
  },
};
const LINK = 'packages/lua/node_modules/@tidemill/lib';
const LAWFUL = {
  'package.json': JSON.stringify(ROOT),
  'packages/lua/README.md': '# Lua',
  'packages/lua/package.json': JSON.stringify(MANIFEST),
  'packages/lua/src/run.ts': "import { a } from '#lua/a.ts';",
  'packages/lua/src/a.ts': "import { fail } from '#lib/fail.ts';",
  'packages/lib/README.md': '# Lib',
  'packages/lib/package.json': JSON.stringify(LIB),
  'packages/lib/src/fail.ts': 'export const fail = 1;',
  'src/engine/b.ts': "import { run } from '#lua/run.ts';",
  'src/engine/b.test.ts': "import { a } from '#lua/a.ts';",
};

function found(
  changes: { readonly [file: string]: string | null },
  links: readonly string[] = [LINK],
): readonly string[] {
  const texts = Object.entries({ ...LAWFUL, ...changes }).flatMap(([file, text]) =>
    text === null ? [] : [[file, text] as const],
  );
  return checkPackages(projectOf(new Map(texts), links));
}

const withManifest = (change: object): { readonly [file: string]: string } => ({
  'packages/lua/package.json': JSON.stringify({ ...MANIFEST, ...change }),
});

const PLANTED: readonly (readonly [string, Parameters<typeof found>[0], RegExp])[] = [
  ['no README', { 'packages/lua/README.md': null }, /has no README/],
  ['no manifest', { 'packages/lua/package.json': null }, /is not named/],
  ['another name', withManifest({ name: 'lua' }), /is not named "@tidemill\/lua"/],
  ['CommonJS', withManifest({ type: 'commonjs' }), /is not of type "module"/],
  ['a dependency', withManifest({ dependencies: { pg: '8.0.0' } }), /has dependencies of its own/],
  ['a way out', withManifest({ imports: { '#*': './src/*' } }), /has other imports/],
  ['a way that its layer has not', withManifest({ dependencies: {} }), /does not depend on lib/],
  ['no row in the import map', { 'package.json': '{}' }, /is not in the imports/],
  [
    'an import of what is not exported',
    { 'src/engine/c.ts': "import { a } from '#lua/a.ts';" },
    /^src\/engine\/c\.ts:1: "#lua\/a\.ts" is not in the exports/,
  ],
  [
    'a type of what is not exported',
    { 'src/engine/c.ts': "export type { A } from '#lua/a.ts';" },
    /^src\/engine\/c\.ts:1: "#lua\/a\.ts" is not in the exports/,
  ],
  ['an export that nothing uses', { 'src/engine/b.ts': null }, /which no source imports/],
  ['an export without a file', { 'packages/lua/src/run.ts': null }, /which does not exist/],
  [
    'an export under another name',
    withManifest({ exports: { './run.ts': './src/run.ts', './b.ts': './src/run.ts' } }),
    /not the file of its name/,
  ],
  [
    'a package that the table of layers lacks',
    { 'packages/extra/README.md': '# Extra' },
    /^packages\/extra: is not in PACKAGES/,
  ],
];

test('a lawful package passes', () => {
  assert.deepEqual(found({}), []);
});

test('a package has a link to each that it imports, and to no other', () => {
  assert.match(found({}, []).join('\n'), /has other links than lib/);
  const more = [LINK, LINK.replace(/lib$/, 'domain')];
  assert.match(found({}, more).join('\n'), /has other links than lib/);
});

test('a test in a package imports what another one exports', () => {
  const inside = { 'packages/lua/src/c.test.ts': "import { c } from '#lib/c.ts';" };
  assert.match(found(inside).join('\n'), /"#lib\/c\.ts" is not in the exports/);
});

const LOOPBACK = {
  'package.json': JSON.stringify({
    imports: { ...ROOT.imports, '#loopback/*': './packages/loopback/src/*' },
    devDependencies: { ws: '8.0.0' },
  }),
  'packages/loopback/README.md': '# Loopback',
  'packages/loopback/package.json': JSON.stringify({
    name: '@tidemill/loopback',
    type: 'module',
    exports: { './a.ts': './src/a.ts' },
    imports: { '#loopback/*': './src/*' },
    dependencies: { ws: '8.0.0' },
  }),
  'packages/loopback/src/a.ts': "import { b } from '#loopback/b.ts';",
  'packages/loopback/src/b.ts': '',
  'test/a.test.ts': "import { a } from '#loopback/a.ts';",
};

test('a package for tests is imported by its exports, and has dependencies of developers', () => {
  assert.deepEqual(found(LOOPBACK), []);
  const inside = { 'test/b.test.ts': "import { b } from '#loopback/b.ts';" };
  assert.deepEqual(found({ ...LOOPBACK, ...inside }), [
    'test/b.test.ts:1: "#loopback/b.ts" is not in the exports of packages/loopback/package.json',
  ]);
  const manifest = LOOPBACK['package.json'].replace('8.0.0', '9.0.0');
  assert.match(
    found({ ...LOOPBACK, 'package.json': manifest }).join('\n'),
    /of its own: ws,8\.0\.0/,
  );
});

for (const [name, changes, message] of PLANTED)
  test(`checkPackages objects to ${name}`, () => {
    assert(
      found(changes).some((line) => message.test(line)),
      found(changes).join('\n') || 'nothing found',
    );
  });
