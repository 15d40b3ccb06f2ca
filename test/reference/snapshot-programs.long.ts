// A hundred bots, scripts and strategies by chance, that are loaded from snapshots at random
// minutes. `SNAPSHOT_BOTS=1000` compares so many, `SNAPSHOT_BOTS_FROM=17` begins with that one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSnapshots } from './snapshot-programs.ts';

const FROM = Number(process.env['SNAPSHOT_BOTS_FROM'] ?? '1000');
const COUNT = Number(process.env['SNAPSHOT_BOTS'] ?? '100');

test('bots that are loaded go on as if they had never stopped', async (context) => {
  const looks = await compareSnapshots(FROM, COUNT);
  context.diagnostic(JSON.stringify(looks));
  assert.ok(looks.compared >= COUNT / 3, `${looks.compared} were compared`);
  assert.ok(looks.cut > 0, 'minutes were cut');
});
