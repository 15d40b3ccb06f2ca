// Forms in which the checks of the repository can be violated, beside those of one file in
// test/tidy/planted-cases.ts, and their lawful twins. What a check overlooked once is here.

import { checkTestBodies } from '../../tidy/assertions.ts';
import type { Check } from '../../tidy/checks.ts';
import { checkConsoleCalls } from '../../tidy/console-calls.ts';
import { checkCycles, checkFolderCycles } from '../../tidy/cycles.ts';
import { checkGrouping } from '../../tidy/grouping.ts';
import { checkLayers } from '../../tidy/layers.ts';
import { checkPackages } from '../../tidy/packages.ts';
import { checkLoading } from '../../tidy/loading.ts';
import { checkNames } from '../../tidy/naming.ts';
import { checkAmbient, checkEnvironment } from '../../tidy/purity.ts';
import { checkSizes } from '../../tidy/sizes.ts';
import { checkClasses, checkHeaders, checkSyntax } from '../../tidy/syntax.ts';
import { checkSqlColumns } from '../../tidy/sql-columns.ts';
import { checkTransactions } from '../../tidy/transactions.ts';
import { checkVenueJson } from '../../tidy/venue-json.ts';
import { checkWalks } from '../../tidy/walks.ts';
import { checkWords } from '../../tidy/words.ts';

export type Form = {
  readonly check: Check;
  readonly name: string;
  readonly files: { readonly [path: string]: string };
  readonly isViolation: boolean;
};

type Row = readonly [check: Check, path: string, text: string, isViolation: boolean];

const lines = (count: number, line = 'f();\n'): string => line.repeat(count);
const LONG = lines(70);

const SIZES: readonly Row[] = [
  [checkSizes, 'packages/lib/src/a.ts', `function f(): () => Promise<void> {\n${LONG}}`, true],
  [checkSizes, 'packages/lib/src/a.ts', `const f = (): ((a: B) => C) => {\n${LONG}};`, true],
  [checkSizes, 'packages/lib/src/a.ts', `class A {\n  get b(): () => void {\n${LONG}  }\n}`, true],
  [checkSizes, 'packages/lib/src/a.ts', `class A {\n  constructor() {\n${LONG}  }\n}`, true],
  [checkSizes, 'packages/lib/src/a.ts', `class A {\n  b = async () => {\n${LONG}  };\n}`, true],
  [checkSizes, 'packages/lib/src/a.ts', `const a = {\n  async *b(): C {\n${LONG}  },\n};`, true],
  [checkSizes, 'packages/lib/src/a.ts', `function f(a = () => {\n${LONG}}): void {}`, true],
  [checkSizes, 'packages/lib/src/a.ts', `f(async function () {\n${LONG}});`, true],
  [
    checkSizes,
    'packages/lib/src/a.ts',
    `const f = <T,>(a: T): a is T & { b: 1 } => {\n${LONG}};`,
    true,
  ],
  [checkSizes, 'console/src/parts/a.tsx', `export function A() {\n${LONG}  return <b />;\n}`, true],
  [checkSizes, 'console/src/parts/a.tsx', `const A = () => {\n${LONG}  return <b />;\n};`, true],
  [checkSizes, 'console/src/parts/a.tsx', `function A() {\n${lines(60)}  return <b />;\n}`, false],
  [checkSizes, 'packages/lib/src/a.ts', `const a = {\n${lines(80, '  b: (c) => c,\n')}};`, false],
  [checkSizes, 'packages/lib/src/a.ts', `class A {\n${lines(40, '  b() {\n  }\n')}}`, false],
  [
    checkSizes,
    'packages/lib/src/a.ts',
    `// Data: a.\nexport const a = f(() => {\n${lines(600)}});`,
    true,
  ],
];

const AMBIENT: readonly Row[] = [
  ...[
    "Date['now']()",
    'Date?.now()',
    'const { now } = Date;',
    'const now = Date.now;',
    'f(Date);',
    'new Date',
    'new (Date)()',
    'const { random } = Math;',
    "Math['random']()",
    'const { env } = process;',
    'f(setTimeout);',
    'const { setTimeout: later } = globalThis;',
    'const c = console;',
    'self.fetch(a)',
    "window['fetch'](a)",
    'navigator.language',
    "a['toLocaleString']()",
    'a?.getHours()',
    'const b = import.meta;',
    '`${Date.now()}`',
  ].map((text): Row => [checkAmbient, 'src/domain/a.ts', text, true]),
  ...[
    'Date.UTC(2026, 1)',
    'new Date(0)',
    'a instanceof Date',
    'Math.max(1, 2)',
    'const a: Date = b;',
    'type A = typeof process;',
    'a.process.b',
    'const a = { fetch: 1, window: 2 };',
    'function f(window: A) {\n  return window.b;\n}',
    'const f = ({ window }: A) => window.b;',
    '// setTimeout(f)',
    "const a = 'Date.now()';",
  ].map((text): Row => [checkAmbient, 'src/domain/a.ts', text, false]),
  [checkEnvironment, 'src/api/a.ts', 'const { env } = process;', true],
  [checkEnvironment, 'src/api/a.ts', "process['env'].A", true],
  [checkEnvironment, 'src/api/a.ts', 'process?.env', true],
  [checkEnvironment, 'src/api/a.ts', 'process.abort()', true],
  [checkEnvironment, 'src/api/a.ts', 'process.pid', false],
];

const SYNTAX: readonly Row[] = [
  ...[
    'export\n  default 1;',
    'export { b as default };',
    "export * as b from '#lib/b.ts';",
    "export { b, type C } from '#lib/b.ts';",
    'if (a) {\n  enum B { C }\n}',
    'declare namespace A {}\nnamespace B {}',
    'class A {\n  @b() c() {}\n}',
    'class A {\n  constructor(\n    readonly b = 1,\n  ) {}\n}',
    "import a = require('b');",
    'export = 1;',
    'for (var i = 0; ; ) {}',
    '/* eslint-disable */',
  ].map((text): Row => [checkSyntax, 'packages/lib/src/a.ts', text, true]),
  [checkSyntax, 'console/src/parts/a.tsx', 'export enum A { B }', true],
  [checkSyntax, 'console/src/parts/a.tsx', 'const a = <b>{/* oxlint-disable-line c */}</b>;', true],
  [checkSyntax, 'console/src/parts/a.tsx', 'const a = <b>an enum A</b>;', false],
  [checkSyntax, 'packages/lib/src/a.ts', "const a = 'enum B { C }';", false],
  [checkSyntax, 'packages/lib/src/a.ts', 'declare global {\n  interface A {}\n}', false],
  [checkSyntax, 'packages/lib/src/a.ts', "export type * from '#lib/b.ts';", false],
  [checkClasses, 'src/engine/a.ts', 'const A = class {};', true],
  [checkClasses, 'src/engine/a.ts', 'abstract class A {}', true],
  [checkClasses, 'src/engine/a.ts', 'class A extends mixed(Error) {}', true],
  [checkClasses, 'src/engine/a.ts', 'class A\n  extends b.Failure {}', false],
  [checkHeaders, 'console/src/parts/a.tsx', 'export const A = () => <b />;', true],
  [checkHeaders, 'console/src/parts/a.tsx', '// A part.\n\nexport const A = () => <b />;', false],
  [checkWords, 'console/src/parts/a.tsx', 'const a = <b>It answers.</b>;', true],
  [checkWords, 'console/src/parts/a.tsx', 'const a = <b>It responds.</b>;', false],
  [checkNames, 'console/src/parts/OrderTable.tsx', '', true],
  [checkNames, 'console/src/parts/order-table.tsx', 'export const Pages = 1;', true],
  [checkNames, 'console/src/parts/order-table.tsx', 'export const OrderTable = 1;', false],
  [checkNames, 'packages/lib/src/order.ts', 'export const { order, data } = a;', true],
  [
    checkNames,
    'packages/lib/src/order.ts',
    'const a = 1;\nexport { a as order, a as utils };',
    true,
  ],
  [checkNames, 'packages/lib/src/order.ts', 'export const { order, data: orders } = a;', false],
];

const IMPORTS: readonly Row[] = [
  ...[
    "import '#adapters/b.ts';",
    "export * as b from '#adapters/b.ts';",
    "type B = import('#adapters/b.ts').B;",
    "const b = await import(\n  '#adapters/b.ts'\n);",
    'const b = await import(`#adapters/b.ts`);',
    "import type B from '#adapters/b.ts';",
    "import\n  { b }\n  from '#adapters/b.ts';",
  ].map((text): Row => [checkLayers, 'src/services/a.ts', text, true]),
  [checkLayers, 'src/services/a.ts', '/* import { b } from "#adapters/b.ts"; */', false],
  [checkLayers, 'src/services/a.ts', "const a = `import { b } from '#adapters/b.ts';`;", false],
  [checkConsoleCalls, 'console/src/parts/a.ts', "globalThis['fetch']('/x');", true],
  [checkConsoleCalls, 'console/src/parts/a.ts', 'const get = fetch;', true],
  [checkConsoleCalls, 'console/src/parts/a.ts', 'const { fetch: get } = window;', true],
  [checkConsoleCalls, 'console/src/parts/a.ts', 'bots.fetch(); // fetch', false],
  [
    checkTestBodies,
    'packages/lib/src/a.test.ts',
    "test('a', { skip: true }, () => assert.ok(b));",
    true,
  ],
  [checkTestBodies, 'packages/lib/src/a.test.ts', "suite('a', { only: true }, () => {});", true],
  [
    checkTestBodies,
    'packages/lib/src/a.test.ts',
    "test('a', { todo: 'later' }, () => assert.ok(b));",
    true,
  ],
  [checkTestBodies, 'packages/lib/src/a.test.ts', "if (a) test('b', () => f());", true],
  [checkTestBodies, 'packages/lib/src/a.test.ts', "test(\n  'a',\n  () => f('assert'),\n);", true],
  [
    checkTestBodies,
    'packages/lib/src/a.test.ts',
    'for (const a of b) test(a, () => f()); // assert',
    true,
  ],
  [
    checkTestBodies,
    'packages/lib/src/a.test.ts',
    "test('a', { skip: noCurl }, () => assert.ok(b));",
    false,
  ],
];

const VENUE_JSON: readonly Row[] = [
  ...['JSON.parse(a)', "JSON['parse'](a)", 'const { parse } = JSON;', 'await a.json()'].map(
    (text): Row => [checkVenueJson, 'packages/venues/src/a.ts', text, true],
  ),
  [checkVenueJson, 'packages/venues/src/a.ts', 'JSON.stringify(a); // JSON.parse', false],
  [checkVenueJson, 'src/adapters/files/a.ts', 'JSON.parse(a)', false],
];

const SQL_COLUMNS: readonly Row[] = [
  ...[
    '`\n  WITH a AS (\n    SELECT *, b FROM c\n  ) SELECT b FROM a`',
    "'SELECT a.*, b FROM a JOIN c USING (d)'",
    "'UPDATE a SET b = 1 RETURNING *'",
    '`SELECT ${B}, c.* FROM a c`',
    '`SELECT DISTINCT ON (b) * FROM ${TABLE}`',
    "', f.*'",
    "'select * from a'",
    "'INSERT INTO a VALUES ($1, $2)'",
    "'INSERT INTO a AS b SELECT $1'",
  ].map((text): Row => [checkSqlColumns, 'src/adapters/postgres/a.ts', `const A = ${text};`, true]),
  ...[
    '`SELECT count(*), b * 2, (c + 1) * $1, ${D} * e FROM a`',
    '`SELECT b -- all (*) of it\n FROM a /* SELECT * */`',
    `"SELECT b FROM a WHERE c LIKE '*'"`,
    "'INSERT INTO a (b) SELECT $1'",
    "'INSERT INTO a AS d (b) VALUES ($1)'",
    "'INSERT INTO a DEFAULT VALUES'",
  ].map((text): Row => [
    checkSqlColumns,
    'src/adapters/postgres/a.ts',
    `const A = ${text};`,
    false,
  ]),
  [checkSqlColumns, 'src/main/doctor/a.ts', "const A = { text: 'SELECT * FROM a' };", true],
  [checkSqlColumns, 'src/cli/a.ts', "const A = 'order.*';", false],
  [checkSqlColumns, 'src/adapters/postgres/a.test.ts', "const A = 'SELECT * FROM a';", false],
  [checkSqlColumns, 'migrations/0999-a.sql', 'SELECT * INTO a FROM b;', true],
  [checkSqlColumns, 'migrations/0999-a.sql', 'SELECT count(*) INTO a FROM b;', false],
  [checkSqlColumns, 'migrations/0001-a.sql', 'SELECT * INTO a FROM b;', false],
];

/** Of the works of a transaction. */
const WORKS: readonly (readonly [work: string, isViolation: boolean])[] = [
  ['async (session) => { count += 1; await session.write(A, []); }', true],
  ['async (session) => { seen.push(await session.read(A, [])); }', true],
  ['async (session) => { state.rows = await session.read(A, []); }', true],
  ['async (session) => { ids.add(1); await session.write(A, []); }', true],
  ['async (session) => { await database.write(A, []); await session.write(B, []); }', true],
  ['async (session) => { await work(); await session.write(B, []); }', true],
  ['async (session) => { await note(database, session); }', true],
  ['work', true],
  ['(session) => act(session)', false],
  ['async (session) => { const rows = []; rows.push(await session.read(A, [])); }', false],
  ['async (session) => { const b = storeOf(session); await b.load(1); }', false],
  ['async (session) => { const read = () => session.read(A, []); return await read(); }', false],
];

const TRANSACTIONS: readonly Row[] = [
  ...WORKS.map(([work, isViolation]): Row => {
    const text = `import type { Session } from 'a';\nconst a = database.transaction(${work});`;
    return [checkTransactions, 'src/adapters/postgres/a.ts', text, isViolation];
  }),
  ...['await clock.wait();', 'seen.push(1);'].map((line): Row => {
    const text = `async function a(b: number, session: Session) {\n  ${line}\n}`;
    return [checkTransactions, 'src/adapters/postgres/a.ts', text, true];
  }),
];

const WALK = '| A | 2 |\n## A\n\nText.\n\n```\nsrc/a/a.ts\nsrc/a/b.ts\n```\n';
const RUN_ONCE = '{"scripts":{"test:everyday":"node --test \\"test/**/*.test.ts\\""}}';

const PACKAGE = {
  'package.json': '{"imports":{"#lib/*":"./packages/lib/src/*"}}',
  'packages/lib/README.md': '# Lua',
  'packages/lib/package.json': JSON.stringify({
    name: '@tidemill/lib',
    type: 'module',
    exports: { './run.ts': './src/run.ts' },
    imports: { '#lib/*': './src/*' },
  }),
  'packages/lib/src/run.ts': "import { a } from '#lib/a.ts';",
  'packages/lib/src/a.ts': '',
  'src/engine/b.ts': "const run = await import('#lib/run.ts');",
};

const SEVERAL: readonly Form[] = [
  form(checkPackages, 'through what is exported, loaded later', false, PACKAGE),
  form(checkPackages, 'into it, loaded later', true, {
    ...PACKAGE,
    'src/engine/c.ts': "const a = await import('#lib/a.ts');",
  }),
  form(checkPackages, 'into it, passed on', true, {
    ...PACKAGE,
    'src/engine/c.ts': "export * from '#lib/a.ts';",
  }),
  form(checkCycles, 'through components', true, {
    'console/src/parts/a.tsx': "import { b } from '../pages/b.tsx';",
    'console/src/pages/b.tsx': "import { a } from '../parts/a.tsx';",
  }),
  form(checkCycles, 'through what is passed on', true, {
    'packages/lib/src/a.ts': "export type { B } from '#lib/b/b.ts';",
    'packages/lib/src/b/b.ts': "import { a } from '#lib/a.ts';",
  }),
  form(checkCycles, 'loaded later', false, {
    'packages/lib/src/a.ts': "const b = () => import('#lib/b/b.ts');",
    'packages/lib/src/b/b.ts': "import { a } from '#lib/a.ts';",
  }),
  ...['src/services', 'src/services/live', 'src/services/live/run/deep', 'console/src'].flatMap(
    (folder) => [
      form(checkFolderCycles, `below ${folder}`, true, ringBelow(folder, 'd')),
      form(checkFolderCycles, `below ${folder}, one way`, false, ringBelow(folder, 'e')),
    ],
  ),
  form(checkFolderCycles, 'of three', true, {
    'packages/lib/src/r/a.ts': "import type { B } from '#lib/s/b.ts';",
    'packages/lib/src/s/b.ts': "import { c } from '#lib/t/c.ts';",
    'packages/lib/src/t/c.ts': "import { a } from '#lib/r/a.ts';",
  }),
  form(checkLoading, 'by a side effect', true, {
    'src/cli/run-command-line.ts': "import '#services/live/run/a.ts';",
    'src/services/live/run/a.ts': '',
  }),
  form(checkLoading, 'when it is used', false, {
    'src/cli/run-command-line.ts': "await import('#services/live/run/a.ts');",
    'src/services/live/run/a.ts': '',
  }),
  form(checkGrouping, 'run twice', true, {
    'package.json': RUN_ONCE,
    'test/by-layer/a.test.ts': "await importTests('test/c/*.test.ts');",
    'test/c/c.test.ts': '',
  }),
  form(checkGrouping, 'a hook of the process', true, {
    'package.json': RUN_ONCE,
    'test/by-layer/a.test.ts': "await importTests('packages/lib/src/*.test.ts');",
    'packages/lib/src/a.test.ts': 'if (a) {\n  beforeEach(start);\n}',
  }),
  form(checkGrouping, 'a hook of a suite', false, {
    'package.json': RUN_ONCE,
    'test/by-layer/a.test.ts': "await importTests('packages/lib/src/*.test.ts');",
    'packages/lib/src/a.test.ts': "suite('a', () => {\n  beforeEach(start);\n});",
  }),
  form(checkGrouping, 'a suite that waits', true, {
    'package.json': RUN_ONCE,
    'test/by-layer/a.test.ts': "await importTests('packages/lib/src/*.test.ts');",
    'packages/lib/src/a.test.ts': "suite(\n  'a',\n  async () => {},\n);",
  }),
  form(checkWalks, 'to what nobody imports', true, {
    'docs/walks.md': WALK,
    'src/a/a.ts': '',
    'src/a/b.ts': '',
  }),
  form(checkWalks, 'along the imports', false, {
    'docs/walks.md': WALK,
    'src/a/a.ts': "import { b } from '#a/b.ts';",
    'src/a/b.ts': '',
  }),
];

export const FORMS: readonly Form[] = [
  ...[
    ...SIZES,
    ...AMBIENT,
    ...SYNTAX,
    ...IMPORTS,
    ...VENUE_JSON,
    ...SQL_COLUMNS,
    ...TRANSACTIONS,
  ].map(([check, path, text, isViolation]) =>
    form(check, `${path}: ${JSON.stringify(text.slice(0, 60))}`, isViolation, { [path]: text }),
  ),
  ...SEVERAL,
];

function form(
  check: Check,
  name: string,
  isViolation: boolean,
  files: { readonly [path: string]: string },
): Form {
  return { check, name, files, isViolation };
}

/** Two folders, of which `x` imports `y`, and `y` imports `x` or its own. */
function ringBelow(folder: string, target: string): { readonly [path: string]: string } {
  return {
    [`${folder}/x/a.ts`]: "import { b } from '../y/b.ts';",
    [`${folder}/y/b.ts`]: '',
    [`${folder}/y/c.ts`]: `import { d } from '${target === 'd' ? '../x/d.ts' : './b.ts'}';`,
    [`${folder}/x/d.ts`]: '',
  };
}
