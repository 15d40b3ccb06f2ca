// The generated files of the clients are those of the document.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generatedFiles } from '../../sdk/generate/generated-files.ts';

test('types and operations of the client are written from openapi.json', () => {
  for (const [file, text] of generatedFiles()) {
    const isCurrent = readFileSync(file, 'utf8') === text;
    const name = file.pathname.split('/').at(-1) ?? '';
    assert(isCurrent, `${name} is stale: run node sdk/generate/write-client.ts`);
  }
});
