// The router keeps a tree of all paths for each method, and building eight of them takes most of
// the time in which an API is built. It therefore knows each path once, under one method; which of
// the methods of a path a request has is looked up afterwards.

import type { IncomingMessage } from 'node:http';

/** Under which every request is routed. */
export const ROUTED_METHOD = 'GET';

/** Fastify reads bodies by the method; any other one is treated like this one, which has none. */
const STAND_IN = 'TRACE';
const known = new Set(['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', STAND_IN]);
const ownNames = new WeakMap<IncomingMessage, string>();

/** Before the request is routed; returns its address. */
export function nameForRouter(request: IncomingMessage): string {
  const { method = '', url = '' } = request;
  if (method === ROUTED_METHOD) return url;
  ownNames.set(request, method);
  request.method = ROUTED_METHOD;
  return url;
}

/** After the request was routed, before its body is read. */
export function nameForBody(request: IncomingMessage): void {
  const method = ownNames.get(request);
  if (method !== undefined) request.method = known.has(method) ? method : STAND_IN;
}

/** Before a request that may have a stand-in's name is refused or recorded. */
export function restoreMethod(request: IncomingMessage): void {
  const method = ownNames.get(request);
  if (method !== undefined) request.method = method;
}
