// Address at which messages come in, as the edge sees it.

import type { RequestContext } from '#api/http/requests/request-context.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';

/** `too_long`: none of it was read; the connection is closed behind the response. */
export type HookBody = Uint8Array | 'too_long' | undefined;

/** Where messages come in from outside, by a secret in the path alone. */
export type HookRoute = {
  readonly path: string;
  readonly operation: string;
  respond(
    this: void,
    context: RequestContext,
    secret: string,
    body: HookBody,
  ): Promise<ApiResponse<unknown> | Refusal>;
};
