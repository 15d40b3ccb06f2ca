// Findings of the doctor about the file of the venue key, which it never opens.

import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkVenueKey } from '#main/doctor/diagnose-machine.ts';
import { readConfig } from '#main/settings/config.ts';
import { writeVenueKeys } from '#main/settings/venue-key.ts';

test('a venue key that others may read is a failure, a closed one and none are not', (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-doctor-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const config = readConfig({}, { dataDir }, '/');
  assert.equal(checkVenueKey(config).result, 'ok');
  writeVenueKeys(dataDir, [new Uint8Array(32)]);
  assert.equal(checkVenueKey(config).result, 'ok');
  chmodSync(join(dataDir, 'venue.key'), 0o604);
  const { result, advice } = checkVenueKey(config);
  assert.equal(result, 'fail');
  assert.match(advice ?? '', /^Close it: chmod 600 .*venue\.key$/);
  // Whether it can be opened does not matter.
  chmodSync(join(dataDir, 'venue.key'), 0o000);
  assert.equal(checkVenueKey(config).result, 'ok');
});
