import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import { readConfig } from '#main/settings/config.ts';
import { readVenueKeys, venueKeyFile, writeVenueKeys } from '#main/settings/venue-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-venue-key-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const newFolder = (): string => mkdtempSync(join(folder, 'data-'));
const KEY = new Uint8Array(32).fill(3);
const TEXT = Buffer.from(KEY).toString('base64');
const FORMER = Buffer.alloc(32, 4).toString('base64');

test('a key is written for its owner alone, and found again', () => {
  const dataDir = newFolder();
  assert.equal(readVenueKeys({}, dataDir), null);
  assert.equal(venueKeyFile(dataDir), null);
  writeVenueKeys(dataDir, [KEY]);
  assert.deepEqual(readVenueKeys({}, dataDir), [KEY]);
  assert.deepEqual(readdirSync(dataDir), ['venue.key']);
  assert.equal(statSync(join(dataDir, 'venue.key')).mode & 0o777, 0o600);
  assert.deepEqual(venueKeyFile(dataDir), { openMode: null });
});

test('a key that is there is not replaced', () => {
  const dataDir = newFolder();
  writeVenueKeys(dataDir, [KEY]);
  writeVenueKeys(dataDir, [new Uint8Array(32).fill(9)]);
  assert.deepEqual(readVenueKeys({}, dataDir), [KEY]);
});

test('keys of the environment are used before the file, the one in use first', () => {
  const dataDir = newFolder();
  writeVenueKeys(dataDir, [new Uint8Array(32).fill(9)]);
  const given = { TIDEMILL_VENUE_KEY: `${TEXT}, ${FORMER}` };
  assert.deepEqual(readVenueKeys(given, dataDir), [KEY, new Uint8Array(32).fill(4)]);
  assert.deepEqual(readVenueKeys({ TIDEMILL_VENUE_KEY: '' }, dataDir)?.length, 1);
});

test('a file may hold former keys below the one in use', () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'venue.key'), `${TEXT}\n${FORMER}\n\n`);
  assert.equal(readVenueKeys({}, dataDir)?.length, 2);
});

test('what is no key is refused and not repeated', () => {
  const dataDir = newFolder();
  const bad = TEXT.slice(0, 30);
  const silent = (kind: new (...given: never[]) => Error) => (error: unknown) =>
    error instanceof kind && !error.message.includes(bad.slice(0, 8));
  assert.throws(() => readVenueKeys({ TIDEMILL_VENUE_KEY: bad }, dataDir), silent(WrongUse));
  writeFileSync(join(dataDir, 'venue.key'), `${TEXT}\n${bad}\n`);
  assert.throws(() => readVenueKeys({}, dataDir), silent(CommandFailed));
});

test('a file that others may read is noticed without opening it', () => {
  const dataDir = newFolder();
  writeVenueKeys(dataDir, [KEY]);
  chmodSync(join(dataDir, 'venue.key'), 0o640);
  assert.deepEqual(venueKeyFile(dataDir), { openMode: 'mode 0640' });
});

test('the settings of every process hold nothing of it', () => {
  const config = readConfig({ TIDEMILL_VENUE_KEY: TEXT }, { dataDir: newFolder() }, '/');
  assert.equal(JSON.stringify(config).includes(TEXT), false);
  const bytes = Object.values(config).filter((value) => value instanceof Uint8Array);
  assert.deepEqual(bytes, []);
});
