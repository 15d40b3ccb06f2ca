// The address of a database as it is given in a setting: what the driver understands is taken on,
// and what it would misread or pass over is refused in words, because a connection that is less
// safe than was requested shows by nothing.

import { serversOf } from '#adapters/postgres/connection/server-addresses.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

/** That are tried at once. */
const SERVERS_MAX = 8;

const SHAPE = 'postgresql://USER:PASSWORD@HOST:PORT/DATABASE';
const SCHEME = /^postgres(?:ql)?:\/\//;
/** Without a host, as for a socket: `postgresql://user@/database?host=/folder`. */
const EMPTY_HOST = /^([a-z]+:\/\/[^/?#]*@)(?=[/?]|$)/;

const ENCODED = 'special characters of the password written as %XX (/ as %2F, @ as %40, # as %23)';

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;

/** What may stand behind the question mark; null: any text. */
const PARAMETERS: { readonly [name: string]: readonly string[] | null } = {
  host: null,
  port: null,
  user: null,
  password: null,
  application_name: null,
  connect_timeout: null,
  ssl: ['true', '1', '0'],
  sslmode: SSL_MODES,
  sslrootcert: null,
  sslcert: null,
  sslkey: null,
  uselibpqcompat: ['true'],
  channel_binding: ['prefer', 'disable'],
  target_session_attrs: ['any', 'read-write', 'primary'],
  gssencmode: ['disable', 'prefer'],
  sslnegotiation: ['postgres', 'direct'],
};

/** The same address, or in words what was expected; the words repeat no password. */
export function parseDatabaseUrl(text: string): Result<string, string> {
  if (/^\s*[a-z_]+\s*=/.test(text))
    return rejected(`${SHAPE}; keywords such as "host=... dbname=..." are not read`);
  if (!SCHEME.test(text)) return rejected(`${SHAPE}, ${ENCODED}`);
  const servers = serversOf(text);
  return servers.length === 1 ? parseOne(text) : parseSeveral(text, servers);
}

/** Whichever of them takes changes is used, so there is nothing else to choose. */
function parseSeveral(text: string, servers: readonly string[]): Result<string, string> {
  if (servers.length > SERVERS_MAX) return rejected(`${SHAPE} with at most ${SERVERS_MAX} hosts`);
  for (const server of servers) {
    const result = EMPTY_HOST.test(server)
      ? rejected(`${SHAPE} with a host beside each comma`)
      : parseOne(server);
    if (!result.ok) return result;
    const parameters = URL.parse(server)?.searchParams;
    if (parameters?.get('target_session_attrs') === 'any')
      return rejected('"target_session_attrs" to be read-write for several hosts');
    if (parameters?.has('host') === true || parameters?.has('port') === true)
      return rejected(`${SHAPE}, several hosts as HOST1:PORT1,HOST2:PORT2 before the database`);
  }
  return accepted(text);
}

function parseOne(text: string): Result<string, string> {
  const url = URL.parse(text.replace(EMPTY_HOST, '$1host'));
  // A slash, a question mark or a hash in a password ends what it stands in.
  const isTorn = url !== null && `${url.pathname}${url.search}`.includes('@');
  if (url === null || url.hash !== '' || isTorn) return rejected(`${SHAPE}, ${ENCODED}`);
  if (!isEncoded(text)) return rejected(`${SHAPE}, a percent sign itself written as %25`);
  for (const [name, value] of url.searchParams) {
    const mistake = mistakeIn(name, value);
    if (mistake !== null) return rejected(mistake);
  }
  return accepted(text);
}

/** Whether each percent sign begins an encoded character. */
function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

function mistakeIn(name: string, value: string): string | null {
  if (name === 'pgbouncer')
    return 'a server, or PgBouncer in session mode, and no "pgbouncer=...": docs/operations.md';
  const values = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
  if (values === undefined)
    return `no parameter "${name}"; known are ${Object.keys(PARAMETERS).join(', ')}`;
  if (name === 'host' && value.includes(','))
    return `${SHAPE}, several hosts as HOST1:PORT1,HOST2:PORT2 before the database`;
  if (values === null || values.includes(value)) return null;
  return `"${name}" to be one of ${values.join(', ')}; "${value}" is not carried out`;
}
