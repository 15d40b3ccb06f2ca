// The requests that are written from the document for people are sent by the programs that they are
// for: the collection by Postman's runner, the folder by Bruno's, the file by httpYac, each to a
// service that runs. All of them are sent but those that are streams, with the names that a person
// would fill in; the service understands each.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, before, beforeEach, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installTools } from '../support/install-tools.ts';
import type { TestService } from '../support/test-service.ts';
import { makeTestService } from '../support/test-service.ts';
import { removeFolder } from '../support/remove-folder.ts';

const run = promisify(execFile);
const HERE = import.meta.dirname;
const OUTPUT_BYTES_MAX = 50_000_000;
const ENOUGH = { requests: 10_000, windowMs: 60_000 };
const BUDGETS = { reads: ENOUGH, writes: ENOUGH, trading: ENOUGH, expensive: ENOUGH };
/** What a request gets that the service cannot read, or that it does not have. */
const NOT_UNDERSTOOD = new Set([
  'not_found',
  'method_not_allowed',
  'unsupported_media_type',
  'not_acceptable',
  'internal_error',
  'invalid_idempotency_key',
  'unauthorized',
  'rate_limited',
]);
/** Of names that the tests fill in. */
const FILLED_IN = new Set(['account_not_found', 'market_not_found']);
/** Bodies and queries with what only a person has: a token, ids of channels, a name. */
const TO_BE_FILLED_IN = new Set([
  'Create a channel of notifications',
  'Create a rule of notifications',
  'Delete a user',
  // The exchange of this service knows no stops.
  'Place an order of any type',
]);
const EXAMPLE_MARKET = 'SIM_BTC_USDT';
const REQUESTS_MIN = 200;
const SUCCESSES_MIN = 50;
const CLIENTS = fileURLToPath(new URL('../../clients/', import.meta.url));

suite('written requests', () => {
  let service: TestService;
  let address: string;
  let key: string;
  let folder: string;
  let filled: Names;
  let marketTag: string;

  before(() => installTools(HERE));
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tidemill-requests-'));
    service = await makeTestService(undefined, BUDGETS);
    address = await service.api.listen({ host: '127.0.0.1', port: 0 });
    key = await service.makeKey([]);
    marketTag = await firstOf('/v1/markets', 'market_tag');
    filled = {
      account_id: await firstOf('/v1/accounts', 'account_id'),
      market_tag: marketTag,
      interval: '60',
    };
  });
  afterEach(async () => {
    await service.close();
    await removeFolder(folder);
  });

  async function firstOf(place: string, name: string): Promise<string> {
    const response = await fetch(address + place, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await response.json()) as { readonly data: readonly Names[] };
    return data[0]?.[name] ?? assert.fail(`${place} has none`);
  }

  /** All that a program of the lockfile beside this file says; it succeeds. */
  async function say(tool: string, words: readonly string[], cwd = folder): Promise<string> {
    const program = path.join(HERE, 'node_modules/.bin', tool);
    const env = { ...process.env, NO_COLOR: '1' };
    const options = { env, cwd, maxBuffer: OUTPUT_BYTES_MAX };
    const { stdout } = await run(program, words, options);
    return stdout;
  }

  test("Postman's runner sends the collection", async () => {
    const file = path.join(CLIENTS, 'postman/tidemill.postman_collection.json');
    const text = (await readFile(file, 'utf8')).replaceAll(EXAMPLE_MARKET, marketTag);
    const collection = JSON.parse(text) as Collection;
    for (const group of collection.item) {
      group.item = group.item.filter(
        ({ request }) => !/event-stream/.test(JSON.stringify(request)),
      );
      for (const { request } of group.item) {
        for (const each of [...(request.url.variable ?? []), ...(request.url.query ?? [])])
          each.value = filled[each.key] ?? each.value;
      }
    }
    const own = path.join(folder, 'filled.json');
    await writeFile(own, JSON.stringify(collection));
    const result = path.join(folder, 'newman.json');
    const variables = ['--env-var', `baseUrl=${address}`, '--env-var', `apiKey=${key}`];
    const reporter = ['--reporters', 'json', '--reporter-json-export', result];
    await say('newman', ['run', own, ...variables, ...reporter]);
    const { run: report } = JSON.parse(await readFile(result, 'utf8')) as NewmanReport;
    assertUnderstood(
      report.executions.map(({ item, request, response }) => ({
        name: item.name,
        method: request.method,
        status: response.code,
        body: Buffer.from(response.stream.data).toString('utf8'),
      })),
    );
  });

  test("Bruno's runner sends the folder", async () => {
    const own = path.join(folder, 'bruno');
    await cp(path.join(CLIENTS, 'bruno'), own, { recursive: true });
    for (const name of await readdir(own, { recursive: true })) {
      if (!name.endsWith('.bru')) continue;
      const file = path.join(own, name);
      const text = (await readFile(file, 'utf8')).replaceAll(EXAMPLE_MARKET, marketTag);
      if (text.includes('text/event-stream')) await rm(file);
      else await writeFile(file, filledIn(text, filled));
    }
    const result = path.join(folder, 'bruno.json');
    const variables = ['--env-var', `baseUrl=${address}`, '--env-var', `apiKey=${key}`];
    const words = ['run', '-r', '--env', 'local', ...variables, '--noproxy'];
    await say('bru', [...words, '--reporter-json', result], own);
    const [report] = JSON.parse(await readFile(result, 'utf8')) as readonly [BrunoReport];
    assertUnderstood(
      report.results.map(({ name, request, response }) => ({
        name,
        method: request.method,
        status: response.status,
        body: JSON.stringify(response.data),
      })),
    );
  });

  test('httpYac sends requests of the file, with their key and body', async () => {
    const file = path.join(CLIENTS, 'http/tidemill.http');
    const variables = ['--var', `baseUrl=${address}`, `apiKey=${key}`];
    for (const [name, status] of [
      ['listAccounts', 200],
      ['createScript', 201],
    ] as const) {
      const words = ['send', file, '--name', name, ...variables, '--json'];
      const { requests } = JSON.parse(await say('httpyac', words, CLIENTS)) as {
        readonly requests: readonly { readonly response: { readonly statusCode: number } }[];
      };
      assert.deepEqual(
        requests.map(({ response }) => response.statusCode),
        [status],
      );
    }
  });
});

/** What a person fills in; of the rest nothing is there. */
type Names = Readonly<Record<string, string>>;

type Variable = { readonly key: string; value: string };

type Collection = {
  readonly item: {
    item: readonly {
      readonly request: {
        readonly url: { readonly query?: Variable[]; readonly variable?: Variable[] };
      };
    }[];
  }[];
};

type NewmanReport = {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly name: string };
      readonly request: { readonly method: string };
      readonly response: { readonly code: number; readonly stream: { readonly data: number[] } };
    }[];
  };
};

type BrunoReport = {
  readonly results: readonly {
    readonly name: string;
    readonly request: { readonly method: string };
    readonly response: { readonly status: number; readonly data: unknown };
  }[];
};

type Outcome = {
  readonly name: string;
  readonly method: string;
  readonly status: number;
  readonly body: string;
};

/** In the places of the address and its query, in the language of Bruno. */
function filledIn(text: string, filled: Names): string {
  return Object.entries(filled).reduce(
    (sofar, [name, value]) =>
      sofar
        .replace(new RegExp(`^( {2}${name}: )$`, 'm'), `$1${value}`)
        .replace(new RegExp(String.raw`([?&]${name}=)(?=&|$)`, 'm'), `$1${value}`),
    text,
  );
}

/** Each was understood; what is not there is what nobody filled in. */
function assertUnderstood(outcomes: readonly Outcome[]): void {
  const read = outcomes.map(({ body, ...outcome }) => {
    const { code } = (body === '' ? {} : JSON.parse(body)) as { readonly code?: string };
    return { ...outcome, code: code ?? null };
  });
  assert(read.length > REQUESTS_MIN, `${read.length} requests`);
  const misread = read.filter(({ code, method }) => {
    const isFilledIn = method === 'GET' && FILLED_IN.has(code ?? '');
    return isFilledIn || NOT_UNDERSTOOD.has(code ?? '');
  });
  assert.deepEqual(misread, []);
  const invalid = outcomes.filter(({ body }) => body.includes('"code":"invalid_request"'));
  const unexpected = invalid.filter(({ name }) => !TO_BE_FILLED_IN.has(name));
  assert.deepEqual(unexpected, []);
  const others = read.filter(({ code, status }) => code === null && status >= 300);
  assert.deepEqual(others, []);
  assert(read.filter(({ status }) => status === 200).length > SUCCESSES_MIN);
}
