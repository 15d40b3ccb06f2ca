// The generated files of the clients are those of the document.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { typeText } from '../../sdk/generate/type-text.ts';
import { BRUNO_FOLDER, generatedFiles } from '../../sdk/generate/generated-files.ts';

test('types and operations of the client are written from openapi.json', () => {
  for (const [file, text] of generatedFiles()) {
    const isCurrent = readFileSync(file, 'utf8') === text;
    const name = file.pathname.split('/').at(-1) ?? '';
    assert(isCurrent, `${name} is stale: run node sdk/generate/write-client.ts`);
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
