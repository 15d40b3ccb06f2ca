// Writes the tables of docs/exchanges.md and of the pages of docs/exchanges/. Run with:
// node test/golden/exchanges/write-exchange-table.ts
// and read the difference before it is retained: people rely on it.

import { readFileSync, writeFileSync } from 'node:fs';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import { DOCUMENT_FILE, pageFileOf, withExchangeTable, withPageTables } from './exchange-table.ts';

const dialects = await Promise.all(DIALECT_CODES.map(loadDialect));
const document = readFileSync(DOCUMENT_FILE, 'utf8');
writeFileSync(DOCUMENT_FILE, withExchangeTable(document, dialects));
for (const dialect of dialects) {
  const file = pageFileOf(dialect.code);
  writeFileSync(file, withPageTables(readFileSync(file, 'utf8'), dialect));
}
