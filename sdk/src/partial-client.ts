// A client of the operations that it is given, so that a bundle has no others. The whole client is
// one of all of them (`tidemill-client.ts`).

import type { Event as ApiEvent, Operations } from './api-types.ts';
import { callPath } from './call-path.ts';
import type { EventOptions, StreamOptions } from './event-stream.ts';
import type { MarketMessage } from './market-stream.ts';
import type * as OPERATION_TABLE from './operation-table.ts';
import type { RateLimit } from './rate-limits.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { DEFAULT_RETRIES } from './retry-policy.ts';
import type { CallOptions, HeaderRecord, MediaType, TablePart, Transport } from './transport.ts';
import { PARQUET, send } from './transport.ts';

export type ClientOptions = {
  /** Where the service is, such as `https://tidemill.example`; empty: where the page is from. */
  readonly baseUrl: string;
  /** Left out where a browser sends the cookie of a session. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  readonly headers?: HeaderRecord | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly retries?: Partial<RetryPolicy> | undefined;
  /** Of each try; 30 seconds unless given. */
  readonly timeoutMs?: number | undefined;
  /** Whether a request that would exceed the limits waits for the next window; true by default. */
  readonly isPacing?: boolean | undefined;
};

export type OperationId = keyof Operations;

type Input<Id extends OperationId> = Operations[Id]['input'];

/** The input may be left out where nothing in it is required. */
type Inputs<Id extends OperationId, Options> =
  {} extends Input<Id>
    ? [input?: Input<Id>, options?: Options]
    : [input: Input<Id>, options?: Options];

type Methods = {
  readonly [Id in OperationId]: (
    ...given: Inputs<Id, CallOptions>
  ) => Promise<Operations[Id]['output']>;
};

/** Operations that return pages. */
export type PagedId = {
  [Id in OperationId]: [Operations[Id]['item']] extends [never] ? never : Id;
}[OperationId];

/** Operations whose list is sent as a table too. */
export type TableId = {
  [Id in OperationId]: [Operations[Id]['table']] extends [never] ? never : Id;
}[OperationId];

/** Some of what `@tidemill/client/operations` exports, and of the streams. */
export type ClientParts = {
  readonly [Id in OperationId]?: (typeof OPERATION_TABLE)[Id];
} & {
  readonly events?: (transport: Transport) => TidemillClient['events'];
  readonly market?: (transport: Transport) => TidemillClient['market'];
};

export type TidemillClient = Methods & {
  /** Each item of a list, page after page: `for await (const bot of client.each('listBots'))`. */
  each<Id extends PagedId>(
    id: Id,
    ...given: Inputs<Id, CallOptions>
  ): AsyncGenerator<Operations[Id]['item'], void, undefined>;
  /**
   * A whole list as comma-separated values, for spreadsheets, read page after page; starts with the
   * names of its columns. With `limit` one page of it.
   */
  table<Id extends TableId>(id: Id, ...given: Inputs<Id, CallOptions>): Promise<string>;
  /** The same as a Parquet file with exact decimals, of at most 100,000 rows. */
  parquet<Id extends TableId>(id: Id, ...given: Inputs<Id, CallOptions>): Promise<Uint8Array>;
  /** Events as they happen; goes on by itself where a connection broke. */
  events(options?: EventOptions): AsyncGenerator<ApiEvent, void, undefined>;
  /** What a market trades at, as it does; goes on by itself where a connection broke. */
  market(
    marketTag: string,
    options?: StreamOptions,
  ): AsyncGenerator<MarketMessage, void, undefined>;
  /** What was last heard of a tier of limits, such as `trading`. */
  rateLimit(tier: string): RateLimit | undefined;
};

/** Of the operations and streams that were given to `createPartialClient`. */
export type PartialClient<Part extends keyof ClientParts> = Pick<
  TidemillClient,
  Part | 'rateLimit'
> & {
  each<Id extends PagedId & Part>(
    id: Id,
    ...given: Inputs<Id, CallOptions>
  ): AsyncGenerator<Operations[Id]['item'], void, undefined>;
  table<Id extends TableId & Part>(id: Id, ...given: Inputs<Id, CallOptions>): Promise<string>;
  parquet<Id extends TableId & Part>(
    id: Id,
    ...given: Inputs<Id, CallOptions>
  ): Promise<Uint8Array>;
};

type Row = readonly [method: string, path: string, tier: string, list?: string];
type Values = Readonly<Record<string, unknown>>;
type Call = (id: string, input?: Values, own?: CallOptions) => Promise<unknown>;
type AnyPart = Row | ((transport: Transport) => unknown);
type Table = Readonly<Record<string, AnyPart>>;

/**
 * Bundles have what is given alone: `import { getOrder, placeOrder } from
 * '@tidemill/client/operations'`, then `createPartialClient(options, { getOrder, placeOrder })`.
 */
export function createPartialClient<Parts extends ClientParts>(
  options: ClientOptions,
  parts: Parts & { readonly [Name in Exclude<keyof Parts, keyof ClientParts>]: never },
): PartialClient<keyof Parts & keyof ClientParts> {
  const table = parts as Table;
  const transport = transportOf(options);
  const call = caller(transport, table, 'application/json');
  const readTable = caller(transport, table, 'text/csv');
  const readFile = caller(transport, table, PARQUET);
  const methods = Object.entries(table).map(([id, part]) => [
    id,
    typeof part === 'function'
      ? part(transport)
      : (input?: Values, own?: CallOptions) => call(id, input, own),
  ]);
  const others = {
    each: (id: string, input?: Values, own?: CallOptions) => eachItem(table, call, id, input, own),
    table: (id: string, input?: Values, own?: CallOptions) => {
      rowOf(table, id);
      return wholeTable(readTable, id, input, own);
    },
    parquet: (id: string, input?: Values, own?: CallOptions) => {
      rowOf(table, id);
      return readFile(id, input, own);
    },
    rateLimit: (tier: string) => transport.limits.get(tier),
  };
  // The rows and the types are written from one document.
  return { ...Object.fromEntries(methods), ...others } as never;
}

function caller(transport: Transport, table: Table, accept: MediaType): Call {
  return (id, input = {}, own = {}) => {
    const [method, path, tier] = rowOf(table, id);
    const request = { method, path: callPath(path, input), body: input['body'], tier, accept };
    return send(transport, request, own);
  };
}

async function* eachItem(
  table: Table,
  call: Call,
  id: string,
  input: Values = {},
  own: CallOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const [, , , list = 'data'] = rowOf(table, id);
  let cursor = input['cursor'];
  do {
    const page = (await call(id, { ...input, cursor }, own)) as Values;
    yield* page[list] as readonly unknown[];
    cursor = page['next_cursor'];
  } while (cursor !== null && cursor !== undefined);
}

/** By pages: one response may end early, and say so where `fetch` does not look. */
async function wholeTable(
  call: Call,
  id: string,
  input: Values = {},
  own: CallOptions = {},
): Promise<string> {
  const isPage = (input['limit'] ?? null) !== null;
  let table = '';
  let cursor = input['cursor'];
  for (;;) {
    // No list has more on a page.
    const page = await call(id, isPage ? input : { ...input, limit: 500, cursor }, own);
    const { text, nextCursor } = page as TablePart;
    // Each page has the names of the columns.
    table += table === '' ? text : text.slice(text.indexOf('\n') + 1);
    if (isPage || nextCursor === null) return table;
    cursor = nextCursor;
  }
}

function rowOf(table: Table, id: string): Row {
  const row = Object.hasOwn(table, id) ? table[id] : undefined;
  if (row === undefined || typeof row === 'function') {
    throw new TypeError(`"${id}" is no operation of this client`);
  }
  return row;
}

function transportOf(options: ClientOptions): Transport {
  const { baseUrl, apiKey, headers = {}, retries = {}, timeoutMs = 30_000 } = options;
  // Names are the same in small letters; the client writes its own so.
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: async () => {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
      return { ...own, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
    },
    // Browsers insist on the global object as the receiver.
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    retries: { ...DEFAULT_RETRIES, ...retries },
    timeoutMs,
    limits: new Map(),
    isPacing: options.isPacing ?? true,
    chance: Math.random,
  };
}
