// What one path does with requests of one method.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { prefersStream } from '#api/http/requests/framing.ts';

export type Endpoint = {
  /** Calls `done` when the body is to be read; otherwise the request has been returned. */
  arrive(this: void, request: FastifyRequest, reply: FastifyReply, done: () => void): void;
  respond(this: void, request: FastifyRequest, reply: FastifyReply): void;
};

/** Streams to whoever asks for messages by name, and lists to all others. */
export function listOrStream(list: Endpoint, stream: Endpoint): Endpoint {
  const chosen = ({ headers }: FastifyRequest): Endpoint =>
    prefersStream(headers.accept) ? stream : list;
  return {
    arrive: (request, reply, done) => chosen(request).arrive(request, reply, done),
    respond: (request, reply) => chosen(request).respond(request, reply),
  };
}
