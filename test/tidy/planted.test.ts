// Each check of the repository finds what it is for. One line per violation: a check that cannot
// fail here proves nothing there. The violations stand in strings, which the checks do not read as
// code.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { countAssertions } from './assertions.ts';
import { blankSource } from './blank-source.ts';
import { checkCycles, checkFolderCycles } from './cycles.ts';
import { checkDependencyList } from './dependencies.ts';
import { checkGrouping } from './grouping.ts';
import { checkLoading } from './loading.ts';
import { projectOf } from './project.ts';
import { checkMigrations } from './migrations.ts';
import { checkWalks } from './walks.ts';
import { PLANTED_CASES } from './planted-cases.ts';

for (const [check, path, text, objects] of PLANTED_CASES) {
  const shown = JSON.stringify(text.length > 70 ? `${text.slice(0, 70)}…` : text);
  test(`${check.name} ${objects ? 'objects to' : 'accepts'} ${path}: ${shown}`, () => {
    const found = check(projectOf(new Map([[path, text]])));
    assert.equal(found.length > 0, objects, found.join('\n'));
  });
}

test('checkCycles finds a cycle inside a layer, through types of another folder too', () => {
  const project = projectOf(
    new Map([
      ['packages/lib/src/a.ts', "import type { B } from '#lib/b/b.ts';"],
      ['packages/lib/src/b/b.ts', "import { c } from '#lib/b/c.ts';"],
      ['packages/lib/src/b/c.ts', "import { a } from '#lib/a.ts';"],
    ]),
  );
  assert.deepEqual(checkCycles(project), [
    'packages/lib/src/a.ts: imports itself: packages/lib/src/a.ts > packages/lib/src/b/b.ts > packages/lib/src/b/c.ts > packages/lib/src/a.ts',
  ]);
});

test('checkCycles accepts types of neighbours that speak of one another', () => {
  const project = projectOf(
    new Map([
      ['packages/lib/src/a.ts', "import type { B } from '#lib/b.ts';"],
      ['packages/lib/src/b.ts', "import { a } from '#lib/a.ts';"],
    ]),
  );
  assert.deepEqual(checkCycles(project), []);
});

test('checkCycles accepts two ways to one file', () => {
  const project = projectOf(
    new Map([
      ['packages/lib/src/a.ts', "import { b } from '#lib/b.ts';\nimport { c } from '#lib/c.ts';"],
      ['packages/lib/src/b.ts', "import { c } from '#lib/c.ts';"],
      ['packages/lib/src/c.ts', ''],
    ]),
  );
  assert.deepEqual(checkCycles(project), []);
});

test('checkFolderCycles finds folders of a layer that import one another', () => {
  const project = projectOf(
    new Map([
      ['packages/lib/src/a/a.ts', "import type { B } from '#lib/b/b.ts';"],
      ['packages/lib/src/b/b.ts', "import { c } from '#lib/a/c.ts';"],
      ['packages/lib/src/a/c.ts', "import { d } from '#lib/d.ts';"],
      ['packages/lib/src/d.ts', "import { a } from '#lib/a/a.ts';"],
    ]),
  );
  assert.deepEqual(checkFolderCycles(project), [
    'packages/lib/src/a: imports itself: packages/lib/src/a > packages/lib/src/b > packages/lib/src/a',
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
      [
        'test/by-layer/lib.test.ts',
        "await importTests('packages/lib/src/*.test.ts', 'test/c/*.test.ts');",
      ],
      ['test/a/a.test.ts', 'before(start);'],
      ['test/c/c.test.ts', ''],
      [
        'packages/lib/src/a.test.ts',
        'beforeEach(start);\ndescribe(() => {\n  beforeEach(start);\n});',
      ],
      [
        'packages/lib/src/b.test.ts',
        'suite(name, async () => {\n  test(await named(), () => {});\n});',
      ],
      ['packages/lib/src/a.prop.ts', ''],
    ]),
  );
  assert.deepEqual(checkGrouping(project), [
    'test/c/c.test.ts:1: test:everyday and test:processes run it 2 times',
    'packages/lib/src/a.test.ts:1: "beforeEach" would be called for other files too: put it into a suite',
    'packages/lib/src/b.test.ts:1: "suite" waits where it declares its tests: wait in "before"',
    'packages/lib/src/a.prop.ts:1: test:everyday and test:processes run it 0 times',
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
          ['src/a/f.ts', 'await database.query(`UPDATE orders SET state = $1`);'],
          ['src/a/note.sql', 'CREATE OR REPLACE TRIGGER t AFTER UPDATE OF state ON orders\nFOR'],
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
  assert.deepEqual(walk('src/a/a.ts', 'src/a/note.sql through src/a/f.ts'), []);
  assert.deepEqual(walk('src/a/a.ts', 'src/a/note.sql through src/a/a.ts'), [
    'docs/walks.md: "src/a/note.sql": "src/a/a.ts" neither calls nor causes it',
  ]);
});

test('countAssertions counts in code and in tests', () => {
  const project = projectOf(
    new Map([
      ['packages/lib/src/a.ts', "assert(a, 'b');\n// assert(a, 'b')\npresent(b, 'c');"],
      ['packages/lib/src/a.test.ts', 'assert.equal(1, 1);'],
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
