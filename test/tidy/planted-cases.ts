// Violations of the checks, one a line, each with what must be found, and lawful twins. They stand
// in strings, which the checks do not read as code.

import { checkTestBodies } from './assertions.ts';
import { checkConsoleCalls } from './console-calls.ts';
import {
  checkDependencyList,
  checkLockEntries,
  checkLockIntegrity,
  checkLockFile,
  checkPins,
  checkRuntime,
} from './dependencies.ts';
import { checkDocstrings } from './docstrings.ts';
import { checkEmptyStates } from './empty-states.ts';
import {
  checkCommentPaths,
  checkDocumentPaths,
  checkFolderMap,
  checkGlossary,
  checkLayerTable,
  checkRoomMap,
  checkSettings,
} from './documents.ts';
import { checkLateAddresses } from './late-addresses.ts';
import { checkLayers } from './layers.ts';
import { checkLeaks } from './leaks.ts';
import { checkNames } from './naming.ts';
import { checkAmbient, checkEnvironment, checkExchangeNames, checkStatuses } from './purity.ts';
import { checkDatabaseFunctions, checkMigrations } from './migrations.ts';
import { checkSizes } from './sizes.ts';
import { checkSqlColumns } from './sql-columns.ts';
import { checkTransactions } from './transactions.ts';
import { checkTypeNames } from './type-names.ts';
import { checkWords } from './words.ts';
import { checkClasses, checkHeaders, checkResponses, checkSyntax } from './syntax.ts';
import type { Check } from './checks.ts';

/** Check, path, text, and whether the check must object. */
export type Case = readonly [check: Check, path: string, text: string, objects: boolean];

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
  [checkLayers, 'packages/lua/src/a.ts', "import { b } from '#lua/b.ts';", false],
  [checkLayers, 'packages/lua/src/a.ts', "import { b } from '#lib/b.ts';", false],
  [checkLayers, 'packages/lua/src/a.ts', "import { b } from '#indicators/b.ts';", true],
  [checkLayers, 'packages/lua/src/a.ts', "import type { B } from '#domain/b.ts';", true],
  [checkLayers, 'packages/lua/src/a.ts', "import { b } from '../../../src/lib/b.ts';", true],
  [checkLayers, 'packages/lua/src/a.ts', "import fs from 'node:fs';", true],
  [checkLayers, 'src/api/a.ts', "import { b } from '#lua/b.ts';", true],
  [checkLayers, 'src/engine/a.ts', "import { b } from '#lua/b.ts';", false],
  [checkAmbient, 'packages/lua/src/a.ts', 'const at = Date.now();', true],
  [checkLayers, 'packages/lib/src/a.ts', "import { b } from '#domain/b.ts';", true],
  [checkLayers, 'src/domain/a.ts', "import { b } from '#lib/b.ts';", false],
  [checkLayers, 'src/domain/a.ts', "import { b } from '#indicators/b.ts';", true],
  [checkLayers, 'console/src/a.ts', "import { b } from '#domain/money/b.ts';", true],
  [checkLayers, 'console/src/a.ts', "import { b } from '#domain/visual/b.ts';", false],
  [checkLayers, 'packages/lua/src/a.ts', "import { b } from '#domain/b.ts';", true],
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
  [checkLayers, 'packages/lib/src/a.ts', "// import { b } from '#domain/b.ts';", false],
  [checkLayers, 'packages/lib/src/a.ts', 'const a = "import { b } from \'#domain/b.ts\'";', false],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "await fetch('/x');", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "await window.fetch('/x');", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "navigator.sendBeacon('/x');", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "new EventSource('/x');", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', "const a = '/v1/bots';", true],
  [checkConsoleCalls, 'console/src/pages/a.tsx', 'await api.listBots(); bots.refetch();', false],
  [checkConsoleCalls, 'console/src/api/request.ts', "await fetch('/auth/session');", false],
  [checkConsoleCalls, 'src/api/a.ts', "const a = '/v1/bots';", false],
];

const PLACE = 'src/adapters/postgres/functions/';
const FUNCTION = '-- Purpose.\nCREATE OR REPLACE FUNCTION a() AS $$ SELECT 1 $$;\n';
const FUNCTION_CASES: readonly Case[] = [
  ...[
    'CREATE FUNCTION a() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;',
    'create  or\nreplace function a() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;',
    'CREATE PROCEDURE a() LANGUAGE sql AS $$ SELECT 1 $$;',
    'CREATE TRIGGER a AFTER INSERT ON b FOR EACH ROW EXECUTE FUNCTION c();',
    'CREATE CONSTRAINT TRIGGER a AFTER INSERT ON b FOR EACH ROW EXECUTE FUNCTION c();',
    "DO $$ BEGIN EXECUTE 'CREATE FUNCTION a() RETURNS int'; END $$;",
  ].map((text): Case => [checkDatabaseFunctions, 'migrations/0999-a.sql', text, true]),
  ...[
    'DROP FUNCTION a();',
    'DROP TRIGGER a ON b;',
    '-- CREATE FUNCTION a()\nSELECT 1;',
    'CREATE TABLE triggers (function text);',
  ].map((text): Case => [checkDatabaseFunctions, 'migrations/0999-a.sql', text, false]),
  [checkDatabaseFunctions, 'migrations/0181-a.sql', 'CREATE FUNCTION a() AS $$ SELECT 1 $$', false],
  [checkDatabaseFunctions, `${PLACE}a.sql`, FUNCTION, false],
  [checkDatabaseFunctions, `${PLACE}b.sql`, FUNCTION, true],
  [checkDatabaseFunctions, `${PLACE}a.sql`, FUNCTION.replace('-- Purpose.\n', ''), true],
  [checkDatabaseFunctions, `${PLACE}a.sql`, FUNCTION.replace(' OR REPLACE', ''), true],
  [checkDatabaseFunctions, `${PLACE}a.sql`, `${FUNCTION}${FUNCTION}`, true],
  ...(['a', 'b'] as const).map((called): Case => [
    checkDatabaseFunctions,
    `${PLACE}a.sql`,
    `${FUNCTION}CREATE OR REPLACE TRIGGER c AFTER INSERT ON d EXECUTE FUNCTION ${called}();`,
    called === 'b',
  ]),
];

const PART = 'console/src/pages/a.tsx';
const EMPTY_STATES: readonly Case[] = [
  ...[
    'function A() { const q = useQuery(x); const all = q.data?.data ?? []; return all.length; }',
    'function A() { const { data: all = [] } = useQuery(x); return all.length; }',
    'function useA() { return useQueries({ combine: (rs) => rs.flatMap(({ data }) => data ?? []) }); }',
    'function A() { return <Empty title={`${q.data?.data.length ?? 0}`} />; }',
    'const useA = () => { const all = useQuery(x).data ?? []; return all; };',
  ].map((text): Case => [checkEmptyStates, PART, text, true]),
  ...[
    'function A() { const all = q.data ?? []; return whatKeeps([q]) ?? <B of={all} />; }',
    'function A() { const all = q.data ?? []; return <Pages query={q}>{all}</Pages>; }',
    'function A() { return <Loaded query={q}>{({ data }) => <B of={data} />}</Loaded>; }',
    'function A() { const metadata = of.names ?? []; return metadata; }',
  ].map((text): Case => [checkEmptyStates, PART, text, false]),
  [checkEmptyStates, 'src/api/a.ts', 'function a() { return q.data ?? []; }', false],
];

const LATE_ADDRESSES: readonly Case[] = [
  ...[
    "import { Link, useNavigate } from '@tanstack/react-router';",
    "import { useNavigate as useGo } from '@tanstack/react-router';",
    "import { useRouter } from '@tanstack/react-router';",
    "import { Navigate } from '@tanstack/react-router';",
    "import * as router from '@tanstack/react-router';",
    "export { useNavigate } from '@tanstack/react-router';",
    "const { useNavigate } = await import('@tanstack/react-router');",
    "import { createBrowserHistory } from '@tanstack/history';",
    "history.pushState(null, '', '/bots');",
    "window.history.replaceState(null, '', '/bots');",
    "location.assign('/bots');",
    "location.href = '/bots';",
    "window.location = '/bots';",
  ].map((text): Case => [checkLateAddresses, PART, text, true]),
  ...[
    "import { Link, useSearch, useRouterState } from '@tanstack/react-router';",
    "import type { Navigate } from '@tanstack/react-router';",
    "import { useGo } from '../app/use-go.ts';",
    "const isHere = location.href === '/bots';",
    'location.reload();',
  ].map((text): Case => [checkLateAddresses, PART, text, false]),
  [
    checkLateAddresses,
    'console/src/app/use-go.ts',
    "import { useNavigate } from '@tanstack/react-router';",
    false,
  ],
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

const SAYS = '/** Number of things. */\n';
const DOCSTRINGS: readonly Case[] = [
  ...[
    'export function a(): void {}',
    'export async function a(): Promise<void> {}',
    'export function* a(): Iterable<void> {}',
    '// A remark.\nexport function a(): void {}',
    `${SAYS}\nconst b = 1;\nexport function a(): void {}`,
    `${SAYS}export function b(): void {}\nexport function a(): void {}`,
    'export function a(b: string): void;\nexport function a(b: number): void;',
  ].map((text): Case => [checkDocstrings, 'packages/lib/src/a.ts', text, true]),
  [checkDocstrings, 'packages/loopback/src/a.ts', 'export function a(): void {}', true],
  [checkDocstrings, 'console/src/parts/a.tsx', 'export function B() {}', true],
  ...[
    `${SAYS}export function a(): void {}`,
    `${SAYS}// A remark.\nexport async function a(): Promise<void> {}`,
    `${SAYS}export function a(b: string): void;\nexport function a(b: number): void;`,
    'function a(): void {}',
    'export const a: Row = () => 1;',
    'const a = "export function b() {}";',
  ].map((text): Case => [checkDocstrings, 'packages/lib/src/a.ts', text, false]),
  [checkDocstrings, 'packages/lib/src/a.test.ts', 'export function a(): void {}', false],
  [checkDocstrings, 'console/src/parts/order-table.tsx', 'export function OrderTable() {}', false],
];

const SHAPES: readonly Case[] = [
  [checkSizes, 'packages/lib/src/a.ts', lines(501), true],
  [checkSizes, 'packages/lib/src/a.ts', lines(500), false],
  [checkSizes, 'packages/lib/src/a.ts', `// Data: numbers.\n${lines(501, '1,\n')}`, false],
  [checkSizes, 'packages/lib/src/a.ts', `// Data: no.\nfunction f() {\n${lines(501)}}`, true],
  [checkSizes, 'packages/lib/src/a.ts', `function f() {\n${lines(69)}}`, true],
  [checkSizes, 'packages/lib/src/a.ts', `function f() {\n${lines(68)}}`, false],
  [
    checkSizes,
    'packages/lib/src/a.ts',
    `function f(): { readonly a: 1 } | null {\n${lines(69)}}`,
    true,
  ],
  [
    checkSizes,
    'packages/lib/src/a.ts',
    `const f = async (a: B): Promise<C> => {\n${lines(69)}};`,
    true,
  ],
  [checkSizes, 'packages/lib/src/a.ts', `const a = {\n  f<T>(a: T) {\n${lines(69)}  },\n};`, true],
  [checkSizes, 'packages/lib/src/a.ts', `if (a) {\n${lines(69)}}`, false],
  [checkSizes, 'packages/lib/src/a.ts', `type A = {\n${lines(69, 'a: B;\n')}};`, false],
  [checkSizes, 'packages/lib/src/a.test.ts', `suite('a', () => {\ntest();\n${lines(69)}});`, false],
  [checkSizes, 'packages/lib/src/a.ts', `const a = ${'1'.repeat(100)};`, true],
  [checkSizes, 'packages/lib/src/a.ts', `const a = \`\n${'1'.repeat(101)}\n\`;`, false],
  [checkSizes, 'packages/lib/src/a.ts', `return \`${'1'.repeat(100)}\`;`, false],
  [checkSizes, 'packages/lib/src/a.ts', `${'f(), '.repeat(20)}\`1\``, true],
  [checkNames, 'packages/lib/src/placeOrder.ts', '', true],
  [checkNames, 'packages/lib/src/utils.ts', '', true],
  [checkNames, 'src/common/a.ts', '', true],
  [checkNames, 'packages/lib/src/order-manager.ts', '', true],
  [checkNames, 'packages/lib/src/index.ts', '', true],
  [checkNames, 'packages/lib/src/place-order.ts', 'export function cancel() {}', true],
  [checkNames, 'packages/lib/src/place-order.ts', 'export async function placeOrder() {}', false],
  [
    checkNames,
    'packages/lib/src/order-book.ts',
    'export function bids() {}\nexport type Book = {};',
    false,
  ],
  [
    checkNames,
    'packages/lib/src/order-book.ts',
    'export function bids() {}\nexport type Ask = {};',
    true,
  ],
  [
    checkNames,
    'packages/lib/src/order.ts',
    'export type Order = {};\nexport const data = 1;',
    true,
  ],
  [checkTypeNames, 'packages/lib/src/a.ts', 'type Wanted = { readonly name: string };', true],
  [checkTypeNames, 'console/src/a.tsx', 'export type Said = string;', true],
  [checkTypeNames, 'packages/lib/src/a.ts', 'export class Stopped extends Error {}', true],
  [checkTypeNames, 'packages/lib/src/a.ts', 'interface Feed {}\ntype HeldJob = {};', false],
  [checkResponses, 'src/api/routes/a.ts', 'return ok({ data: [] });', true],
  [checkResponses, 'src/api/routes/a.ts', 'return ok(ORDER_LIST.toWire(orders));', false],
  [checkResponses, 'src/api/http/a.ts', 'return ok({});', false],
  [checkMigrations, 'migrations/0001-users.sql', '', false],
  [checkMigrations, 'migrations/1-users.sql', '', true],
  [checkMigrations, 'migrations/README.md', '', true],
  ...FUNCTION_CASES,
  [checkSqlColumns, 'src/adapters/postgres/functions/a.sql', 'SELECT * FROM a', true],
  [checkSqlColumns, 'src/adapters/postgres/functions/a.sql', 'SELECT b FROM a', false],
  [checkSqlColumns, 'src/adapters/postgres/a.ts', "const A = 'SELECT * FROM a';", true],
  [checkSqlColumns, 'src/adapters/postgres/a.ts', "const A = 'SELECT b FROM a';", false],
  [
    checkTransactions,
    'src/adapters/postgres/a.ts',
    'a.transaction((session) => { n += 1; });',
    true,
  ],
  [
    checkTransactions,
    'src/adapters/postgres/a.ts',
    'a.transaction((session) => b(session));',
    false,
  ],
  [checkSyntax, 'packages/lib/src/a.ts', 'export enum A { B }', true],
  [checkSyntax, 'packages/lib/src/a.ts', 'const enum A { B }', true],
  [checkSyntax, 'packages/lib/src/a.ts', 'namespace A { }', true],
  [checkSyntax, 'packages/lib/src/a.ts', '@injectable\nclass A {}', true],
  [checkSyntax, 'packages/lib/src/a.ts', 'class A { constructor(private a: string) {} }', true],
  [checkSyntax, 'packages/lib/src/a.ts', 'export default 1;', true],
  [checkSyntax, 'packages/lib/src/a.ts', "export * from '#lib/b.ts';", true],
  [checkSyntax, 'packages/lib/src/a.ts', "export { b } from '#lib/b.ts';", true],
  [checkSyntax, 'packages/lib/src/a.ts', "export type { B } from '#lib/b.ts';", false],
  [checkSyntax, 'packages/lib/src/a.ts', '// @ts-ignore', true],
  [checkSyntax, 'packages/lib/src/a.ts', '// @ts-expect-error', true],
  [
    checkSyntax,
    'packages/lib/src/a.ts',
    '// @ts-expect-error the library types it too wide',
    false,
  ],
  [checkSyntax, 'packages/lib/src/a.ts', '// oxlint-disable-next-line no-var', true],
  [checkSyntax, 'packages/lib/src/a.ts', '// oxlint-disable-next-line no-var -- a reason', false],
  [checkSyntax, 'packages/lib/src/a.ts', '// TODO later', true],
  [checkClasses, 'src/engine/a.ts', 'export class A {}', true],
  [checkWords, 'packages/lib/src/a.ts', '// It answers the sum.', true],
  [checkWords, 'docs/a.md', 'A desk for each subject.', true],
  [checkWords, 'packages/lib/src/a.ts', '// It returns the response.', false],
  [checkWords, 'packages/lib/src/a.ts', 'const lostAnswer = 1;', true],
  [checkWords, 'packages/lib/src/a.ts', '// Its owner is told why.', true],
  [checkWords, 'packages/lib/src/a.ts', 'const asked = 1;', true],
  [checkWords, 'packages/lib/src/a.ts', '// Its owner is asked why.', false],
  [checkWords, 'packages/lib/src/a.ts', '// What the script asked for.', true],
  [checkWords, 'packages/lib/src/a.ts', '// As it is at this moment.', true],
  [checkWords, 'packages/lib/src/a.ts', '// It was there a moment ago.', false],
  [checkWords, 'packages/lib/src/a.ts', '// What a run keeps from update to update.', true],
  [
    checkWords,
    'packages/lib/src/a.ts',
    '// What keeps a bot from a start; a map keeps its order.',
    false,
  ],
  [checkWords, 'packages/lib/src/a.ts', '// The store keeps its contract.', true],
  [checkWords, 'packages/lib/src/a.ts', '// The exchange is not asked again.', true],
  [checkWords, 'packages/lib/src/a.ts', 'const RUNS_KEPT = 1;', true],
  [checkWords, 'docs/a.md', 'The state `taken_up` is gone.', true],
  [checkWords, 'docs/a.md', 'It looks at the price.', true],
  [checkClasses, 'src/engine/a.ts', 'export class A extends B {}', true],
  [checkClasses, 'src/engine/a.ts', 'export class A extends Error {}', false],
  [checkClasses, 'src/adapters/a.ts', 'export class A {}', false],
  [checkHeaders, 'packages/lib/src/a.ts', 'export const a = 1;', true],
  [checkHeaders, 'packages/lib/src/a.ts', lines(9, '// words\n'), true],
  [checkHeaders, 'packages/lib/src/a.test.ts', "import { a } from '#lib/a.ts';", false],
  [checkHeaders, 'packages/lib/src/a.ts', '// Number of things.\n\nexport const a = 1;', false],
  [checkHeaders, 'packages/lib/src/a.ts', '// What it is for.\n\nexport const a = 1;', true],
  [checkHeaders, 'console/src/a.tsx', '/** Whether it is on. */\nexport const a = 1;', true],
  [checkHeaders, 'packages/lib/src/a.test.ts', '// Who pays.\n\nexport const a = 1;', true],
  ...DOCSTRINGS,
  [checkTestBodies, 'packages/lib/src/a.test.ts', "test('a', () => {\n  f();\n});", true],
  [
    checkTestBodies,
    'packages/lib/src/a.test.ts',
    "test('a', () => {\n  assert.ok(f());\n});",
    false,
  ],
  [checkTestBodies, 'packages/lib/src/a.test.ts', "test.only('a', () => assert.ok(1));", true],
];

const TEXTS: readonly Case[] = [
  [checkDocumentPaths, 'README.md', 'See `packages/lib/src/gone.ts`.', true],
  [checkDocumentPaths, 'README.md', 'See [gone](docs/gone.md).', true],
  [checkDocumentPaths, 'README.md', 'See `#lib/gone.ts`.', true],
  [checkDocumentPaths, 'README.md', 'src/gone/     what is gone', true],
  [checkDocumentPaths, 'docs/a.md', 'See [itself](a.md), `docs/*.md` and `src/<layer>/`.', false],
  [checkDocumentPaths, 'docs/a.md', 'See [the site](https://example.com/a.md).', false],
  [checkCommentPaths, 'packages/lib/src/a.ts', '// See gone.md section 3.', true],
  [checkFolderMap, 'packages/lib/src/a.ts', '', true],
  [checkFolderMap, 'README.md', 'src/gone/    nothing', true],
  [checkRoomMap, 'packages/lib/src/room/a.ts', '', true],
  [checkRoomMap, 'packages/lib/src/a.ts', '', false],
  [checkRoomMap, 'ARCHITECTURE.md', 'packages/lib/src/gone/    nothing', true],
  [checkRoomMap, 'ARCHITECTURE.md', 'packages/lib/src/{gone,lost}/    nothing', true],
  [checkGlossary, 'GLOSSARY.md', '| run | a |\n\n## B\n\n| fill, run | b |', true],
  [checkLayerTable, 'ARCHITECTURE.md', '| lib | domain | no |', true],
  [checkGlossary, 'GLOSSARY.md', '## A\n\n| run | a |\n| fill | b |', true],
  [checkGlossary, 'GLOSSARY.md', '| run (of a bot) | a |\n\n## B\n\n| run (of a lab) | b |', true],
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
  [checkLockIntegrity, 'package-lock.json', runtimesOf({ integrity: undefined }), true],
  [checkLockIntegrity, 'package-lock.json', runtimesOf({}), false],
  [checkRuntime, 'package-lock.json', runtimesOf({}), false],
  [checkRuntime, 'package-lock.json', runtimesOf({ hasInstallScript: true }), true],
  [checkRuntime, 'package-lock.json', runtimesOf({ integrity: undefined }), true],
  [checkRuntime, 'package-lock.json', runtimesOf({ version: '2.0.0' }), true],
  [checkRuntime, 'package-lock.json', runtimesOf({ cpu: 'ia32' }), true],
  [checkLeaks, 'packages/lib/src/a.ts', "const a = '/home/me/a';", true],
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

export const PLANTED_CASES: readonly Case[] = [
  ...IMPORTS,
  ...EMPTY_STATES,
  ...LATE_ADDRESSES,
  ...PURITY,
  ...SHAPES,
  ...TEXTS,
];
