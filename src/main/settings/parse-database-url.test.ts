// Addresses of databases: what is taken, as the driver then understands it, and what is refused.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { serversOf } from '#adapters/postgres/connection/server-addresses.ts';
import { parseDatabaseUrl } from '#main/settings/parse-database-url.ts';

const SCHEME = 'postgresql://';

type Understood = readonly [
  host: string,
  port: number,
  user: string,
  password: string,
  name: string,
];

const TAKEN: readonly (readonly [url: string, understood: Understood])[] = [
  ['postgresql://u:p@h:5433/d', ['h', 5433, 'u', 'p', 'd']],
  ['postgres://u:p@h/d', ['h', 5432, 'u', 'p', 'd']],
  ['postgresql://u:p@[::1]:5433/d', ['::1', 5433, 'u', 'p', 'd']],
  ['postgresql://u:p@[fe80::1]/d', ['fe80::1', 5432, 'u', 'p', 'd']],
  [`${SCHEME}u:a%2Fb%40c%23d%3Fe%25@h/d`, ['h', 5432, 'u', 'a/b@c#d?e%', 'd']],
  [`${SCHEME}u:p%C3%A4%20ss@h/d`, ['h', 5432, 'u', 'pä ss', 'd']],
  [
    'postgresql:///d?host=/run/postgresql&user=u&password=p',
    ['/run/postgresql', 5432, 'u', 'p', 'd'],
  ],
  ['postgresql://u:p@/d?host=/run/postgresql&port=5433', ['/run/postgresql', 5433, 'u', 'p', 'd']],
  ['postgresql://u:p@%2Frun%2Fpostgresql/d', ['/run/postgresql', 5432, 'u', 'p', 'd']],
];

/** Whether it is encrypted, and whether the certificate is verified. */
const TLS: readonly (readonly [parameters: string, isEncrypted: boolean, isVerified: boolean])[] = [
  ['', false, false],
  ['?sslmode=disable', false, false],
  ['?sslmode=verify-full', true, true],
  ['?sslmode=require', true, true],
  ['?sslmode=no-verify', true, false],
  ['?sslmode=require&uselibpqcompat=true', true, false],
  ['?ssl=true', true, true],
];

const REFUSED: readonly (readonly [url: string, words: RegExp])[] = [
  ['host=localhost dbname=d', /keywords such as "host=/],
  ["host = '/run' user=u", /keywords such as "host=/],
  ['mysql://u:p@h/d', /postgresql:\/\/USER:PASSWORD@HOST:PORT\/DATABASE/],
  ['/run/postgresql d', /postgresql:\/\/USER/],
  ['postgresql://u:p@h1,/d', /a host beside each comma/],
  ['postgresql://u:p@h1,h2:99999/d', /postgresql:\/\/USER/],
  ['postgresql://u:p@h1,h2/d?target_session_attrs=any', /read-write for several hosts/],
  ['postgresql://u:p@h1,h2/d?sslmode=prefer', /"sslmode" to be one of/],
  ['postgresql://u:p@h1,h2/d?port=1,2', /HOST1:PORT1,HOST2:PORT2/],
  ['postgresql://u:p@/d?host=h1,h2', /HOST1:PORT1,HOST2:PORT2/],
  [`postgresql://u:p@${'h,'.repeat(8)}h/d`, /at most 8 hosts/],
  ['postgresql://u:p@h:99999/d', /postgresql:\/\/USER/],
  [`${SCHEME}u:secret/1@h/d`, /\/ as %2F/],
  [`${SCHEME}u:12/secret@h/d`, /\/ as %2F/],
  [`${SCHEME}u:12?secret@h/d`, /written as %XX/],
  [`${SCHEME}u:p#secret@h/d`, /# as %23/],
  [`${SCHEME}u:secret%ss@h/d`, /percent sign itself written as %25/],
  ['postgresql://u:p@h/d?sslmode=prefer', /"sslmode" to be one of .*"prefer" is not carried out/],
  ['postgresql://u:p@h/d?sslmode=allow', /"sslmode" to be one of/],
  ['postgresql://u:p@h/d?channel_binding=require', /"channel_binding" to be one of/],
  ['postgresql://u:p@h/d?target_session_attrs=standby', /"target_session_attrs" to be one of/],
  ['postgresql://u:p@h/d?statement_timeout=0', /no parameter "statement_timeout"/],
  ['postgresql://u:p@h/d?constructor=0', /no parameter "constructor"/],
  ['postgresql://u:p@h/d?pgbouncer=true', /PgBouncer in session mode/],
];

/** Of several servers, each as the driver understands it. */
const SEVERAL: readonly (readonly [url: string, hosts: readonly string[]])[] = [
  ['postgresql://u:p@h1,h2/d', ['h1:5432', 'h2:5432']],
  ['postgresql://u:p@h1:5433,[::1]:5434,h3/d?sslmode=require', ['h1:5433', '::1:5434', 'h3:5432']],
  ['postgresql://u:p@h1,h2:6432/d?target_session_attrs=read-write', ['h1:5432', 'h2:6432']],
];

suite('the address of a database', () => {
  for (const [url, hosts] of SEVERAL)
    test(`${url} names ${hosts.length} servers`, () => {
      assert.deepEqual(parseDatabaseUrl(url), { ok: true, value: url });
      const clients = serversOf(url).map((server) => new Client({ connectionString: server }));
      assert.deepEqual(
        clients.map(({ host, port, user, password, database }) => [
          `${host}:${port}`,
          user,
          password,
          database,
        ]),
        hosts.map((host) => [host, 'u', 'p', 'd']),
      );
    });

  for (const [url, understood] of TAKEN)
    test(`${url} is taken`, () => {
      assert.deepEqual(parseDatabaseUrl(url), { ok: true, value: url });
      const { host, port, user, password, database } = new Client({ connectionString: url });
      assert.deepEqual([host, port, user, password, database], understood);
    });

  for (const [parameters, isEncrypted, isVerified] of TLS)
    test(`with "${parameters}" is ${isEncrypted ? '' : 'not '}encrypted`, () => {
      const url = `postgresql://u:p@h/d${parameters}`;
      assert.equal(parseDatabaseUrl(url).ok, true);
      const ssl: unknown = new Client({ connectionString: url }).ssl;
      assert.equal(ssl !== false && ssl !== undefined, isEncrypted);
      const isUnverified = isDeepStrictEqual(ssl, { rejectUnauthorized: false });
      if (isEncrypted) assert.equal(!isUnverified, isVerified);
    });

  for (const [url, words] of REFUSED)
    test(`${url} is refused`, () => {
      const result = parseDatabaseUrl(url);
      assert.ok(!result.ok, 'it is refused');
      assert.match(result.rejection, words);
      assert.doesNotMatch(result.rejection, /secret/);
    });
});
