// The document in the repository is the one that the service publishes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DOCUMENT_FILE, publishedDocument } from './published-document.ts';

test('openapi.json is what the service publishes', () => {
  const [kept, published] = [readFileSync(DOCUMENT_FILE, 'utf8'), publishedDocument()];
  const [keptLines, lines] = [kept.split('\n'), published.split('\n')];
  const at = lines.findIndex((line, index) => line !== keptLines[index]);
  const first = `line ${at + 1}: "${keptLines[at] ?? ''}" is "${lines[at] ?? ''}" now`;
  assert.ok(kept === published, `${first}: run node test/golden/openapi/write-openapi.ts`);
});
