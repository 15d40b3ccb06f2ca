// Findings of the doctor about real exchanges: that their clocks differ, that they are down, and
// that the file of a probe does not count.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { serveTo } from '#adapters/venue-link/venue-link.fixture.ts';
import { DIALECT_CODES } from '#venues/dialects/load-dialect.ts';
import type { Check } from '#cli/host.ts';
import { diagnoseVenues } from '#main/doctor/diagnose-venues.ts';
import { takeVenueSocket } from '#main/opening/venue-socket.ts';
import { readConfig } from '#main/settings/config.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';

const [CODE = ''] = DIALECT_CODES;

async function setUp(t: TestContext, venues = CODE) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-doctor-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const config = readConfig({ TIDEMILL_VENUES: venues }, { dataDir }, '/');
  const { exchange } = await makeSimHarness(makeMemorySimStore());
  const serve = async (change: Partial<Exchange>): Promise<void> => {
    const venue = { ...exchange, code: CODE, ...change };
    const socket = takeVenueSocket(dataDir, randomUUID());
    t.after(socket.remove);
    await serveTo(t, socket.path, [venue]);
  };
  const check = async (): Promise<readonly Check[]> => Array.fromAsync(diagnoseVenues(config));
  return { dataDir, serve, check };
}

suite('the doctor on real exchanges', () => {
  const CLOCKS = [
    [-1_001, 'fail', /1001 ms behind ours: orders are refused$/],
    [1_001, 'fail', /1001 ms ahead of ours: orders are refused$/],
    [1_000, 'ok', /markets; its clock differs by 1000 ms$/],
    [null, 'ok', /its clock was not measured$/],
  ] as const;
  for (const [skewMs, expected, detail] of CLOCKS) {
    test(`whose clock differs by ${skewMs} ms: ${expected}`, async (t) => {
      const { serve, check } = await setUp(t);
      await serve({ clockSkewMs: () => skewMs });
      const [found] = await check();
      assert.equal(found?.name, `exchange ${CODE}`);
      assert.equal(found?.result, expected, found?.detail);
      assert.match(found?.detail ?? '', detail);
      assert.equal(found?.advice === null, expected === 'ok');
    });
  }

  test('warns of one that is down, with the reason', async (t) => {
    const { serve, check } = await setUp(t);
    await serve({
      listMarkets: () => Promise.reject(new Failure('unavailable', 'maintenance')),
      health: () => 'down',
    });
    const [found] = await check();
    assert.equal(found?.result, 'warn');
    assert.match(found?.detail ?? '', /^down: it cannot be reached: maintenance; /);
  });

  test('says when there is nothing to check', async (t) => {
    const [idle] = await (await setUp(t)).check();
    assert.deepEqual(
      [idle?.result, /no process for exchanges/.test(idle?.detail ?? '')],
      ['ok', true],
    );
    const [none] = await (await setUp(t, 'none')).check();
    assert.deepEqual([none?.result, /none are offered/.test(none?.detail ?? '')], ['ok', true]);
  });

  test('warns of the file of a probe that does not count', async (t) => {
    const { dataDir, check } = await setUp(t);
    mkdirSync(join(dataDir, 'probes'));
    writeFileSync(join(dataDir, 'probes', `${CODE}-20261123T025012Z.json`), '{}');
    const [found] = await check();
    assert.equal(found?.result, 'warn');
    assert.match(found?.detail ?? '', /damaged$/);
    assert.match(found?.advice ?? '', /exchanges probe \w+ --test-net$/);
  });
});
