// Requests that change something with a cookie must come from the pages of this service: a browser
// names the page's origin, and no page can have it name another.

import type { IncomingMessage } from 'node:http';
import type { OwnNames } from '#api/http/callers/own-host.ts';
import { refuseForeignHost } from '#api/http/callers/own-host.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';

const FOREIGN = refuse(
  'forbidden',
  'Header "Origin": expected that of this service. Programs send an API key instead of a cookie.',
);

/**
 * Null for what reads, and for what comes from a page at the address that was asked, if that is one
 * of this service.
 */
export function refuseForeignOrigin(
  names: OwnNames,
  { method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
): Refusal | null {
  const foreignHost = refuseForeignHost(names, { headers });
  if (foreignHost !== null) return foreignHost;
  if (method === 'GET' || method === 'HEAD') return null;
  const { origin, host = '' } = headers;
  if (origin === undefined || !URL.canParse(origin)) return FOREIGN;
  const isOwn =
    origin === new URL(names.baseUrl).origin || new URL(origin).host === host.toLowerCase();
  const site = headers['sec-fetch-site'];
  return isOwn && (site === undefined || site === 'same-origin') ? null : FOREIGN;
}
