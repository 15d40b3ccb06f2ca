// What the edge needs to know of the address at which messages come in.

import type { RequestContext } from '#api/http/requests/request-context.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';

/** Where messages come in from outside, by a secret in the path alone. */
export type HookRoute = {
  readonly path: string;
  readonly operation: string;
  respond(
    this: void,
    context: RequestContext,
    secret: string,
    body: Uint8Array | undefined,
  ): Promise<ApiResponse<unknown> | Refusal>;
};
