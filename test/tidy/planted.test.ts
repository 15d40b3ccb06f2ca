// Each check of the repository finds what it is for. One line per violation: a check that cannot
// fail here proves nothing there. The violations stand in strings, which the checks do not read as
// code.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkTestBodies, countAssertions } from './assertions.ts';
import { blankSource } from './blank-source.ts';
import { checkConsoleCalls } from './console-calls.ts';
import { checkCycles, checkFolderCycles } from './cycles.ts';
import {
  checkDependencyList,
  checkLockEntries,
  checkLockFile,
  checkPins,
  checkRuntime,
} from './dependencies.ts';
import {
  checkCommentPaths,
  checkDocumentPaths,
  checkFolderMap,
  checkGlossary,
  checkLayerTable,
  checkRoomMap,
  checkSettings,
} from './documents.ts';
import { checkGrouping } from './grouping.ts';
import { checkLayers } from './layers.ts';
import { checkLeaks } from './leaks.ts';
import { checkLoading } from './loading.ts';
import { checkNames } from './naming.ts';
import type { Project } from './project.ts';
import { projectOf } from './project.ts';
import { checkAmbient, checkEnvironment, checkExchangeNames, checkStatuses } from './purity.ts';
import { checkMigrations } from './migrations.ts';
import { checkSizes } from './sizes.ts';
import { checkWalks } from './walks.ts';
import { checkWords } from './words.ts';
import { checkClasses, checkHeaders, checkResponses, checkSyntax } from './syntax.ts';

type Check = (project: Project) => readonly string[];

/** Check, path, text, and whether the check must object. */
type Case = readonly [check: Check, path: string, text: string, objects: boolean];

const lines = (count: number, line = 'f();\n'): string => line.repeat(count);

const lockOf = (place: string): string =>
  JSON.stringify({
    packages: { 'node_modules/b': { optionalDependencies: { a: '1' } }, [place]: {} },
  });

/** Packages with Node.js for all platforms, one of them changed. */
const runtimesOf = (change: object): string => {
  const places = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64'].map((name, index) => {
    const [os, cpu] = name.split(' ');
    const entry = { version: '1.0.0', integrity: 'sha512-a', bin: { node: 'n' }, os, cpu };
    return [`node_modules/${name}`, index === 0 ? { ...entry, ...change } : entry];
  });
  return JSON.stringify({ packages: Object.fromEntries(places) });
};

const IMPORTS: readonly Case[] = [
  [checkLayers, 'src/lib/a.ts', "import { b } from '#domain/b.ts';", true],
  [checkLayers, 'src/domain/a.ts', "import { b } from '#lib/b.ts';", false],
  [checkLayers, 'src/domain/a.ts', "import { b } from '#indicators/b.ts';", true],
  [checkLayers, 'src/script/a.ts', "import { b } from '#domain/b.ts';", true],
  [checkLayers, 'src/ports/a.ts', "import { b } from '#domain/b.ts';", true],
  [checkLayers, 'src/ports/a.ts', "import type { B } from '#domain/b.ts';", false],
  [checkLayers, 'src/engine/a.ts', "import type { B } from '#ports/b.ts';", true],
  [checkLayers, 'src/services/a.ts', "import { b } from '#adapters/b.ts';", true],
  [checkLayers, 'src/services/a.ts', "export type { B } from '#adapters/b.ts';", true],
  [checkLayers, 'src/services/a.ts', "const b = await import('#adapters/b.ts');", true],
  [checkLayers, 'src/adapters/a.ts', "import { b } from '#services/b.ts';", true],
  [checkLayers, 'src/api/a.ts', "import { b } from '#engine/b.ts';", true],
  [checkLayers, 'src/api/a.ts', "import {\n  type B,\n  c,\n} from '#adapters/b.ts';", true],
  [checkLayers, 'src/main/a.ts', "import { b } from '#adapters/b.ts';", false],
  [checkLayers, 'src/main/a.ts', "import { b } from './b.ts';", true],
  [checkLayers, 'src/main/a.ts', "import { b } from '#nowhere/b.ts';", true],
  [checkLayers, 'src/extra/a.ts', "import { b } from '#lib/b.ts';", true],
  [checkLayers, 'src/adapters/a.ts', "new URL('./keeper.ts', import.meta.url);", false],
  [checkLayers, 'src/domain/a.ts', "import fs from 'node:fs';", true],
  [checkLayers, 'src/domain/a.test.ts', "import { test } from 'node:test';", false],
  [checkLayers, 'src/domain/a.test.ts', "import fs from 'node:fs';", true],
  [checkLayers, 'src/domain/a.prop.ts', "import fc from 'fast-check';", false],
  [checkLayers, 'src/domain/a.ts', "import fc from 'fast-check';", true],
  [checkLayers, 'src/adapters/memory/a.ts', "import pg from 'pg';", true],
  [checkLayers, 'src/adapters/postgres/a.ts', "import pg from 'pg';", false],
  [checkLayers, 'src/api/a.ts', "import { Type } from 'typebox';", false],
  [checkLayers, 'src/cli/a.ts', "import fastify from 'fastify';", true],
  [checkLayers, 'src/services/a.test.ts', "import { b } from '#adapters/memory/b.ts';", false],
  [checkLayers, 'src/services/a.test.ts', "import { b } from '#adapters/postgres/b.ts';", true],
  [checkLayers, 'src/domain/a.test.ts', "import { b } from '#adapters/memory/b.ts';", true],
  [checkLayers, 'src/ports/a.contract.ts', "import { b } from '#domain/b.ts';", false],
  [checkLayers, 'test/a.test.ts', "import { b } from '#adapters/b.ts';", false],
  [checkLayers, 'test/a.test.ts', "import { b } from '../src/lib/b.ts';", true],
  [checkLayers, 'src/lib/a.ts', "// import { b } from '#domain/b.ts';", false],
  [checkLayers, 'src/lib/a.ts', 'const a = "import { b } from \'#domain/b.ts\'";', false],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "await fetch('/x');", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "await window.fetch('/x');", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "navigator.sendBeacon('/x');", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "new EventSource('/x');", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "const a = '/v1/bots';", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', 'await api.listBots(); bots.refetch();', false],
  [checkConsoleCalls, 'console/src/api/request.ts', "await fetch('/auth/session');", false],
  [checkConsoleCalls, 'src/api/a.ts', "const a = '/v1/bots';", false],
];

const PURITY: readonly Case[] = [
  ...[
    'Date.now()',
    'new Date()',
    'Math.random()',
    'performance.now()',
    'process.uptime()',
    'setTimeout(f, 1)',
    'const later = setTimeout;',
    'console.log(1)',
    'crypto.randomUUID()',
    "fetch('a')",
    'globalThis.x',
    'Temporal.Now.instant()',
    "a.toLocaleString('en')",
    'date.getHours()',
    '`${Date.now()}`',
  ].map((text): Case => [checkAmbient, 'src/services/a.ts', text, true]),
  [checkAmbient, 'src/domain/a.ts', 'new Date(0)', false],
  [checkAmbient, 'src/domain/a.ts', 'report.performance.roi; bot.process; x.fetch(1)', false],
  [checkAmbient, 'src/domain/a.ts', '// Date.now() is not used', false],
  [checkAmbient, 'src/domain/a.ts', "const text = 'Date.now()';", false],
  [checkAmbient, 'src/domain/a.ts', 'const pattern = /Date.now/;', false],
  [checkAmbient, 'src/adapters/a.ts', 'Date.now()', false],
  [checkEnvironment, 'src/adapters/a.ts', 'process.env.HOME', true],
  [checkEnvironment, 'src/api/a.ts', 'process.exit(1)', true],
  [checkEnvironment, 'src/cli/a.ts', 'process.exit(1)', false],
  [checkEnvironment, 'src/adapters/embedded-postgres/keeper.ts', 'process.exit(1)', false],
  [checkEnvironment, 'src/main/a.ts', 'process.env.HOME', false],
  [checkStatuses, 'src/services/a.ts', 'return { status: 200 };', true],
  [checkStatuses, 'src/services/a.ts', 'if (reply.statusCode === 500) f();', true],
  [checkStatuses, 'src/services/a.ts', 'reply.code(201)', true],
  [checkStatuses, 'src/services/a.ts', 'fail(404)', true],
  [checkStatuses, 'src/services/a.ts', 'const itemsMax = 500;', false],
  [checkStatuses, 'src/services/a.ts', 'const rate = 0.404;', false],
  [checkStatuses, 'src/api/a.ts', 'reply.code(404)', false],
  [checkExchangeNames, 'src/services/a.ts', "const code = 'binance';", true],
  [checkExchangeNames, 'src/domain/a.ts', '// As Bybit does it.', true],
  [checkExchangeNames, 'src/adapters/a.ts', "const code = 'binance';", false],
];

const SHAPES: readonly Case[] = [
  [checkSizes, 'src/lib/a.ts', lines(501), true],
  [checkSizes, 'src/lib/a.ts', lines(500), false],
  [checkSizes, 'src/lib/a.ts', `// Data: numbers.\n${lines(501, '1,\n')}`, false],
  [checkSizes, 'src/lib/a.ts', `// Data: no.\nfunction f() {\n${lines(501)}}`, true],
  [checkSizes, 'src/lib/a.ts', `function f() {\n${lines(69)}}`, true],
  [checkSizes, 'src/lib/a.ts', `function f() {\n${lines(68)}}`, false],
  [checkSizes, 'src/lib/a.ts', `function f(): { readonly a: 1 } | null {\n${lines(69)}}`, true],
  [checkSizes, 'src/lib/a.ts', `const f = async (a: B): Promise<C> => {\n${lines(69)}};`, true],
  [checkSizes, 'src/lib/a.ts', `const a = {\n  f<T>(a: T) {\n${lines(69)}  },\n};`, true],
  [checkSizes, 'src/lib/a.ts', `if (a) {\n${lines(69)}}`, false],
  [checkSizes, 'src/lib/a.ts', `type A = {\n${lines(69, 'a: B;\n')}};`, false],
  [checkSizes, 'src/lib/a.test.ts', `suite('a', () => {\ntest();\n${lines(69)}});`, false],
  [checkSizes, 'src/lib/a.ts', `const a = ${'1'.repeat(100)};`, true],
  [checkSizes, 'src/lib/a.ts', `const a = \`\n${'1'.repeat(101)}\n\`;`, false],
  [checkSizes, 'src/lib/a.ts', `return \`${'1'.repeat(100)}\`;`, false],
  [checkSizes, 'src/lib/a.ts', `${'f(), '.repeat(20)}\`1\``, true],
  [checkNames, 'src/lib/placeOrder.ts', '', true],
  [checkNames, 'src/lib/utils.ts', '', true],
  [checkNames, 'src/common/a.ts', '', true],
  [checkNames, 'src/lib/order-manager.ts', '', true],
  [checkNames, 'src/lib/index.ts', '', true],
  [checkNames, 'src/lib/place-order.ts', 'export function cancel() {}', true],
  [checkNames, 'src/lib/place-order.ts', 'export async function placeOrder() {}', false],
  [checkNames, 'src/lib/order-book.ts', 'export function bids() {}\nexport type Book = {};', false],
  [checkNames, 'src/lib/order-book.ts', 'export function bids() {}\nexport type Ask = {};', true],
  [checkNames, 'src/lib/order.ts', 'export type Order = {};\nexport const data = 1;', true],
  [checkResponses, 'src/api/routes/a.ts', 'return ok({ data: [] });', true],
  [checkResponses, 'src/api/routes/a.ts', 'return ok(ORDER_LIST.toWire(orders));', false],
  [checkResponses, 'src/api/http/a.ts', 'return ok({});', false],
  [checkMigrations, 'migrations/0001-users.sql', '', false],
  [checkMigrations, 'migrations/1-users.sql', '', true],
  [checkMigrations, 'migrations/README.md', '', true],
  [checkSyntax, 'src/lib/a.ts', 'export enum A { B }', true],
  [checkSyntax, 'src/lib/a.ts', 'const enum A { B }', true],
  [checkSyntax, 'src/lib/a.ts', 'namespace A { }', true],
  [checkSyntax, 'src/lib/a.ts', '@injectable\nclass A {}', true],
  [checkSyntax, 'src/lib/a.ts', 'class A { constructor(private a: string) {} }', true],
  [checkSyntax, 'src/lib/a.ts', 'export default 1;', true],
  [checkSyntax, 'src/lib/a.ts', "export * from '#lib/b.ts';", true],
  [checkSyntax, 'src/lib/a.ts', "export { b } from '#lib/b.ts';", true],
  [checkSyntax, 'src/lib/a.ts', "export type { B } from '#lib/b.ts';", false],
  [checkSyntax, 'src/lib/a.ts', '// @ts-ignore', true],
  [checkSyntax, 'src/lib/a.ts', '// @ts-expect-error', true],
  [checkSyntax, 'src/lib/a.ts', '// @ts-expect-error the library types it too wide', false],
  [checkSyntax, 'src/lib/a.ts', '// oxlint-disable-next-line no-var', true],
  [checkSyntax, 'src/lib/a.ts', '// oxlint-disable-next-line no-var -- a reason', false],
  [checkSyntax, 'src/lib/a.ts', '// TODO later', true],
  [checkClasses, 'src/engine/a.ts', 'export class A {}', true],
  [checkWords, 'src/lib/a.ts', '// It answers the sum.', true],
  [checkWords, 'docs/a.md', 'A desk for each subject.', true],
  [checkWords, 'src/lib/a.ts', '// It returns the response.', false],
  [checkWords, 'src/lib/a.ts', 'const lostAnswer = 1;', true],
  [checkWords, 'src/lib/a.ts', '// Its owner is told why.', true],
  [checkWords, 'src/lib/a.ts', 'const asked = 1;', true],
  [checkWords, 'src/lib/a.ts', '// Its owner is asked why.', false],
  [checkWords, 'src/lib/a.ts', '// What the script asked for.', true],
  [checkWords, 'src/lib/a.ts', '// As it is at this moment.', true],
  [checkWords, 'src/lib/a.ts', '// It was there a moment ago.', false],
  [checkWords, 'src/lib/a.ts', '// What a run keeps from update to update.', true],
  [checkWords, 'src/lib/a.ts', '// What keeps a bot from a start; a map keeps its order.', false],
  [checkWords, 'src/lib/a.ts', '// The store keeps its contract.', true],
  [checkWords, 'src/lib/a.ts', '// The exchange is not asked again.', true],
  [checkWords, 'src/lib/a.ts', 'const RUNS_KEPT = 1;', true],
  [checkWords, 'docs/a.md', 'The state `taken_up` is gone.', true],
  [checkWords, 'docs/a.md', 'It looks at the price.', true],
  [checkClasses, 'src/engine/a.ts', 'export class A extends B {}', true],
  [checkClasses, 'src/engine/a.ts', 'export class A extends Error {}', false],
  [checkClasses, 'src/adapters/a.ts', 'export class A {}', false],
  [checkHeaders, 'src/lib/a.ts', 'export const a = 1;', true],
  [checkHeaders, 'src/lib/a.ts', lines(9, '// words\n'), true],
  [checkHeaders, 'src/lib/a.test.ts', "import { a } from '#lib/a.ts';", false],
  [checkHeaders, 'src/lib/a.ts', '// What it is for.\n\nexport const a = 1;', false],
  [checkTestBodies, 'src/lib/a.test.ts', "test('a', () => {\n  f();\n});", true],
  [checkTestBodies, 'src/lib/a.test.ts', "test('a', () => {\n  assert.ok(f());\n});", false],
  [checkTestBodies, 'src/lib/a.test.ts', "test.only('a', () => assert.ok(1));", true],
];

const TEXTS: readonly Case[] = [
  [checkDocumentPaths, 'README.md', 'See `src/lib/gone.ts`.', true],
  [checkDocumentPaths, 'README.md', 'See [gone](docs/gone.md).', true],
  [checkDocumentPaths, 'README.md', 'See `#lib/gone.ts`.', true],
  [checkDocumentPaths, 'README.md', 'src/gone/     what is gone', true],
  [checkDocumentPaths, 'docs/a.md', 'See [itself](a.md), `docs/*.md` and `src/<layer>/`.', false],
  [checkDocumentPaths, 'docs/a.md', 'See [the site](https://example.com/a.md).', false],
  [checkCommentPaths, 'src/lib/a.ts', '// See gone.md section 3.', true],
  [checkFolderMap, 'src/lib/a.ts', '', true],
  [checkFolderMap, 'README.md', 'src/gone/    nothing', true],
  [checkRoomMap, 'src/lib/room/a.ts', '', true],
  [checkRoomMap, 'src/lib/a.ts', '', false],
  [checkRoomMap, 'ARCHITECTURE.md', 'src/lib/gone/    nothing', true],
  [checkRoomMap, 'ARCHITECTURE.md', 'src/lib/{gone,lost}/    nothing', true],
  [checkGlossary, 'GLOSSARY.md', '| run | a |\n\n## B\n\n| fill, run | b |', true],
  [checkLayerTable, 'ARCHITECTURE.md', '| lib | domain | no |', true],
  [checkGlossary, 'GLOSSARY.md', '## A\n\n| run | a |\n| fill | b |', true],
  [checkGlossary, 'GLOSSARY.md', '| run | a |\n\n## B\n\n| fill | b |', false],
  [checkSettings, 'README.md', '| `TIDEMILL_GONE` | nothing |', true],
  [checkSettings, 'src/main/settings/config.ts', "variable: 'TIDEMILL_NEW'", true],
  [checkPins, 'package.json', '{"dependencies":{"a":"^1.0.0"}}', true],
  [checkPins, 'package.json', '{"devDependencies":{"a":"latest"}}', true],
  [checkPins, 'package.json', '{"optionalDependencies":{"a":"1.0.0-beta.1"}}', false],
  [checkDependencyList, 'package.json', '{"dependencies":{"a":"1.0.0"}}', true],
  [checkDependencyList, 'docs/dependencies.md', '| `a` | 1.0.0 | some good reason |', true],
  [checkLockFile, 'package-lock.json', '  "resolved": "a.tgz",', true],
  [checkLockFile, 'package-lock.json', '"a": "https://registry.example/a"', true],
  [checkLockFile, 'package-lock.json', '"url": "https://example.com/sponsors"', false],
  [checkLockEntries, 'package-lock.json', lockOf('node_modules/b/node_modules/c'), true],
  [checkLockEntries, 'package-lock.json', lockOf('node_modules/b/node_modules/a'), false],
  [checkRuntime, 'package-lock.json', runtimesOf({}), false],
  [checkRuntime, 'package-lock.json', runtimesOf({ hasInstallScript: true }), true],
  [checkRuntime, 'package-lock.json', runtimesOf({ integrity: undefined }), true],
  [checkRuntime, 'package-lock.json', runtimesOf({ version: '2.0.0' }), true],
  [checkRuntime, 'package-lock.json', runtimesOf({ cpu: 'ia32' }), true],
  [checkLeaks, 'src/lib/a.ts', "const a = '/home/me/a';", true],
  [checkLeaks, 'docs/a.md', 'Look into /tmp/a.', true],
  [checkLeaks, 'docs/a.md', 'Look into `$HOME/tmp/a` and `/v1/home/a`.', false],
  [checkLeaks, 'docs/a.md', 'As asked by the brief.', true],
  [checkLeaks, 'docs/a.md', 'tm_live_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ', true],
  [
    checkLeaks,
    'docs/a.md',
    'tm_live_00000000000000000000000000000000000000000000'.slice(0, 51),
    false,
  ],
  [checkLeaks, 'docs/a.md', 'postgres://user:secret@db.example.com/a', true],
  [checkLeaks, 'docs/a.md', 'postgres://user:password@localhost/a', false],
  [checkLeaks, 'docs/a.md', 'postgres://USER:PASSWORD@HOST/a', false],
];

for (const [check, path, text, objects] of [...IMPORTS, ...PURITY, ...SHAPES, ...TEXTS]) {
  const shown = JSON.stringify(text.length > 70 ? `${text.slice(0, 70)}…` : text);
  test(`${check.name} ${objects ? 'objects to' : 'accepts'} ${path}: ${shown}`, () => {
    const found = check(projectOf(new Map([[path, text]])));
    assert.equal(found.length > 0, objects, found.join('\n'));
  });
}

test('checkCycles finds a cycle inside a layer, through types of another folder too', () => {
  const project = projectOf(
    new Map([
      ['src/lib/a.ts', "import type { B } from '#lib/b/b.ts';"],
      ['src/lib/b/b.ts', "import { c } from '#lib/b/c.ts';"],
      ['src/lib/b/c.ts', "import { a } from '#lib/a.ts';"],
    ]),
  );
  assert.deepEqual(checkCycles(project), [
    'src/lib/a.ts: imports itself: src/lib/a.ts > src/lib/b/b.ts > src/lib/b/c.ts > src/lib/a.ts',
  ]);
});

test('checkCycles accepts types of neighbours that speak of one another', () => {
  const project = projectOf(
    new Map([
      ['src/lib/a.ts', "import type { B } from '#lib/b.ts';"],
      ['src/lib/b.ts', "import { a } from '#lib/a.ts';"],
    ]),
  );
  assert.deepEqual(checkCycles(project), []);
});

test('checkCycles accepts two ways to one file', () => {
  const project = projectOf(
    new Map([
      ['src/lib/a.ts', "import { b } from '#lib/b.ts';\nimport { c } from '#lib/c.ts';"],
      ['src/lib/b.ts', "import { c } from '#lib/c.ts';"],
      ['src/lib/c.ts', ''],
    ]),
  );
  assert.deepEqual(checkCycles(project), []);
});

test('checkFolderCycles finds folders of a layer that import one another', () => {
  const project = projectOf(
    new Map([
      ['src/lib/a/a.ts', "import type { B } from '#lib/b/b.ts';"],
      ['src/lib/b/b.ts', "import { c } from '#lib/a/c.ts';"],
      ['src/lib/a/c.ts', "import { d } from '#lib/d.ts';"],
      ['src/lib/d.ts', "import { a } from '#lib/a/a.ts';"],
    ]),
  );
  assert.deepEqual(checkFolderCycles(project), [
    'src/lib/a: imports itself: src/lib/a > src/lib/b > src/lib/a',
  ]);
});

test('checkLoading finds the way to what runs scripts, not through types or import()', () => {
  const project = projectOf(
    new Map([
      ['src/cli/run-command-line.ts', "import { a } from '#services/a.ts';"],
      ['src/services/a.ts', "import { b } from '#engine/venue-feed/b.ts';"],
      ['src/engine/venue-feed/b.ts', ''],
      [
        'src/api/operations.ts',
        "import type { B } from '#engine/venue-feed/b.ts';\nawait import('#services/a.ts');",
      ],
    ]),
  );
  assert.deepEqual(checkLoading(project), [
    'src/cli/run-command-line.ts: loads what runs scripts: ' +
      'src/cli/run-command-line.ts > src/services/a.ts > src/engine/venue-feed/b.ts',
  ]);
});

test('checkGrouping finds tests that are run never or twice, and hooks that reach too far', () => {
  const project = projectOf(
    new Map([
      ['package.json', '{"scripts":{"test:everyday":"node --test \\"test/**/*.test.ts\\""}}'],
      ['test/by-layer/lib.test.ts', "await importTests('src/lib/*.test.ts', 'test/c/*.test.ts');"],
      ['test/a/a.test.ts', 'before(start);'],
      ['test/c/c.test.ts', ''],
      ['src/lib/a.test.ts', 'beforeEach(start);\ndescribe(() => {\n  beforeEach(start);\n});'],
      ['src/lib/b.test.ts', 'suite(name, async () => {\n  test(await named(), () => {});\n});'],
      ['src/lib/a.prop.ts', ''],
    ]),
  );
  assert.deepEqual(checkGrouping(project), [
    'test/c/c.test.ts:1: test:everyday and test:processes run it 2 times',
    'src/lib/a.test.ts:1: "beforeEach" would be called for other files too: put it into a suite',
    'src/lib/b.test.ts:1: "suite" waits where it declares its tests: wait in "before"',
    'src/lib/a.prop.ts:1: test:everyday and test:processes run it 0 times',
  ]);
});

test('checkDependencyList wants the version that is installed', () => {
  const list = (version: string): readonly string[] =>
    checkDependencyList(
      projectOf(
        new Map([
          ['package.json', '{"dependencies":{"a":"1.0.0"}}'],
          ['docs/dependencies.md', `| \`a\` | ${version} | some good reason |`],
        ]),
      ),
    );
  assert.deepEqual(list('1.0.0'), []);
  assert.deepEqual(list('1.0.1'), ['docs/dependencies.md: a is 1.0.0, not 1.0.1']);
});

test('checkMigrations refuses a number that another migration has', () => {
  const project = projectOf(
    new Map(
      ['0001-users.sql', '0002-keys.sql', '0002-bots.sql'].map((file) => [
        `migrations/${file}`,
        '',
      ]),
    ),
  );
  assert.deepEqual(checkMigrations(project), [
    'migrations/0002-keys.sql: 0002-bots.sql has its number; take the next free one',
  ]);
});

test('checkWalks follows imports, and what hands a file over', () => {
  const walk = (...steps: readonly string[]): readonly string[] =>
    checkWalks(
      projectOf(
        new Map([
          ['src/a/a.ts', "import { b } from '#a/b.ts';"],
          ['src/a/b.ts', ''],
          ['src/a/c.ts', "import type { b } from '#a/b.ts';"],
          [
            'docs/walks.md',
            `| A | ${steps.length} |\n## A\n\nText.\n\n\`\`\`\n${steps.join('\n')}\n\`\`\`\n`,
          ],
        ]),
      ),
    );
  assert.deepEqual(walk('src/a/a.ts', 'src/a/b.ts', 'src/a/c.ts through src/a/b.ts'), []);
  assert.deepEqual(walk('src/a/a.ts', 'src/a/c.ts'), [
    'docs/walks.md: "src/a/c.ts": no file before it imports it',
  ]);
  assert.deepEqual(walk('src/a/a.ts', 'src/a/c.ts through src/a/a.ts'), [
    'docs/walks.md: "src/a/c.ts" and "src/a/a.ts" do not import one another',
  ]);
  assert.deepEqual(walk('src/a/d.ts'), ['docs/walks.md: "src/a/d.ts" does not exist']);
});

test('countAssertions counts in code and in tests', () => {
  const project = projectOf(
    new Map([
      ['src/lib/a.ts', "assert(a, 'b');\n// assert(a, 'b')\npresent(b, 'c');"],
      ['src/lib/a.test.ts', 'assert.equal(1, 1);'],
    ]),
  );
  assert.deepEqual(countAssertions(project), { inCode: 2, inTests: 1, sourceFiles: 1 });
});

test('blankSource tells code from comments, strings, templates and regular expressions', () => {
  const text = "a = b / c; // d\ne = 'f' + `g${h('i')}j` + /[/'k]/.test(l); /* m\n */ n";
  const { code, comments, literals } = blankSource(text);
  const squeezed = (part: string): string => part.replaceAll(/\s+/g, ' ').trim();
  assert.equal(squeezed(code), "a = b / c; e = ' ' + ` ${h(' ')} ` + .test(l); n");
  assert.equal(squeezed(comments), '// d /* m */');
  assert.equal(squeezed(literals), 'f g i j');
  for (const part of [code, comments, literals]) {
    assert.equal(part.length, text.length);
    assert.equal(part.split('\n').length, text.split('\n').length);
  }
});
