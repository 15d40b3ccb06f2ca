// The table of exchanges in the documentation is the one of the code. After a change on purpose:
// node test/golden/exchanges/write-exchange-table.ts, and read the difference.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DIALECT_CODES, loadDialect } from '#adapters/venues/dialects/load-dialect.ts';
import { DOCUMENT_FILE, withExchangeTable } from './exchange-table.ts';

test('docs/exchanges.md says of each exchange what its dialect says', async () => {
  const document = readFileSync(DOCUMENT_FILE, 'utf8');
  const dialects = await Promise.all(DIALECT_CODES.map(loadDialect));
  assert.equal(document, withExchangeTable(document, dialects));
});

test('every exchange has a section with its code in docs/exchanges.md', async () => {
  const document = readFileSync(DOCUMENT_FILE, 'utf8');
  for (const code of DIALECT_CODES)
    assert(document.includes(`\n| Code | \`${code}\``), `${code} has a section`);
});
