// Header and line of the log by which a response says how many rows of its lists it lacks.

import type { ApiResponse } from '#api/http/responses/api-response.ts';
import { leftOutOf } from '#api/http/responses/left-out.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';

/** How many rows of its lists a response lacks. */
export const LEFT_OUT_HEADER = 'X-Left-Out';

type RequestFacts = Pick<RequestContext, 'edge' | 'request' | 'requestId'>;

/** How many rows are left out, which are named in the log. */
export function noteLeftOut({ edge, requestId, request }: RequestFacts, body: unknown): number {
  const leftOut = leftOutOf(body);
  if (leftOut === null) return 0;
  const { count, cause } = leftOut;
  const [path = ''] = (request.url ?? '').split('?');
  const fields = { request_id: requestId, path, rows_count: count, cause };
  edge.deps.ports.log.error('response.rows_left_out', fields);
  return count;
}

/** The response with what it says of rows that it lacks. */
export function sayLeftOut(
  facts: RequestFacts,
  response: ApiResponse<unknown>,
): ApiResponse<unknown> {
  const count = noteLeftOut(facts, response.body);
  if (count === 0) return response;
  return { ...response, headers: [...response.headers, LEFT_OUT_HEADER, String(count)] };
}
