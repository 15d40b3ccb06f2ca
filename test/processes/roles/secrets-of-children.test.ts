// Processes that run scripts hold nothing by which secrets could be opened or the schema changed:
// neither the master key, nor the venue key, nor the address of the database's owner is in their
// environment. The venue key is only with the process that was started, which does nothing but
// hold it, and with the one for exchanges; so the service that serves requests lacks it too.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { withTestDatabase } from '../../support/database.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { until } from '../../support/until.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const MASTER_KEY = '5a'.repeat(32);
const VENUE_KEY = Buffer.alloc(32, 0x6b).toString('base64');
const OWNER_MARK = 'only_the_owner';
const SECRETS = {
  'the master key': MASTER_KEY,
  'the name of the master key': 'TIDEMILL_MASTER_KEY',
  "the address of the database's owner": OWNER_MARK,
  "the name of the owner's address": 'TIDEMILL_DATABASE_OWNER_URL',
  'the venue key': VENUE_KEY,
  'the name of the venue key': 'TIDEMILL_VENUE_KEY',
};
/** By the word of their command line that says what they do. */
const KINDS = ['--worker', '--bots', 'check-process.ts', '--venues'];
const VENUE_SECRETS = ['the venue key', 'the name of the venue key'];
const skip = process.platform === 'linux' ? false : 'reads the environment below /proc';

type FoundSecret = { readonly kind: string; readonly processId: number };

/** Null when the process has ended meanwhile. */
function readProcess(processId: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${processId}/${file}`, 'utf8');
  } catch {
    return null;
  }
}

function childrenOf(parentId: number): readonly FoundSecret[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).flatMap((processId) => {
    const parent = /^PPid:\t(\d+)$/m.exec(readProcess(processId, 'status') ?? '')?.[1];
    if (Number(parent) !== parentId) return [];
    const words = readProcess(processId, 'cmdline') ?? '';
    return [{ kind: KINDS.find((kind) => words.includes(kind)) ?? 'other', processId }];
  });
}

/** Which secrets stand in its environment; never the values. */
function secretsIn(processId: number): readonly string[] {
  const environment = readProcess(processId, 'environ');
  assert.ok(environment !== null && environment !== '', 'the environment can be read');
  return Object.entries(SECRETS).flatMap(([name, text]) =>
    environment.includes(text) ? [name] : [],
  );
}

/** Of the process that holds the venue key, the one that serves requests. */
function serviceOf(holderId: number): number {
  const service = childrenOf(holderId).find(({ kind }) => kind === 'other');
  assert.ok(service !== undefined, 'the service is a process of its own');
  return service.processId;
}

/** A process for exchanges that dies is started again, with the key. */
async function assertRestarted(holderId: number): Promise<void> {
  const find = () => childrenOf(holderId).find(({ kind }) => kind === '--venues')?.processId;
  const first = find();
  assert.ok(first !== undefined);
  process.kill(first, 'SIGKILL');
  await until('another one runs', () => ![undefined, first].includes(find()));
  await until('it has the key', () => {
    const environment = readProcess(find() ?? 0, 'environ') ?? '';
    return environment.includes(VENUE_KEY);
  });
}

/** Has a script checked, by which a process for checks is started. */
async function createScript(service: ServiceProcess): Promise<void> {
  const [key] = /tm_live_\w+/.exec(service.welcome()) ?? [];
  assert.ok(key !== undefined, 'the first start writes a key');
  const response = await fetch(`${service.url}/v1/scripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'checked', source: "Log('hello')" }),
  });
  assert.equal(response.status, 201, await response.text());
}

test('each process is given the secrets that it needs and no others', { skip }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-secrets-'));
  try {
    await withTestDatabase(async ({ url }) => {
      const ownerUrl = new URL(url);
      ownerUrl.searchParams.set('application_name', OWNER_MARK);
      const service = await startServiceProcess({
        dataDir,
        port: await freePort(),
        environment: {
          DATABASE_URL: url,
          TIDEMILL_DATABASE_OWNER_URL: ownerUrl.href,
          TIDEMILL_MASTER_KEY: MASTER_KEY,
          TIDEMILL_VENUE_KEY: VENUE_KEY,
          TIDEMILL_VENUES: 'binance',
          // Nobody listens there, and nothing leaves this machine.
          TIDEMILL_VENUE_LOOPBACK: 'http://127.0.0.1:9',
        },
      });
      try {
        await createScript(service);
        const holderId = service.child.pid ?? 0;
        assert.deepEqual(secretsIn(holderId), Object.keys(SECRETS), 'the first one has them');
        const serviceId = serviceOf(holderId);
        const own = Object.keys(SECRETS).filter((name) => !VENUE_SECRETS.includes(name));
        assert.deepEqual(secretsIn(serviceId), own, 'the service has no venue key');
        const children = () => [...childrenOf(serviceId), ...childrenOf(holderId)];
        const found = () => new Set(children().map(({ kind }) => kind));
        await until('each kind runs', () => KINDS.every((kind) => found().has(kind)));
        for (const { kind, processId } of children()) {
          if (processId === serviceId) continue;
          const has = kind === '--venues' ? VENUE_SECRETS : [];
          assert.deepEqual({ kind, has: secretsIn(processId) }, { kind, has });
        }
        await assertRestarted(holderId);
      } finally {
        await service.end('SIGTERM');
      }
      assert.equal(service.child.exitCode, 0, 'it ends in order');
    });
  } finally {
    await removeFolder(dataDir);
  }
});
