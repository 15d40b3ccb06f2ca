// The generated files of the clients are those of the document.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ApiDocument } from '../../sdk/generate/api-document.ts';
import { pythonModels } from '../../sdk/generate/python-text.ts';
import { typeText } from '../../sdk/generate/type-text.ts';
import {
  BRUNO_FOLDER,
  DIGEST_FILE,
  digestText,
  generatedFiles,
} from '../../sdk/generate/generated-files.ts';

test('a commit shows which generated files it changes, by their digests', () => {
  const retained = readFileSync(DIGEST_FILE, 'utf8');
  assert.equal(retained, digestText(generatedFiles()), 'run npm run generate');
});

test('types and operations of the client are written from openapi.json', () => {
  for (const [file, text] of generatedFiles()) {
    const isCurrent = readFileSync(file, 'utf8') === text;
    const name = file.pathname.split('/').at(-1) ?? '';
    assert(isCurrent, `${name} is stale: run npm run generate`);
  }
});

test('the folder for Bruno has a file for each operation, and no other', () => {
  const written = readdirSync(BRUNO_FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => pathToFileURL(path.join(parentPath, name)).href);
  const files = generatedFiles().map(([file]) => file.href);
  const ofBruno = files.filter((file) => file.startsWith(BRUNO_FOLDER.href));
  assert.deepEqual(written.toSorted(), ofBruno.toSorted());
  assert.equal(new Set(ofBruno).size, ofBruno.length);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test('Python can read what is written for it', { skip: !hasPython }, () => {
  const files = generatedFiles().filter(([file]) => file.pathname.endsWith('.py'));
  assert.equal(files.length, 2);
  for (const [, text] of files) {
    const read = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
      input: text,
      encoding: 'utf8',
    });
    assert.equal(read.status, 0, read.stderr);
  }
});

const RESOLVE = `
import dataclasses, inspect, sys, typing
sys.path.insert(0, sys.argv[1])
import models
shapes = [each for _, each in inspect.getmembers(models, dataclasses.is_dataclass)]
for shape in shapes:
    typing.get_type_hints(shape, vars(models))
print(len(shapes))
`;

test('Python can resolve the types of each shape', { skip: !hasPython }, () => {
  const models = generatedFiles().find(([file]) => file.pathname.endsWith('/models.py'));
  const folder = path.dirname(fileURLToPath(models?.[0] ?? ''));
  const read = spawnSync('python3', ['-B', '-c', RESOLVE, folder], { encoding: 'utf8' });
  assert.equal(read.status, 0, read.stderr);
  assert.equal(Number(read.stdout), models?.[1].match(/^class /gm)?.length);
});

test('constants and closed sets are written as Python writes them', () => {
  const properties = {
    accepted: { const: true },
    refused: { const: false },
    mode: { enum: ['a "b"', 5, true, null] },
  };
  const Accepted = { type: 'object', required: Object.keys(properties), properties };
  const text = pythonModels({ paths: {}, components: { schemas: { Accepted } } } as never);
  assert.ok(text.includes('    accepted: Literal[True]\n    refused: Literal[False]\n'), text);
  assert.ok(text.includes('    mode: Literal["a \\"b\\"", 5, True, None]\n'), text);
});

/** The requests of the written files: method and path, sorted. */
const REQUESTS: { readonly [name: string]: (texts: readonly string[]) => readonly string[] } = {
  'tidemill.postman_collection.json': ([text = '']) => {
    type Item = { readonly item?: readonly Item[]; readonly request?: PostmanRequest };
    type PostmanRequest = { readonly method: string; readonly url: { readonly raw: string } };
    const requests = ({ item = [], request }: Item): readonly string[] =>
      request === undefined ? item.flatMap(requests) : [`${request.method} ${request.url.raw}`];
    return requests(JSON.parse(text) as Item);
  },
  'tidemill.http': ([text = '']) => text.match(/^[A-Z]+ \{\{baseUrl\}\}\S*/gm) ?? [],
  '.bru': (texts) =>
    texts.flatMap((text) =>
      [...text.matchAll(/^(get|put|post|delete|patch) \{\n {2}url: (\S+)\n/gm)].map(
        ([, method = '', url = '']) => `${method.toUpperCase()} ${url}`,
      ),
    ),
};

test('the written requests can be read, and are those of the document', () => {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;
  const expected = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')}`,
    ),
  );
  for (const [name, read] of Object.entries(REQUESTS)) {
    const texts = generatedFiles().flatMap(([file, text]) =>
      file.pathname.endsWith(name) ? [text] : [],
    );
    const found = read(texts).map((line) =>
      line
        .replace('{{baseUrl}}', '')
        .replace(/\?.*/, '')
        .replaceAll(/\{\{\w+\}\}|(?<=\/):\w+/g, '*'),
    );
    assert.deepEqual(found.toSorted(), expected.toSorted(), name);
  }
});

test('a stream has an iterator, and no method that would wait for its end', () => {
  for (const [file, text] of generatedFiles()) {
    if (!file.pathname.includes('/sdk/') && !file.pathname.endsWith('.py')) continue;
    assert.doesNotMatch(text, /^ *(?:readonly |(?:async )?def )?stream_?(?:events|market)\b/im);
  }
});

test('a long choice that may be null is one list of its members', () => {
  const names = Array.from({ length: 9 }, (_, index) => `shape_number_${index}`);
  const choice = { anyOf: [{ enum: names }, { type: 'null' }] };
  const shape = { type: 'object', required: ['kind'], properties: { kind: choice } };
  const text = typeText({ paths: {}, components: { schemas: { Drawn: shape } } } as never);
  assert.ok(text.includes("    | 'shape_number_8'\n    | null;\n"), text);
  assert.doesNotMatch(text, /\|\s*\|/);
});
