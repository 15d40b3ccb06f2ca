// Lists as tables, over the wire: pages with their cursor, whole lists, what is
// refused, and lists that break off.

import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { suite, test } from 'node:test';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { LIMITS } from '#lib/limits.ts';
import { decimal } from '#lib/decimal.ts';
import { OPERATIONS } from '#api/operations.ts';
import type { LedgerEntry } from '#ports/exchange/simulated-venue.ts';
import { sampleAccount, sampleOrder } from '#ports/stores/store.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { assertProblem } from '../support/assert-problem.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  HAS_ODD_ROWS,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

const CSV = { accept: 'text/csv' };
const ORDERS_COUNT = 1_203;

const service = await makeTestService(undefined, AMPLE_BUDGETS);
const { ownAccountId, store } = service;
const own = { authorization: `Bearer ${await service.makeKey(['read'])}` };
const evil = '=HYPERLINK("http://example.com","click")';
for (let number = 1; number <= ORDERS_COUNT; number += 1)
  await store.insertIntent(
    sampleOrder(ownAccountId, {
      amount: decimal(`${number}`),
      placedAtMs: number,
      state: 'rejected',
      reason: number === ORDERS_COUNT ? evil : null,
    }),
  );

function ask(url: string, headers: Record<string, string> = CSV, method: 'GET' | 'HEAD' = 'GET') {
  return service.api.app.inject({ method, url: `/v1/${url}`, headers: { ...own, ...headers } });
}

function rowsOf(body: string): readonly string[] {
  assert.ok(body.endsWith('\r\n'));
  return body.split('\r\n').slice(1, -1);
}

suite('a list as comma-separated values', () => {
  test('has the fields of its items, and is a file', async () => {
    const response = await ask('orders?limit=1');
    assert.equal(response.statusCode, 200);
    const { headers } = response;
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.equal(headers['content-disposition'], 'attachment; filename="orders.csv"');
    const [head, row] = response.body.split('\r\n');
    const json = (await ask('orders?limit=1', {})).json<{ data: readonly object[] }>();
    const names = Object.keys(json.data[0] ?? {});
    assert.deepEqual(head?.split(',').toSorted(), names.toSorted());
    assert.match(row ?? '', /,1203,/);
  });

  test('is no formula to a spreadsheet', async () => {
    const [row = ''] = rowsOf((await ask('orders?limit=1')).body);
    assert.ok(row.includes('"\'=HYPERLINK(""http://example.com"",""click"")"'), row);
  });

  test('comes in pages that a header joins, where a limit is given', async () => {
    const rows: string[] = [];
    let cursor = '';
    let pagesCount = 0;
    do {
      const response = await ask(`orders?limit=500${cursor}`);
      rows.push(...rowsOf(response.body));
      const next = response.headers['next-cursor'];
      cursor = next === undefined ? '' : `&cursor=${String(next)}`;
      pagesCount += 1;
    } while (cursor !== '');
    assert.equal(pagesCount, 3);
    assert.equal(new Set(rows).size, ORDERS_COUNT);
    assert.deepEqual(rows, rowsOf((await ask('orders')).body));
  });

  test('is the whole list otherwise, also from a cursor on', async () => {
    const response = await ask('orders');
    assert.equal(rowsOf(response.body).length, ORDERS_COUNT);
    assert.equal(response.headers['next-cursor'], undefined);
    const first = await ask('orders?limit=3');
    const rest = await ask(`orders?cursor=${String(first.headers['next-cursor'])}`);
    assert.equal(rowsOf(rest.body).length, ORDERS_COUNT - 3);
  });

  test('is narrowed as the list is', async () => {
    const response = await ask('orders?status=open');
    assert.deepEqual(rowsOf(response.body), []);
    const body = (await ask(`accounts/${ownAccountId}/orders/history`)).body;
    assert.equal(rowsOf(body).length, ORDERS_COUNT);
  });

  test('is sent where it is preferred by name, and JSON otherwise', async () => {
    for (const [accept, type] of [
      ['text/csv, application/json;q=0.9', /^text\/csv/],
      ['application/json, text/csv', /^application\/json/],
      ['*/*', /^application\/json/],
    ] as const)
      assert.match(String((await ask('orders?limit=1', { accept })).headers['content-type']), type);
    const refused = await ask('orders', { accept: 'text/html' });
    assertProblem(refused, 'not_acceptable', true);
    assertProblem(await ask('accounts'), 'not_acceptable', true);
  });

  test('is requested by HEAD without a body', async () => {
    const response = await ask('orders', CSV, 'HEAD');
    assert.deepEqual([response.statusCode, response.body], [200, '']);
  });

  test('is Parquet where that is preferred, with the rows of the other', async () => {
    const response = await ask('orders', { accept: 'application/vnd.apache.parquet' });
    const { headers, rawPayload } = response;
    assert.equal(headers['content-type'], 'application/vnd.apache.parquet');
    assert.equal(headers['content-disposition'], 'attachment; filename="orders.parquet"');
    const file = new Uint8Array(rawPayload).buffer;
    const rows = (await parquetReadObjects({ file })) as readonly Record<string, unknown>[];
    // This reader makes floats of decimals.
    const amounts = rows.map((row) => Number(row['amount']).toFixed(6).replace('.000000', ''));
    const column = (await ask('orders')).body.split('\r\n')[0]?.split(',').indexOf('amount') ?? -1;
    assert.deepEqual(
      amounts,
      rowsOf((await ask('orders')).body).map((row) => row.split(',')[column]),
    );
    assert.equal(amounts.length, ORDERS_COUNT);
    const page = await ask('orders?limit=2', { accept: 'application/vnd.apache.parquet' });
    assert.equal(Number(parquetMetadata(new Uint8Array(page.rawPayload).buffer).num_rows), 2);
    assert.ok(page.headers['next-cursor']);
  });

  test('is refused by problems as the list is', async () => {
    assertProblem(await ask('orders?status=none'), 'invalid_request', true);
    assertProblem(await ask('orders?cursor=none'), 'invalid_request', true);
    assertProblem(await ask('orders?account_id=none'), 'account_not_found', true);
    const foreign = { authorization: `Bearer ${await service.makeKey(['read'], SECOND_USER)}` };
    const theirs = await ask('orders', { ...CSV, ...foreign });
    assert.deepEqual(rowsOf(theirs.body), []);
  });

  test('is of every operation that says so', async () => {
    const tables = OPERATIONS.filter(({ table }) => table !== undefined);
    assert.ok(tables.length >= 5);
    for (const { operationId, path, tier } of tables) {
      assert.equal(tier, 'reads', operationId);
      // Of the caller itself; `parquet-table.test.ts` beside the source has the columns of all.
      if (/whitelabel|partner|\{(?!account_id)/.test(path)) continue;
      const response = await ask(path.slice(4).replace('{account_id}', ownAccountId));
      assert.equal(response.statusCode, 200, `${operationId}: ${response.body}`);
      assert.match(String(response.headers['content-type']), /^text\/csv/);
    }
  });
});

function entry(sequence: number): LedgerEntry {
  return {
    sequence,
    atMs: sequence,
    kind: 'fee',
    debit: 'available',
    credit: 'fees',
    currency: 'USDT',
    amount: decimal('0.5'),
    clientOrderId: null,
  };
}

type Ledger = {
  readonly failsAfter?: number;
  readonly entryOf?: (sequence: number) => LedgerEntry;
};

/** A service whose ledger has so many entries; the page behind `failsAfter` fails. */
async function serviceWithLedger(
  t: Parameters<typeof closeAfter>[0],
  count: number,
  { failsAfter = Infinity, entryOf = entry }: Ledger = {},
) {
  const reads = { count: 0 };
  const listLedger = async (_accountId: string, after: number, limit: number) => {
    reads.count += 1;
    // Other work has its turn.
    await setImmediate();
    if (after >= failsAfter) throw new Failure('unavailable', 'the store is away');
    const length = Math.max(0, Math.min(limit, count - after));
    return Array.from({ length }, (_, index) => entryOf(after + index + 1));
  };
  const made = await makeTestService(
    (deps) => ({ ...deps, services: { ...deps.services, ledger: { listLedger } } }),
    AMPLE_BUDGETS,
  );
  closeAfter(t, made);
  const address = await made.api.listen({ host: '127.0.0.1', port: 0 });
  const key = await made.makeKey(['read']);
  const headers = { ...CSV, authorization: `Bearer ${key}` };
  HAS_ODD_ROWS.add(made.api);
  const open = async (query = '', accept = CSV.accept): Promise<IncomingMessage> => {
    const url = `${address}/v1/accounts/${made.ownAccountId}/ledger${query}`;
    const [response] = await once(
      request(url, { headers: { ...headers, accept } }).end(),
      'response',
    );
    return response as IncomingMessage;
  };
  return { service: made, open, reads };
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += String(part);
  return text;
}

suite('the ledger of an account', () => {
  test('is sent to its end, whatever its length', async (t) => {
    const { open } = await serviceWithLedger(t, 20_000);
    const response = await open();
    const rows = rowsOf(await bodyOf(response));
    assert.equal(rows.length, 20_000);
    assert.match(rows[0] ?? '', /^1,1970-01-01T00:00:00.001Z,fee,USDT,-0.5,0.5,available,fees,$/);
    assert.deepEqual(response.trailers, {});
  });

  test('ends after as many rows as may be, and says where it goes on', async (t) => {
    const { open } = await serviceWithLedger(t, LIMITS.tableRowsMax + 100);
    const response = await open();
    assert.equal(rowsOf(await bodyOf(response)).length, LIMITS.tableRowsMax);
    const cursor = response.trailers['next-cursor'];
    const rest = await bodyOf(await open(`?cursor=${cursor}`));
    assert.equal(rowsOf(rest).length, 100);
  });

  test('breaks off where it cannot be read on: no part is taken for the whole', async (t) => {
    const { open, service: made } = await serviceWithLedger(t, 20_000, { failsAfter: 1_000 });
    await assert.rejects(async () => bodyOf(await open()), { code: 'ECONNRESET' });
    assert.ok(made.log.some(({ event }) => event === 'request_broken_off'));
  });

  test('says how many rows it lacks, also in the file', async (t) => {
    const entryOf = (sequence: number): LedgerEntry =>
      [7, 1_700].includes(sequence)
        ? { ...entry(sequence), amount: null as never }
        : entry(sequence);
    const { open } = await serviceWithLedger(t, 2_000, { entryOf });
    const response = await open();
    const lines = rowsOf(await bodyOf(response));
    assert.equal(response.trailers['x-left-out'], '2');
    assert.equal(lines.at(-1), '# rows that cannot be read and are left out: 2');
    assert.equal(lines.length, 1_999);
    const page = await open('?limit=10');
    assert.equal(page.headers['x-left-out'], '1');
    assert.match(await bodyOf(page), /left out: 1\r\n$/);
    const parts: Buffer[] = [];
    for await (const part of await open('', 'application/vnd.apache.parquet'))
      parts.push(part as Buffer);
    const { key_value_metadata: notes, num_rows: count } = parquetMetadata(
      new Uint8Array(Buffer.concat(parts)).buffer,
    );
    assert.deepEqual(
      [Number(count), notes],
      [1_998, [{ key: 'tidemill.rows_left_out', value: '2' }]],
    );
  });

  test('whoever leaves has it read no further', async (t) => {
    const { open, service: made, reads } = await serviceWithLedger(t, Number.MAX_SAFE_INTEGER);
    const response = await open();
    await once(response, 'readable');
    response.destroy();
    await made.close();
    const readsOfAll = LIMITS.tableRowsMax / LIMITS.pageItemsMax;
    assert.ok(reads.count < readsOfAll, `${reads.count} of ${readsOfAll} reads`);
  });

  test('is not there for an account at a real exchange', async () => {
    const account = sampleAccount('usr_first', { isSimulated: false });
    await store.insertAccount(account);
    const response = await ask(`accounts/${account.accountId}/ledger`, {});
    assert.match(assertProblem(response, 'invalid_request', true).detail, /real exchange/);
  });
});
