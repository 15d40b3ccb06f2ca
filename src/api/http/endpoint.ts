// Endpoint: the work of one path for requests of one method.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { takesStream } from '#api/http/requests/framing.ts';

export type Endpoint = {
  /** Calls `done` when the body is to be read; otherwise the request has been returned. */
  arrive(this: void, request: FastifyRequest, reply: FastifyReply, done: () => void): void;
  respond(this: void, request: FastifyRequest, reply: FastifyReply): void;
};

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

export function queryTextOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}
