// A list as a table (comma-separated values, Parquet): one page of it, or all of it, read and sent
// page by page, so that a long one costs no memory. Where the list goes on is in the header
// `Next-Cursor`, which follows the rows where it cannot be known before them.

import { once } from 'node:events';
import { assert, present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Call, Operation } from '#api/http/operation.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import {
  beginPieces,
  finish,
  finishRefused,
  noteBrokenOff,
} from '#api/http/requests/request-context.ts';
import type { TableForm } from '#api/http/requests/framing.ts';
import { chooseForm } from '#api/http/requests/framing.ts';
import { CSV_TABLE } from '#api/http/tables/csv-table.ts';
import { PARQUET_TABLE } from '#api/http/tables/parquet-table.ts';
import { LEFT_OUT_HEADER, noteLeftOut } from '#api/http/requests/say-left-out.ts';
import type { TableItem } from '#api/http/tables/table-columns.ts';
import { tableColumns } from '#api/http/tables/table-columns.ts';
import type { TableFile, TableFormat } from '#api/http/tables/table-format.ts';

const NEXT_CURSOR = 'Next-Cursor';

const TABLES: Readonly<Record<TableForm, TableFormat>> = {
  csv: CSV_TABLE,
  parquet: PARQUET_TABLE,
};

/** Null: no table is requested, or there is none. */
export function tableFormatOf(
  operation: Operation,
  accept: string | undefined,
): TableFormat | null {
  if (operation.table === undefined) return null;
  const form = chooseForm(accept, { hasTable: true });
  return form === 'csv' || form === 'parquet' ? TABLES[form] : null;
}

type TableWanted = {
  readonly operation: Operation;
  readonly call: Call<string, unknown, unknown>;
  /** Whether one page was requested, and not the whole list. */
  readonly isPage: boolean;
  readonly format: TableFormat;
};

type Page = {
  readonly items: readonly TableItem[];
  /** Rows that cannot be read. */
  readonly leftOutCount: number;
  readonly lastKey: string | null;
  readonly cursor: string | null;
};

/** Throws what the operation throws, before anything is sent. */
export async function sendTable(context: RequestContext, wanted: TableWanted): Promise<void> {
  const { format, operation } = wanted;
  const first = await readPage(context, wanted, wanted.call.after);
  if ('code' in first) return finishRefused(context, first);
  const schema = present(operation.success.schema, 'a table is a page of items');
  const file = format.open(tableColumns(schema, first.items));
  const name = `${operation.table}.${format.extension}`;
  const headers = ['Content-Disposition', `attachment; filename="${name}"`];
  if (!wanted.isPage && first.lastKey !== null)
    return sendPieces(context, wanted, { file, first, headers });
  const next = first.cursor === null ? [] : [NEXT_CURSOR, first.cursor];
  const { leftOutCount } = first;
  if (leftOutCount > 0) headers.push(LEFT_OUT_HEADER, String(leftOutCount));
  const rendered = { status: 200, contentType: format.contentType, code: null };
  const body = Buffer.concat([file.add(first.items), file.end(leftOutCount)]);
  finish(context, { ...rendered, headers: [...headers, ...next], body });
}

async function readPage(
  context: RequestContext,
  { operation, call }: TableWanted,
  after: string | null,
): Promise<Page | Refusal> {
  let lastKey: string | null = null;
  const { services } = context.edge.deps;
  const outcome: ApiResponse<unknown> | Refusal = await operation.handle(services, {
    ...call,
    after,
    nextCursor(key) {
      lastKey = key;
      return call.nextCursor(key);
    },
  });
  if (outcome.kind === 'refusal') return outcome;
  const body = outcome.body as {
    readonly data: readonly TableItem[];
    readonly next_cursor: string | null;
  };
  const leftOutCount = noteLeftOut(context, body);
  return { items: body.data, leftOutCount, lastKey, cursor: body.next_cursor };
}

type TablePieces = {
  readonly file: TableFile;
  readonly first: Page;
  readonly headers: readonly string[];
};

/**
 * A failure on the way breaks the connection off, so that nobody takes a part for the whole; so
 * does a reader that takes nothing for long.
 */
async function sendPieces(
  context: RequestContext,
  wanted: TableWanted,
  { file, first, headers }: TablePieces,
): Promise<void> {
  const { response } = context;
  const type = ['Content-Type', wanted.format.contentType, ...headers];
  const end = beginPieces(context, [...type, 'Trailer', `${NEXT_CURSOR}, ${LEFT_OUT_HEADER}`]);
  try {
    let page: Page | Refusal = first;
    let [rowsCount, leftOutCount] = [page.items.length, page.leftOutCount];
    let isTaken = await write(context, file.add(page.items));
    while (isTaken && page.lastKey !== null && rowsCount < LIMITS.tableRowsMax) {
      page = await readPage(context, wanted, page.lastKey);
      assert(!('code' in page), 'what a list is of stays there while it is read');
      rowsCount += page.items.length;
      leftOutCount += page.leftOutCount;
      isTaken = await write(context, file.add(page.items));
    }
    isTaken &&= await write(context, file.end(leftOutCount));
    if (!isTaken) return void response.destroy();
    if (page.cursor !== null) response.addTrailers({ [NEXT_CURSOR]: page.cursor });
    if (leftOutCount > 0) response.addTrailers({ [LEFT_OUT_HEADER]: String(leftOutCount) });
    response.end();
  } catch (error) {
    response.destroy();
    noteBrokenOff(context, error);
  } finally {
    end();
  }
}

/** False: the reader left, or takes nothing. */
async function write({ response }: RequestContext, bytes: Uint8Array): Promise<boolean> {
  if (response.destroyed) return false;
  if (bytes.length === 0 || response.write(bytes)) return true;
  const waiting = new AbortController();
  const late = AbortSignal.timeout(LIMITS.tableReaderStillMsMax);
  const signal = AbortSignal.any([waiting.signal, late]);
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
    return !response.destroyed;
  } catch {
    return false;
  } finally {
    waiting.abort();
  }
}
