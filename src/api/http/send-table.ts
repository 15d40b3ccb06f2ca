// A list as comma-separated values: one page of it, or all of it, read and sent page by page, so
// that a long one costs no memory. Where the list goes on is in the header `Next-Cursor`, which
// follows the rows where it cannot be known before them.

import { once } from 'node:events';
import type { TArray, TObject } from 'typebox';
import { assert, present } from '#lib/assert.ts';
import type { CsvCell } from '#lib/csv.ts';
import { csvLine } from '#lib/csv.ts';
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

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const NEXT_CURSOR = 'Next-Cursor';

type TableWanted = {
  readonly operation: Operation;
  readonly call: Call<string, unknown, unknown>;
  /** Whether one page was requested, and not the whole list. */
  readonly isPage: boolean;
};

type Item = Readonly<Record<string, CsvCell | readonly string[]>>;

type Page = {
  readonly lines: string;
  readonly rowsCount: number;
  readonly lastKey: string | null;
  readonly cursor: string | null;
};

/** Throws what the operation throws, before anything is sent. */
export async function sendTable(context: RequestContext, wanted: TableWanted): Promise<void> {
  const columns = columnsOf(wanted.operation);
  const first = await readPage(context, wanted, columns, wanted.call.after);
  if ('code' in first) return finishRefused(context, first);
  const head = csvLine(columns);
  const headers = ['Content-Disposition', `attachment; filename="${wanted.operation.table}.csv"`];
  if (!wanted.isPage && first.lastKey !== null) {
    return sendPieces(context, wanted, columns, { ...first, lines: head + first.lines });
  }
  const next = first.cursor === null ? [] : [NEXT_CURSOR, first.cursor];
  const rendered = { status: 200, contentType: CSV_TYPE, code: null };
  finish(context, { ...rendered, headers: [...headers, ...next], body: head + first.lines });
}

/** In the order of the document. */
function columnsOf({ success }: Operation): readonly string[] {
  const { properties } = success.schema as unknown as TObject;
  const { items } = present(properties['data'], 'a table is a page of items') as TArray<TObject>;
  return Object.keys(items.properties);
}

async function readPage(
  { edge }: RequestContext,
  { operation, call }: TableWanted,
  columns: readonly string[],
  after: string | null,
): Promise<Page | Refusal> {
  let lastKey: string | null = null;
  const outcome: ApiResponse<unknown> | Refusal = await operation.handle(edge.deps.services, {
    ...call,
    after,
    nextCursor(key) {
      lastKey = key;
      return call.nextCursor(key);
    },
  });
  if (outcome.kind === 'refusal') return outcome;
  const body = outcome.body as {
    readonly data: readonly Item[];
    readonly next_cursor: string | null;
  };
  const lines = body.data.map((item) => csvLine(columns.map((name) => cellOf(item[name]))));
  return {
    lines: lines.join(''),
    rowsCount: lines.length,
    lastKey,
    cursor: body.next_cursor,
  };
}

/** Several words are one cell. */
function cellOf(value: Item[string] | undefined): CsvCell {
  if (value === null || typeof value !== 'object') return value ?? null;
  return value.join(' ');
}

/**
 * A failure on the way breaks the connection off, so that nobody takes a part for the whole; so
 * does a reader that takes nothing for long.
 */
async function sendPieces(
  context: RequestContext,
  wanted: TableWanted,
  columns: readonly string[],
  first: Page,
): Promise<void> {
  const { response } = context;
  const { table } = wanted.operation;
  const file = `attachment; filename="${table}.csv"`;
  const type = ['Content-Type', CSV_TYPE, 'Content-Disposition', file];
  const end = beginPieces(context, [...type, 'Trailer', NEXT_CURSOR]);
  try {
    let page: Page | Refusal = first;
    let { rowsCount } = page;
    let isTaken = await write(context, page.lines);
    while (isTaken && page.lastKey !== null && rowsCount < LIMITS.tableRowsMax) {
      page = await readPage(context, wanted, columns, page.lastKey);
      assert(!('code' in page), 'what a list is of stays there while it is read');
      rowsCount += page.rowsCount;
      isTaken = await write(context, page.lines);
    }
    if (!isTaken) return void response.destroy();
    if (page.cursor !== null) response.addTrailers({ [NEXT_CURSOR]: page.cursor });
    response.end();
  } catch (error) {
    response.destroy();
    noteBrokenOff(context, error);
  } finally {
    end();
  }
}

/** False: the reader left, or takes nothing. */
async function write({ response }: RequestContext, text: string): Promise<boolean> {
  if (response.destroyed) return false;
  if (response.write(text)) return true;
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
