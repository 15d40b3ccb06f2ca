// The password file of PostgreSQL's own tools, a line for each server, database and user. It is
// read once, at the start, for an address without a password.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serversOf } from '#adapters/postgres/connection/server-addresses.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Environment } from '#main/settings/config.ts';

const OTHERS = 0o077;
const DEFAULT_PORT = '5432';
const ANY = '*';

type Addresses = {
  readonly databaseUrl: string | null;
  readonly listenUrl: string | null;
  readonly databaseOwnerUrl: string | null;
};

/** The same settings, with passwords of the file in their addresses. Throws CommandFailed. */
export function withStoredPasswords<T extends Addresses>(config: T, environment: Environment): T {
  const complete = (url: string | null): string | null =>
    url === null ? null : withStoredPassword(url, environment);
  const { databaseUrl, listenUrl, databaseOwnerUrl } = config;
  return {
    ...config,
    databaseUrl: complete(databaseUrl),
    listenUrl: complete(listenUrl),
    databaseOwnerUrl: complete(databaseOwnerUrl),
  };
}

/** The address with the password that the file has for it, if it needs one and there is one. */
export function withStoredPassword(url: string, environment: Environment): string {
  const { PGPASSFILE, HOME } = environment;
  const [first = url] = serversOf(url);
  const parts = URL.parse(first.replace(/^([a-z]+:\/\/[^/?#]*@)(?=[/?]|$)/, '$1localhost'));
  if (parts === null || parts.password !== '' || parts.searchParams.has('password')) return url;
  const named = PGPASSFILE !== undefined && PGPASSFILE !== '';
  const path = named ? PGPASSFILE : HOME === undefined ? null : join(HOME, '.pgpass');
  const text = path === null ? null : readOwn(path, named);
  if (text === null) return url;
  const { searchParams: given } = parts;
  const wanted = [
    given.get('host') ?? parts.hostname.replace(/^\[(.*)\]$/, '$1'),
    given.get('port') ?? (parts.port || DEFAULT_PORT),
    decodeURIComponent(parts.pathname.slice(1)),
    given.get('user') ?? decodeURIComponent(parts.username),
  ];
  // Sockets are named `localhost` in it.
  if (wanted[0]?.startsWith('/') === true) wanted[0] = 'localhost';
  const password = findPassword(text, wanted);
  if (password === null) return url;
  return url.replace(/^([a-z]+:\/\/[^/?#@:]*)@/, `$1:${encodeURIComponent(password)}@`);
}

/** Null: there is none. Throws CommandFailed where others may read it or a named one is missing. */
function readOwn(path: string, isNamed: boolean): string | null {
  try {
    if ((statSync(path).mode & OTHERS) !== 0)
      throw new CommandFailed(
        `Others may read the password file "${path}".`,
        `Run \`chmod 600 ${path}\`.`,
      );
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    if (!isNamed) return null;
    throw new CommandFailed(
      `The password file "${path}" cannot be read.`,
      'Correct PGPASSFILE, or the owner of the file.',
    );
  }
}

/** Of the first line with this host, port, database and user; a backslash escapes a character. */
function findPassword(text: string, wanted: readonly string[]): string | null {
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const fields = [...line.matchAll(/((?:\\.|[^:\\])*)(?::|$)/g)].map(([, field = '']) =>
      field.replaceAll(/\\(.)/g, '$1'),
    );
    const isIt = wanted.every((value, index) => fields[index] === ANY || fields[index] === value);
    if (isIt && fields.length > wanted.length) return fields[wanted.length] ?? null;
  }
  return null;
}
