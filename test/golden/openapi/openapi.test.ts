// The document in the repository is the one that the service publishes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DOCUMENT_FILE, publishedDocument } from './published-document.ts';

test('openapi.json is what the service publishes', () => {
  const [retained, published] = [readFileSync(DOCUMENT_FILE, 'utf8'), publishedDocument()];
  const [retainedLines, lines] = [retained.split('\n'), published.split('\n')];
  const at = lines.findIndex((line, index) => line !== retainedLines[index]);
  const first = `line ${at + 1}: "${retainedLines[at] ?? ''}" is "${lines[at] ?? ''}" now`;
  assert.ok(retained === published, `${first}: run node test/golden/openapi/write-openapi.ts`);
});
