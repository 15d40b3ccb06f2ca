// The client of Tidemill: a method for each operation, lists as async iterators, and events as they
// happen. Runs wherever `fetch` does, and depends on nothing.

import type { Event as ApiEvent, Operations } from './api-types.ts';
import { callPath } from './call-path.ts';
import type { EventOptions, StreamOptions } from './event-stream.ts';
import { streamEvents, StreamEndedError } from './event-stream.ts';
import type { MarketMessage } from './market-stream.ts';
import { streamMarket } from './market-stream.ts';
import { OPERATION_TABLE } from './operation-table.ts';
import { ApiProblemError, isProblem, NoResponseError } from './problem.ts';
import type { RateLimit } from './rate-limits.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { DEFAULT_RETRIES } from './retry-policy.ts';
import type { CallOptions, HeaderRecord, MediaType, Transport } from './transport.ts';
import { send } from './transport.ts';

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

export type TidemillClient = Methods & {
  /** Each item of a list, page after page: `for await (const bot of client.each('listBots'))`. */
  each<Id extends PagedId>(
    id: Id,
    ...given: Inputs<Id, CallOptions>
  ): AsyncGenerator<Operations[Id]['item'], void, undefined>;
  /** A list as comma-separated values, for spreadsheets; starts with the names of its columns. */
  table<Id extends TableId>(id: Id, ...given: Inputs<Id, CallOptions>): Promise<string>;
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

type Row = readonly [method: string, path: string, tier: string, list?: string];
type Values = Readonly<Record<string, unknown>>;
type Call = (id: string, input?: Values, own?: CallOptions) => Promise<unknown>;

export function createClient(options: ClientOptions): TidemillClient {
  const transport = transportOf(options);
  const ask = (accept: MediaType): Call => {
    return (id, input = {}, own = {}) => {
      const [method, path, tier] = rowOf(id);
      const request = { method, path: callPath(path, input), body: input['body'], tier, accept };
      return send(transport, request, own);
    };
  };
  const call = ask('application/json');
  const methods = Object.fromEntries(
    Object.keys(OPERATION_TABLE).map((id) => [
      id,
      (input?: Values, own?: CallOptions) => call(id, input, own),
    ]),
  );
  const others = {
    each: (id: string, input?: Values, own?: CallOptions) => eachItem(call, id, input, own),
    table: ask('text/csv'),
    events: (wanted: EventOptions = {}) => streamEvents(transport, wanted),
    market: (marketTag: string, wanted: StreamOptions = {}) =>
      streamMarket(transport, marketTag, wanted),
    rateLimit: (tier: string) => transport.limits.get(tier),
  };
  // The table and the types are written from one document.
  return { ...methods, ...others } as unknown as TidemillClient;
}

async function* eachItem(
  call: Call,
  id: string,
  input: Values = {},
  own: CallOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const [, , , list = 'data'] = rowOf(id);
  let cursor = input['cursor'];
  do {
    const page = (await call(id, { ...input, cursor }, own)) as Values;
    yield* page[list] as readonly unknown[];
    cursor = page['next_cursor'];
  } while (cursor !== null && cursor !== undefined);
}

function rowOf(id: string): Row {
  const table: { readonly [id: string]: Row } = OPERATION_TABLE;
  const row = table[id];
  if (row === undefined) throw new TypeError(`"${id}" is no operation`);
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

export { ApiProblemError, isProblem, NoResponseError, StreamEndedError };
export type * from './api-types.ts';
export type { ProblemCode } from './problem.ts';
export type { CallOptions, EventOptions, MarketMessage, RateLimit, RetryPolicy, StreamOptions };
