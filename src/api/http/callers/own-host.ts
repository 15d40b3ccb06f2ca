// The names under which pages of this service may be reached. A page of somebody else whose name is
// made to lead here (DNS rebinding) has another one, and the browser says which.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';

export type OwnNames = Pick<EdgeDeps, 'baseUrl' | 'hostNames'>;

/** Null where the request is for a name of this service. */
export function refuseForeignHost(
  names: OwnNames,
  { headers }: Pick<IncomingMessage, 'headers'>,
): Refusal | null {
  const { host = '' } = headers;
  if (isOwnHost(names, host)) return null;
  return refuse(
    'forbidden',
    `Header "Host": expected a name of this service, found "${host.slice(0, 200)}". The operator ` +
      'names others in TIDEMILL_BASE_URL or TIDEMILL_HOSTS.',
  );
}

/**
 * Nobody outside owns a number, a name of this machine, or one without a dot, such as that of a
 * container.
 */
export function isOwnHost({ baseUrl, hostNames }: OwnNames, host: string): boolean {
  const name = hostNameOf(host);
  if (name === null) return false;
  const isNumber = isIP(name.replaceAll(/[[\]]/g, '')) !== 0;
  if (isNumber || !name.includes('.') || name.endsWith('.localhost')) return true;
  return name === new URL(baseUrl).hostname || hostNames.includes(name);
}

/** In lower case, without the port and a dot at its end; null: it is none. */
function hostNameOf(host: string): string | null {
  const address = `http://${host}`;
  if (host === '' || /[/?#@\\\s]/.test(host) || !URL.canParse(address)) return null;
  return new URL(address).hostname.replace(/\.$/, '');
}
