// A few bots of snapshot-programs.long.ts; `SNAPSHOT_BOTS_FROM=17` begins with that one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../support/property-seed.ts';
import { compareSnapshots } from './snapshot-programs.ts';
import { someOf } from '../support/share-of-cases.ts';

const FROM = Number(process.env['SNAPSHOT_BOTS_FROM'] ?? '1');

test('bots that are loaded go on as if they had never stopped', async () => {
  const { compared } = await compareSnapshots(FROM, someOf(4));
  assert.ok(compared > 0, 'some were compared');
});
