// The generated files of the clients, from the document of the API in the repository's root.

import { readFileSync } from 'node:fs';
import type { ApiDocument } from './api-document.ts';
import { withDecimals } from './api-document.ts';
import { operationTable } from './operation-table.ts';
import { pythonModels, pythonOperations } from './python-text.ts';
import { typeText } from './type-text.ts';

const DOCUMENT_FILE = new URL('../../openapi.json', import.meta.url);
const TYPES_FILE = new URL('../src/api-types.ts', import.meta.url);
const PYTHON = new URL('../../clients/python/tidemill/', import.meta.url);
const MODELS_FILE = new URL('models.py', PYTHON);
const OPERATIONS_FILE = new URL('operations.py', PYTHON);
const TABLE_FILE = new URL('../src/operation-table.ts', import.meta.url);

/** Each file with its text. */
export function generatedFiles(): readonly (readonly [URL, string])[] {
  const published = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8')) as ApiDocument;
  const document = withDecimals(published);
  return [
    [TYPES_FILE, typeText(document)],
    [TABLE_FILE, operationTable(document)],
    [MODELS_FILE, pythonModels(document)],
    [OPERATIONS_FILE, pythonOperations(document)],
  ];
}
