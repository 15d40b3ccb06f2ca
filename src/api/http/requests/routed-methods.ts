// The methods that the router knows. It keeps a tree of all paths for each, which takes some
// milliseconds of a start, and HTTP has more than thirty methods: those that no operation can have
// are routed under the name of one that is refused everywhere, and have their own name again before
// they are refused.

import type { IncomingMessage } from 'node:http';

const STAND_IN = 'TRACE';

export const ROUTED_METHODS: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  STAND_IN,
];

const routed = new Set(ROUTED_METHODS);
const ownNames = new WeakMap<IncomingMessage, string>();

/** Before the request is routed. */
export function nameStandIn(request: IncomingMessage): void {
  const { method = '' } = request;
  if (routed.has(method)) return;
  ownNames.set(request, method);
  request.method = STAND_IN;
}

/** Before a request that may have a stand-in's name is refused or recorded. */
export function restoreMethod(request: IncomingMessage): void {
  const method = ownNames.get(request);
  if (method !== undefined) request.method = method;
}
