// Load on one address of this machine: requests over a number of connections for a number of
// seconds, and what came back.

import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export type LoadRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  /** A new body for each request; undefined sends none. */
  readonly nextBody?: () => string;
  /** Whether each request has an Idempotency-Key of its own. */
  readonly isKeyed?: boolean;
};

export type LoadResult = {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly succeeded: number;
  readonly failed: number;
};

export const CONNECTIONS = 32;

/** Throws when not a single request succeeded: a benchmark of errors says nothing. */
export async function applyLoad(
  url: string,
  durationSeconds: number,
  { nextBody, isKeyed, ...request }: LoadRequest,
): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: durationSeconds,
    requests: [
      nextBody === undefined
        ? request
        : {
            ...request,
            setupRequest: (sent) => ({
              ...sent,
              body: nextBody(),
              headers: isKeyed === true ? withKey(request.headers) : request.headers,
            }),
          },
    ],
  });
  if (result['2xx'] === 0) throw new Error(`No request to ${url} succeeded.`);
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    succeeded: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

function withKey(headers: LoadRequest['headers']): LoadRequest['headers'] {
  return { ...headers, 'idempotency-key': randomUUID() };
}
