// Connections over TLS with a password: what `verify-full` accepts, and what it refuses.

import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { parseDatabaseUrl } from '#main/settings/parse-database-url.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { freePort } from '../../support/free-port.ts';
import { makeCertificate } from '../../support/make-certificate.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';
import { ask, chooseUser, giveAll, initServer, serverIn } from '../../support/tcp-server.ts';

const ENCRYPTED = {
  text: 'SELECT ssl AS is_encrypted FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
};

/** The server as `localhost`, with a certificate for that name. */
async function withEncryptedServer(
  work: (address: string, authority: string, stranger: string) => Promise<void>,
): Promise<void> {
  const root = makeSharedFolder('tidemill-tls-');
  const folder = join(root, 'server');
  const runAs = chooseUser();
  const port = await freePort();
  initServer(folder, runAs);
  const [own, other] = [makeCertificate('localhost'), makeCertificate('localhost')];
  const files = { 'server.crt': own.cert, 'server.key': own.key, 'other.crt': other.cert };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o600);
  }
  const rules = 'host all tidemill 127.0.0.1/32 trust\nhostssl all ada all scram-sha-256\n';
  writeFileSync(join(folder, 'pg_hba.conf'), rules);
  giveAll(runAs, folder);
  const server = serverIn(folder, port, runAs, ['ssl=on', 'listen_addresses=localhost']);
  try {
    await server.start();
    await ask(server, `CREATE ROLE ada LOGIN PASSWORD 'se/cret'`);
    const address = `postgresql://ada:se%2Fcret@localhost:${port}/postgres`;
    await work(address, join(folder, 'server.crt'), join(folder, 'other.crt'));
  } finally {
    await server.kill();
    await removeFolder(root);
  }
}

/** Whether a statement is carried out, encrypted. */
async function connects(url: string): Promise<boolean> {
  assert.equal(parseDatabaseUrl(url).ok, true, url);
  const database = openDatabase({ url });
  try {
    const [row] = await database.read<{ readonly is_encrypted: boolean }>(ENCRYPTED, []);
    assert.equal(row?.is_encrypted, true);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    // The driver's own words about a certificate.
    assert.match(String(error), /certificate|altnames|self-signed/i);
    return false;
  } finally {
    await database.close();
  }
}

suite('TLS', () => {
  test('verify-full asks for the authority and for the name', async () => {
    await withEncryptedServer(async (address, authority, stranger) => {
      const verified = (file: string) => `?sslmode=verify-full&sslrootcert=${file}`;
      const byAddress = address.replace('localhost', '127.0.0.1');
      const seen = {
        right: await connects(address + verified(authority)),
        stranger: await connects(address + verified(stranger)),
        'another name': await connects(byAddress + verified(authority)),
        'no authority': await connects(`${address}?sslmode=verify-full`),
        unverified: await connects(`${address}?sslmode=no-verify`),
        'not encrypted': await connects(address),
        'wrong password': await connects(address.replace('se%2F', 'x') + verified(authority)),
      };
      assert.deepEqual(seen, {
        right: true,
        stranger: false,
        'another name': false,
        'no authority': false,
        unverified: true,
        'not encrypted': false,
        'wrong password': false,
      });
    });
  });
});
