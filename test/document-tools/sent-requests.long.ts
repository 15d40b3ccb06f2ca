// The requests that are written from the document for people are sent by the programs that they are
// for: the collection by Postman's runner, the file by httpYac, each to a service that runs.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installTools } from '../support/install-tools.ts';
import type { TestService } from '../support/test-service.ts';
import { makeTestService } from '../support/test-service.ts';

const run = promisify(execFile);
const HERE = import.meta.dirname;
const CLIENTS = fileURLToPath(new URL('../../clients/', import.meta.url));

suite('written requests', () => {
  let service: TestService;
  let address: string;
  let key: string;

  before(async () => {
    await installTools(HERE);
    service = await makeTestService();
    address = await service.api.listen({ host: '127.0.0.1', port: 0 });
    key = await service.makeKey([]);
  });
  after(() => service.close());

  /** All that a program of the lockfile beside this file says; it succeeds. */
  async function say(tool: string, words: readonly string[]): Promise<string> {
    const program = path.join(HERE, 'node_modules/.bin', tool);
    const { stdout } = await run(program, words, { env: { ...process.env, NO_COLOR: '1' } });
    return stdout;
  }

  test("Postman's runner sends requests of the collection, with their key and body", async () => {
    const file = path.join(CLIENTS, 'postman/tidemill.postman_collection.json');
    const folders = ['--folder', 'List accounts', '--folder', 'Create a script'];
    const variables = ['--env-var', `baseUrl=${address}`, '--env-var', `apiKey=${key}`];
    const said = await say('newman', ['run', file, ...folders, ...variables, '--color', 'off']);
    assert.match(said, /GET \S+\/v1\/accounts\S* \[200 OK/);
    assert.match(said, /POST \S+\/v1\/scripts \[201 Created/);
  });

  test('httpYac sends requests of the file, with their key and body', async () => {
    const file = path.join(CLIENTS, 'http/tidemill.http');
    const variables = ['--var', `baseUrl=${address}`, `apiKey=${key}`];
    for (const [name, status] of [
      ['listAccounts', 200],
      ['createScript', 201],
    ] as const) {
      const words = ['send', file, '--name', name, ...variables, '--json'];
      const { requests } = JSON.parse(await say('httpyac', words)) as {
        readonly requests: readonly { readonly response: { readonly statusCode: number } }[];
      };
      assert.deepEqual(
        requests.map(({ response }) => response.statusCode),
        [status],
      );
    }
  });
});
