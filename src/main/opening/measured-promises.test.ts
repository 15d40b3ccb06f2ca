// The file of a probe counts while it is whole, recent, and about this exchange at this place.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import {
  listMeasurements,
  promisesOf,
  readMeasurement,
  writeMeasurement,
} from '#main/opening/measured-promises.ts';
import type { PromiseMeasurement } from '#venue-port/exchange/promise-measurement.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 2, 50, 12);
const MEASURED: PromiseMeasurement = {
  exchange: 'venue',
  source: 'test_net',
  measuredAtMs: NOW_MS,
  keyMark: '0a1b2c3d4e5f',
  secondOrder: { whileOpen: 'refused', afterCancel: 'refused', afterFill: 'refused' },
  isFoundInAnyState: true,
  visibilityLagMs: 40,
  lateRequest: 'refused',
  endedOrders: [],
  goneAfterMs: { filled: null, unfilled: null },
};
const CLAIMED = {
  duplicateName: 'refused',
  lookup: 'any_state',
  fillLists: 'account',
  news: 'all',
  requestHorizonMs: 16_000,
  visibilityLagMs: 1_000,
  endedRetainedMs: { filled: DAY_MS, unfilled: DAY_MS },
} as const;

function placeOf(t: TestContext, venueLoopback: string | null = null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-probes-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  return { dataDir, venueLoopback };
}

function reasonOf(place: ReturnType<typeof placeOf>, nowMs = NOW_MS): string {
  const read = readMeasurement(place, 'venue', nowMs);
  assert.ok(!read.ok);
  return read.rejection;
}

suite('the file of a probe', () => {
  test('is dated and read again; the newest of its exchange counts', (t) => {
    const place = placeOf(t);
    assert.deepEqual(readMeasurement(place, 'venue', NOW_MS), { ok: true, value: null });
    const file = writeMeasurement(place, MEASURED);
    assert.equal(basename(file), 'venue-20261123T025012Z.json');
    writeMeasurement(place, { ...MEASURED, measuredAtMs: NOW_MS - DAY_MS, visibilityLagMs: 9 });
    writeMeasurement(place, { ...MEASURED, exchange: 'other', measuredAtMs: NOW_MS + 5_000 });
    const read = readMeasurement(place, 'venue', NOW_MS);
    assert.deepEqual(read, { ok: true, value: { file, measurement: MEASURED } });
    const lags = listMeasurements(place, 'venue').map(({ visibilityLagMs }) => visibilityLagMs);
    assert.deepEqual(lags, [9, 40]);
  });

  test('does not count when anything in it was changed, or half of it is missing', (t) => {
    const place = placeOf(t);
    const file = writeMeasurement(place, MEASURED);
    const text = readFileSync(file, 'utf8');
    for (const damaged of [
      text.replace('"afterFill": "refused"', '"afterFill": "first"'),
      text.replace('"format": 1', '"format": 2'),
      text.slice(0, text.length / 2),
      'null',
      '',
    ]) {
      assert.notEqual(damaged, text);
      writeFileSync(file, damaged);
      assert.match(reasonOf(place), /venue-20261123T025012Z\.json" is damaged$/);
    }
    writeFileSync(file, text);
    assert.ok(readMeasurement(place, 'venue', NOW_MS).ok);
  });

  test('does not count when it is stale, of the future, or measured elsewhere', (t) => {
    const place = placeOf(t);
    writeMeasurement(place, MEASURED);
    assert.match(reasonOf(place, NOW_MS + 181 * DAY_MS), /exchanges change within 180 days$/);
    assert.match(reasonOf(place, NOW_MS - 2 * DAY_MS), /in the future$/);
    assert.ok(readMeasurement(place, 'venue', NOW_MS + 179 * DAY_MS).ok);
    const loopback = { ...place, venueLoopback: 'http://127.0.0.1:7411' };
    assert.match(reasonOf(loopback), /at another place than is traded at$/);
    writeMeasurement(loopback, { ...MEASURED, source: 'loopback' });
    assert.match(reasonOf(place), /at another place than is traded at$/);
    assert.ok(readMeasurement(loopback, 'venue', NOW_MS).ok);
  });

  test('decides whether a name is relied on after the end of its order', (t) => {
    const place = placeOf(t);
    const venue = { code: 'venue', promises: CLAIMED };
    const heard: string[] = [];
    const inUse = (nowMs = NOW_MS) =>
      promisesOf(place, venue, nowMs, (reason) => heard.push(reason)).duplicateName;
    assert.equal(inUse(), 'refused_while_open');
    writeMeasurement(place, MEASURED);
    assert.equal(inUse(), 'refused');
    assert.deepEqual(heard, []);
    assert.equal(inUse(NOW_MS + 200 * DAY_MS), 'refused_while_open');
    assert.equal(heard.length, 1);
  });
});
