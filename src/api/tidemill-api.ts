// The whole API over given dependencies: the operation table, its document and the public pages.
// Main builds the dependencies and calls this.

import { basePathOf } from '#api/http/base-path.ts';
import { once } from '#lib/once.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { Edge } from '#api/http/create-edge.ts';
import { createEdge } from '#api/http/create-edge.ts';
import type { ConsoleFiles } from '#api/pages/console-pages.ts';
import { missingPage } from '#api/pages/console-pages.ts';
import { publicPages } from '#api/pages/public-pages.ts';
import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import { openApiDocument } from '#api/openapi/open-api-document.ts';
import { hookCalls } from '#api/hooks/hook-calls.ts';
import { OPERATIONS } from '#api/operations.ts';
import { SIGN_IN_ROUTES } from '#api/sign-in/sign-in-routes.ts';
import { EVENT_LIST, EVENT_STREAM_ROUTE } from '#api/streams/event-stream-route.ts';
import { MARKET_STREAM_ROUTE } from '#api/streams/market-stream-route.ts';
import { marketStreams } from '#api/streams/market-streams.ts';
import { STREAM_ROUTES } from '#api/streams/stream-routes.ts';
import { openStreams } from '#api/streams/open-streams.ts';
import type { EventStreams } from '#api/streams/event-streams.ts';
import { eventStreams } from '#api/streams/event-streams.ts';

export type TidemillApi = Edge & {
  document(): OpenApiDocument;
  /** Wakes streams: these users have new events; null: any may have. */
  noteEvents: EventStreams['noteEvents'];
  /** Whether anybody follows events as they happen. */
  hasEventReaders(): boolean;
};

/**
 * Builds the API; `listen` starts it. `version` is that of the program; without the console (null)
 * its address has a page that says so.
 */
export async function tidemillApi(
  deps: EdgeDeps,
  version: string,
  console: ConsoleFiles | null = null,
): Promise<TidemillApi> {
  const { baseUrl, budgets } = deps;
  const document = once(() =>
    openApiDocument(OPERATIONS, { baseUrl, version, budgets }, STREAM_ROUTES),
  );
  const open = openStreams(deps);
  const streams = eventStreams(deps, open);
  const edge = await createEdge(
    deps,
    OPERATIONS,
    (state) => publicPages(state, document, console),
    [
      { ...EVENT_STREAM_ROUTE, list: EVENT_LIST, open: streams.open },
      { ...MARKET_STREAM_ROUTE, open: marketStreams(deps, open).open },
    ],
    {
      signIns: SIGN_IN_ROUTES,
      hook: hookCalls(),
      reportFrame: () => console?.reportFrame() ?? null,
      missingPage: console === null ? null : () => missingPage(console, basePathOf(baseUrl)),
    },
  );
  return {
    ...edge,
    document,
    noteEvents: streams.noteEvents,
    hasEventReaders: streams.isWatched,
    async close(deadlineMs) {
      const closing = edge.close(deadlineMs);
      open.endAll();
      await closing;
    },
    forgetPrincipals() {
      edge.forgetPrincipals();
      open.recheckKeys();
    },
  };
}
