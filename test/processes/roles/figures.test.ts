// Every figure that a running service shows is explained in docs/operations.md, and every one that
// is explained there is shown.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url);
const ASK_AGAIN_MS = 50;
const TRIES_MAX = 1_200;
/** Of a key that expires, of a backup and of an archive, which nobody has here. */
const ABSENT = [
  'tidemill_credentials_first_expiry_seconds',
  'tidemill_backup_age_seconds',
  'tidemill_database_archiving_fails',
];
/** Of a sample, and of processes beside the service. */
const FROM_LATER = ['tidemill_orders', 'tidemill_bots', 'tidemill_venue_up'];

test('the figures of a running service are those of the document', async () => {
  const document = readFileSync(OPERATIONS, 'utf8');
  const text = document.slice(document.indexOf('## Figures'));
  const explained = [...new Set(text.match(/`tidemill_\w+`/g))].map((name) => name.slice(1, -1));
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-figures-'));
  // An exchange that is down has its figures as well.
  const venue = `http://127.0.0.1:${await freePort()}`;
  const service = await startServiceProcess({
    dataDir,
    port: await freePort(),
    environment: { TIDEMILL_VENUES: 'binance', TIDEMILL_VENUE_LOOPBACK: venue },
  });
  try {
    let shown = await namesOf(service.url);
    // The first sample is taken, and the processes beside it begin, when requests are served
    // already.
    for (let tries = 0; !FROM_LATER.every((name) => shown.includes(name)); tries += 1) {
      assert.ok(tries < TRIES_MAX, shown.join());
      await pause(ASK_AGAIN_MS);
      shown = await namesOf(service.url);
    }
    assert.deepEqual([...shown, ...ABSENT].toSorted(), explained.toSorted());
    assert.match(await metricsOf(service.url), /^tidemill_embedded_database_attached 1$/m);
  } finally {
    await service.end('SIGTERM');
    await removeFolder(dataDir);
  }
});

async function namesOf(url: string): Promise<readonly string[]> {
  const types = (await metricsOf(url)).matchAll(/^# TYPE (\w+) /gm);
  return [...types].map(([, name = '']) => name);
}

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}
