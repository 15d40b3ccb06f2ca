// The doctor tells of bots that nobody runs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#main/settings/config.ts';
import { diagnoseDatabase } from '#main/doctor/diagnose-database.ts';
import { withBotFleet } from '../../support/bot-fleet.ts';

const IDLE = 'local price = CurrentPrice()';

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
