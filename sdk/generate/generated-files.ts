// The generated files of the client, from the document of the API in the repository's root.

import { readFileSync } from 'node:fs';
import type { ApiDocument } from './api-document.ts';
import { operationTable } from './operation-table.ts';
import { typeText } from './type-text.ts';

const DOCUMENT_FILE = new URL('../../openapi.json', import.meta.url);
const TYPES_FILE = new URL('../src/api-types.ts', import.meta.url);
const TABLE_FILE = new URL('../src/operation-table.ts', import.meta.url);

/** Each file with its text. */
export function generatedFiles(): readonly (readonly [URL, string])[] {
  const document = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8')) as ApiDocument;
  return [
    [TYPES_FILE, typeText(document)],
    [TABLE_FILE, operationTable(document)],
  ];
}
