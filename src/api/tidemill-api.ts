// The whole API over given dependencies: the operation table, its document and the public pages.
// Main builds the dependencies and calls this.

import { once } from '#lib/once.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { Edge } from '#api/http/create-edge.ts';
import { createEdge } from '#api/http/create-edge.ts';
import { publicPages } from '#api/pages/public-pages.ts';
import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import { openApiDocument } from '#api/openapi/open-api-document.ts';
import { OPERATIONS } from '#api/operations.ts';

export type TidemillApi = Edge & { document(): OpenApiDocument };

/** Builds the API; `listen` starts it. `version` is that of the program. */
export async function tidemillApi(deps: EdgeDeps, version: string): Promise<TidemillApi> {
  const { baseUrl, budgets } = deps;
  const document = once(() => openApiDocument(OPERATIONS, { baseUrl, version, budgets }));
  const edge = await createEdge(deps, OPERATIONS, (state, meters) =>
    publicPages(state, meters, document),
  );
  return { ...edge, document };
}
