// The orderly end: requests are turned away, those under way are completed, and what lasts beyond
// the deadline is cut off.

import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '#api/http/edge-state.ts';

/** Resolves when every connection has ended. Calling it twice is the same as once. */
export async function stopServing(
  edge: EdgeState,
  app: FastifyInstance,
  deadlineMs: number,
): Promise<void> {
  edge.isDraining = true;
  const cutOff = setTimeout(() => app.server.closeAllConnections(), deadlineMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cutOff);
  }
}
