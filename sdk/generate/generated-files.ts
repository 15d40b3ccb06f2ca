// The generated files of the clients, from the document of the API in the repository's root.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brunoFolder } from '../../clients/generate/bruno-folder.ts';
import { httpFile } from '../../clients/generate/http-file.ts';
import { postmanCollection } from '../../clients/generate/postman-collection.ts';
import type { ApiDocument } from './api-document.ts';
import { withDecimals } from './api-document.ts';
import { decimalShapes } from './decimal-shapes.ts';
import { operationTable } from './operation-table.ts';
import { pythonModels, pythonOperations } from './python-text.ts';
import { typeText } from './type-text.ts';

const DOCUMENT_FILE = new URL('../../openapi.json', import.meta.url);
const TYPES_FILE = new URL('../src/api-types.ts', import.meta.url);
const PYTHON = new URL('../../clients/python/tidemill/', import.meta.url);
const MODELS_FILE = new URL('models.py', PYTHON);
const OPERATIONS_FILE = new URL('operations.py', PYTHON);
const POSTMAN_FILE = new URL(
  '../../clients/postman/tidemill.postman_collection.json',
  import.meta.url,
);
export const BRUNO_FOLDER = new URL('../../clients/bruno/', import.meta.url);
const HTTP_FILE = new URL('../../clients/http/tidemill.http', import.meta.url);
/** Where `npm start` serves. */
const BASE_URL = 'http://127.0.0.1:8080';
const DECIMALS_FILE = new URL('../src/decimal-shapes.ts', import.meta.url);
const TABLE_FILE = new URL('../src/operation-table.ts', import.meta.url);
/** In the repository instead of the files, so that a change of them is part of a commit. */
export const DIGEST_FILE = new URL('../generated-files.txt', import.meta.url);
const ROOT = new URL('../../', import.meta.url);

/** Each file with its text. */
export function generatedFiles(): readonly (readonly [URL, string])[] {
  const published = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8')) as ApiDocument;
  const document = withDecimals(published);
  const whole = published as unknown as Parameters<typeof httpFile>[0];
  return [
    [TYPES_FILE, typeText(document)],
    [TABLE_FILE, operationTable(document)],
    [DECIMALS_FILE, decimalShapes(document)],
    [MODELS_FILE, pythonModels(document)],
    [OPERATIONS_FILE, pythonOperations(document)],
    [POSTMAN_FILE, postmanCollection(whole, BASE_URL)],
    [HTTP_FILE, httpFile(whole, BASE_URL)],
    ...brunoFolder(whole, BASE_URL).map(
      ([place, text]) => [new URL(place, BRUNO_FOLDER), text] as const,
    ),
  ];
}

/** A line for each file, and one for all requests of Bruno: SHA-256, lines, name. */
export function digestText(files: readonly (readonly [URL, string])[]): string {
  const ofBruno = files.filter(([file]) => file.href.startsWith(BRUNO_FOLDER.href));
  const others = files.filter(([file]) => !file.href.startsWith(BRUNO_FOLDER.href));
  const bruno = ofBruno.map(
    ([file, text]) => `${file.href.slice(BRUNO_FOLDER.href.length)}\n${text}`,
  );
  return [...others, [BRUNO_FOLDER, bruno.toSorted().join('')] as const]
    .map(([file, text]) => {
      const digest = createHash('sha256').update(text).digest('hex');
      return `${digest} ${text.split('\n').length - 1} ${file.href.slice(ROOT.href.length)}\n`;
    })
    .join('');
}

/**
 * Leaves alone what is as it should be, so that tests can read meanwhile. Requests of Bruno that
 * the document has no longer are removed.
 */
export function writeGeneratedFiles(): void {
  const files = generatedFiles();
  removeOthers(
    BRUNO_FOLDER,
    files.map(([file]) => file.href),
  );
  for (const [file, text] of files) writeChanged(file, text);
  writeChanged(DIGEST_FILE, digestText(files));
}

function removeOthers(folder: URL, expected: readonly string[]): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = pathToFileURL(path.join(entry.parentPath, entry.name));
    if (entry.isFile() && !expected.includes(file.href)) rmSync(file);
  }
}

function writeChanged(file: URL, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
