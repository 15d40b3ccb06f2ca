// A process that runs bots tells how it is, on a port of its own; the doctor tells of bots that
// nobody runs.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#main/settings/config.ts';
import { diagnoseDatabase } from '#main/doctor/diagnose-database.ts';
import { withBotFleet } from '../../support/bot-fleet.ts';
import { freePort } from '../../support/service-process.ts';

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

test('the doctor warns of running bots that nobody runs', async () => {
  await withBotFleet(async (fleet) => {
    const config = readConfig({ DATABASE_URL: fleet.database.url }, {}, process.cwd());
    const found = async () => {
      const checks = await Array.fromAsync(diagnoseDatabase(config));
      const { result, detail } = checks.find(({ name }) => name === 'bots') ?? {};
      return [result, detail];
    };
    assert.deepEqual(await found(), ['ok', '0 are to run, and none is late']);
    const { botId } = await fleet.startBot(IDLE);
    assert.deepEqual(await found(), ['ok', '1 are to run, and none is late']);
    const back = 'UPDATE bots SET activated_at_ms = activated_at_ms - 200000 WHERE bot_id = $1';
    await fleet.database.write({ text: back }, [botId]);
    const late = '1 of 1 have not been run for three minutes';
    assert.deepEqual(await found(), ['warn', late]);
  });
});
