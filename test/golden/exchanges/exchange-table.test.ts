// The tables of exchanges in the documentation are those of the code. After a change on purpose:
// node test/golden/exchanges/write-exchange-table.ts, and read the difference.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import {
  DOCUMENT_FILE,
  evidenceOf,
  pageFileOf,
  withExchangeTable,
  withPageTables,
} from './exchange-table.ts';

test('docs/exchanges.md says of each exchange what its dialect says', async () => {
  const document = readFileSync(DOCUMENT_FILE, 'utf8');
  const dialects = await Promise.all(DIALECT_CODES.map(loadDialect));
  assert.equal(document, withExchangeTable(document, dialects));
});

test('every exchange has a page, and every page an exchange', () => {
  const pages = readdirSync(new URL('.', pageFileOf('any')));
  assert.deepEqual(pages.toSorted(), DIALECT_CODES.map((code) => `${code}.md`).toSorted());
});

for (const code of DIALECT_CODES) {
  test(`the page of ${code} says what its dialect says, and names files that exist`, async () => {
    const page = readFileSync(pageFileOf(code), 'utf8');
    const dialect = await loadDialect(code);
    assert.equal(page, withPageTables(page, dialect));
    assert(page.includes(`\n| Code | \`${code}\``), 'it has its own table');
    const files = evidenceOf(dialect).flatMap(([, by = '']) => by.match(/test\/[\w./-]+/g) ?? []);
    assert.equal(files.length, 2);
    for (const file of files)
      assert(existsSync(new URL(`../../../${file}`, import.meta.url)), file);
  });
}
