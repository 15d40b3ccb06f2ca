// The client of Tidemill: a method for each operation, lists as async iterators, and events as they
// happen. Runs wherever `fetch` does, and depends on nothing.

import { events, StreamEndedError } from './event-stream.ts';
import type { EventOptions, StreamOptions } from './event-stream.ts';
import type { MarketMessage } from './market-stream.ts';
import { market } from './market-stream.ts';
import * as OPERATION_TABLE from './operation-table.ts';
import type { ClientOptions, TidemillClient } from './partial-client.ts';
import { createPartialClient } from './partial-client.ts';
import { ApiProblemError, isProblem, NoResponseError } from './problem.ts';
import type { RateLimit } from './rate-limits.ts';
import type { RetryPolicy } from './retry-policy.ts';
import type { CallOptions } from './transport.ts';

/** The whole API; `createPartialClient` is for programs whose size matters. */
export function createClient(options: ClientOptions): TidemillClient {
  return createPartialClient(options, { ...OPERATION_TABLE, events, market });
}

export {
  ApiProblemError,
  createPartialClient,
  events,
  isProblem,
  market,
  NoResponseError,
  StreamEndedError,
};
export type * from './api-types.ts';
export type {
  ClientOptions,
  ClientParts,
  OperationId,
  PagedId,
  PartialClient,
  TableId,
  TidemillClient,
} from './partial-client.ts';
export type { ProblemCode } from './problem.ts';
export type { CallOptions, EventOptions, MarketMessage, RateLimit, RetryPolicy, StreamOptions };
