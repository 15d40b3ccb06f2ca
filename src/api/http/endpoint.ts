// Endpoint: the work of one path for requests of one method.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '#lib/limits.ts';
import { takesStream } from '#api/http/requests/framing.ts';

export type Endpoint = {
  /** Left out: `LIMITS.bodyBytesMax`. */
  readonly bodyBytesMax?: number | undefined;
  /** Calls `done` when the body is to be read; otherwise the request has been returned. */
  arrive(this: void, request: FastifyRequest, reply: FastifyReply, done: () => void): void;
  respond(this: void, request: FastifyRequest, reply: FastifyReply): void;
};

/** As the framework writes parameters. */
export function routedPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Of the endpoints of one path the largest; the gate of each refuses what is more than its own. */
export function bodyLimitOf(endpoints: Iterable<Endpoint>): number {
  const sizes = Array.from(endpoints, ({ bodyBytesMax = LIMITS.bodyBytesMax }) => bodyBytesMax);
  return Math.max(...sizes);
}

/** Streams, unless the request has a parameter that the list alone has, or takes JSON. */
export function listOrStream(
  list: Endpoint,
  listParameters: readonly string[],
  stream: Endpoint,
): Endpoint {
  const chosen = ({ headers, url }: FastifyRequest): Endpoint => {
    const query = new URLSearchParams(queryTextOf(url));
    const isList = listParameters.some((name) => query.has(name)) || !takesStream(headers.accept);
    return isList ? list : stream;
  };
  return {
    arrive: (request, reply, done) => chosen(request).arrive(request, reply, done),
    respond: (request, reply) => chosen(request).respond(request, reply),
  };
}

/** Query of an address, without its question mark; empty where it has none. */
export function queryTextOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}
