// A process that runs bots tells how it is, on a port of its own.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withBotFleet } from '../../support/bot-fleet.ts';
import { freePort } from '../../support/free-port.ts';

const IDLE = 'local price = CurrentPrice()';

test('a process that runs bots responds on its status port', async () => {
  await withBotFleet(async (fleet) => {
    const port = await freePort();
    const environment = { TIDEMILL_STATUS_PORT: String(port) };
    const first = await fleet.startProcess(false, environment);
    const bot = await fleet.startBot(IDLE);
    await fleet.until('the bot runs', () => first.timesTaken(bot) > 0);
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    assert.equal((await ask('/healthz')).status, 200);
    const ready = await ask('/readyz');
    assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready' }]);
    assert.equal((await ask('/v1/bots')).status, 404);
    const text = await (await ask('/metrics')).text();
    assert.match(text, /^tidemill_bots\{state="running"\} 1$/m);
    assert.match(text, /^tidemill_bots_lease_left_seconds [0-9]/m);
    assert.match(text, /^tidemill_process_resident_bytes\{role="bots"\} [0-9]{6,}$/m);
    // What runs scripts has no key under which secrets could be opened.
    assert.equal(existsSync(join(fleet.dataDir, 'master.key')), false);
    assert.equal(await first.end('SIGTERM'), 0);
    await assert.rejects(ask('/healthz'));
  });
});
