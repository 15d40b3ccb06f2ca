// A page or document that is served without a key.

import type { IncomingHttpHeaders } from 'node:http';

import type { Refusal } from '#api/http/responses/api-response.ts';
import type { RenderedResponse } from '#api/http/responses/rendered.ts';

export type PublicPage = {
  /** Its name in figures and logs. */
  readonly operation: string;
  /** As Fastify writes paths. */
  readonly path: string;
  render(
    params: Readonly<Record<string, string>>,
    request: IncomingHttpHeaders,
  ): Promise<RenderedResponse | Refusal>;
};

/** Whether a person in a browser asks, who wants a page; a program gets JSON. */
export function asksForPage({ accept }: IncomingHttpHeaders): boolean {
  return accept?.includes('text/html') === true;
}
