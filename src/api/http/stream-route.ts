// Route of a response that lasts, as the edge sees it.

import type { Scope } from '#domain/access/scope.ts';
import type { RateTier } from '#api/http/operation.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';

export type StreamRoute = {
  /** With parameters in braces. */
  readonly path: string;
  /** An operation that reads the same as JSON at an address that streams as well. */
  readonly list?: {
    readonly path: string;
    /** Query parameters that the stream does not have: whoever sends one asks for the list. */
    readonly parameters: readonly string[];
  };
  readonly operationId: string;
  readonly scope: Scope;
  readonly tier: RateTier;
  /** Responds to an admitted request in every case; never throws. */
  open(
    this: void,
    context: RequestContext,
    queryText: string,
    params: Readonly<Record<string, string>>,
  ): void;
};
