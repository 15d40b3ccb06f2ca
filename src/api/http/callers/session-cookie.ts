// The cookie that holds the token of a session: out of reach of scripts, sent by the pages of the
// service alone, and over TLS alone where the service is reached by TLS.

import type { IncomingMessage } from 'node:http';
import { LIMITS } from '#lib/limits.ts';
import { basePathOf } from '#api/http/base-path.ts';

const NAME = 'tidemill_session';
/** Taken by browsers from this very host alone, so that no service beside it plants one. */
const NAME_BY_TLS = `__Host-${NAME}`;
/** Below a path, where such a name may not be used: other paths are other services. */
const NAME_BELOW_PATH = `__Secure-${NAME}`;
export const SESSION_TOKEN = /^tm_session_[0-9A-Za-z]{43}$/;

/**
 * Null where there is none. Also where there are several: one of them was planted, by whoever runs
 * another service on the same name.
 */
export function sessionTokenOf(
  baseUrl: string,
  { headers }: Pick<IncomingMessage, 'headers'>,
): string | null {
  const wanted = nameFor(basePathOf(baseUrl), isByTls(baseUrl, { headers }));
  const found = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([name]) => name === wanted);
  const token = found.length === 1 ? (found[0]?.[1] ?? '') : '';
  return SESSION_TOKEN.test(token) ? token : null;
}

/** Null: the browser is to forget it. */
export function sessionCookie(token: string | null, isSecure: boolean, basePath = ''): string {
  const seconds = token === null ? 0 : LIMITS.sessionMsMax / 1_000;
  const secure = isSecure ? '; Secure' : '';
  const name = nameFor(basePath, isSecure);
  const path = `Path=${basePath}/`;
  return `${name}=${token ?? ''}; ${path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

function nameFor(basePath: string, isSecure: boolean): string {
  if (!isSecure) return NAME;
  return basePath === '' ? NAME_BY_TLS : NAME_BELOW_PATH;
}

/** Whether the browser reaches the service by TLS, as far as the request says. */
export function isByTls(baseUrl: string, { headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return baseUrl.startsWith('https:') || headers['x-forwarded-proto'] === 'https';
}
