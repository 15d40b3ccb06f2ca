// The examples of the reference are programs: those in TypeScript compile against the client, those
// in Python are read by Python and name methods that its client has.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import { openApiDocument } from '#api/openapi/open-api-document.ts';
import { OPERATIONS } from '#api/operations.ts';
import { STREAM_ROUTES } from '#api/streams/stream-routes.ts';
import { groupsOf } from '#api/pages/reference-frame.ts';
import { requestExamples } from '#api/pages/request-examples.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const document = openApiDocument(
  OPERATIONS,
  { baseUrl: 'http://127.0.0.1:8080', version: '1', budgets: PUBLISHED_BUDGETS },
  STREAM_ROUTES,
);

/** By the name of the operation. */
function examplesIn(language: string): ReadonlyMap<string, string> {
  const entries = groupsOf(document).flatMap((group) => group.entries);
  const texts = entries.map((entry) => {
    const examples = requestExamples(document, entry);
    const text = examples.find((example) => example.language === language)?.text ?? '';
    return [entry.operation.operationId, text] as const;
  });
  assert(texts.length >= OPERATIONS.length);
  return new Map(texts);
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidemill-examples-'));
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

test('the examples in TypeScript compile under strict', async () => {
  const client = path.join(ROOT, 'sdk/src/tidemill-client.ts');
  const functions = [...examplesIn('TypeScript')].map(
    ([id, text]) => `export async function ${id}() {\n${text}\n}\n`,
  );
  const program = `import { createClient } from ${JSON.stringify(client)};
const client = createClient({ baseUrl: 'http://127.0.0.1:8080' });
${functions.join('\n')}`;
  await inFolder(async (folder) => {
    const file = path.join(folder, 'examples.ts');
    await writeFile(file, program);
    const switches = ['--noEmit', '--strict', '--lib', 'es2023,dom,dom.iterable,esnext'];
    const modules = ['--module', 'nodenext', '--target', 'es2022', '--allowImportingTsExtensions'];
    const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
    const words = [...switches, ...modules, '--types', '', '--ignoreConfig', file];
    const said = await run(tsc, words).then(
      () => '',
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
    assert.equal(said, '');
  });
});

test('the examples in Python compile, and name methods of the client', async (t) => {
  const examples = examplesIn('Python');
  const operations = readFileSync(path.join(ROOT, 'clients/python/tidemill/operations.py'), 'utf8');
  const methods = new Set([...operations.matchAll(/^ {4}(?:async )?def (\w+)\(/gm)].map(nameOf));
  methods.add('events').add('market');
  for (const [id, text] of examples) {
    const [, method = ''] = /client\.(\w+)\(/.exec(text) ?? [];
    assert(methods.has(method), `${id}: the client has no method "${method}"`);
  }
  const program = [...examples.values()].join('\n');
  await inFolder(async (folder) => {
    const file = path.join(folder, 'examples.py');
    await writeFile(file, program);
    const read = `compile(open(${JSON.stringify(file)}).read(), 'examples.py', 'exec')`;
    const isThere = await run('python3', ['--version']).then(
      () => true,
      () => false,
    );
    if (!isThere) t.skip('Python is missing');
    else assert.equal((await run('python3', ['-c', read])).stderr, '');
  });
});

function nameOf([, name = '']: RegExpMatchArray): string {
  return name;
}
