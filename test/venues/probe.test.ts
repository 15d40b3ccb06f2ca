// A probe of an exchange's promises over the loopback venue: it finds what the venue does, leaves
// no order behind, and decides what the processes rely on from their next start on.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { CommandFailed } from '#cli/command-error.ts';
import type { Probe } from '#cli/host.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { promisesOf } from '#main/opening/measured-promises.ts';
import { probeExchange } from '#main/opening/probe-exchange.ts';
import { readConfig } from '#main/settings/config.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';

type Truth = {
  readonly accounts: readonly { readonly orders: readonly { readonly state: string }[] }[];
};
type Key = Readonly<Record<'key' | 'secret', string>> & { readonly passphrase: string | null };

async function setUp(t: TestContext, code: VenueCode = 'binance', marketTag: string | null = null) {
  const venue = await startVenueServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-probe-'));
  t.after(async () => {
    await venue.close();
    rmSync(dataDir, { recursive: true });
  });
  const config = readConfig({ TIDEMILL_VENUE_LOOPBACK: venue.address }, { dataDir }, '/');
  const balances = { [dollarsAt(code)]: '100000', BTC: '1' };
  const account = { venue: code, id: 'ada', balances };
  const { key, secret, passphrase } = venue.control('account', account) as Key;
  const credentials = { apiKey: key, secret, passphrase };
  const request = { code, marketTag, credentials };
  return { venue, config, request, probe: async () => probeExchange(config, request) };
}

function statesAt(venue: VenueServer, code = 'binance'): readonly string[] {
  const truth = venue.control('truth', { venue: code, account: 'ada' }) as Truth;
  return truth.accounts.flatMap(({ orders }) => orders.map(({ state }) => state));
}

function secondOrders({ measurement }: Probe): readonly string[] {
  const { whileOpen, afterCancel, afterFill } = measurement.secondOrder;
  return [whileOpen, afterCancel, afterFill];
}

suite('a probe of Binance spot', () => {
  test('finds names free again after the end of an order, and leaves nothing open', async (t) => {
    const { venue, config, request, probe } = await setUp(t);
    const first = await probe();
    assert.deepEqual(secondOrders(first), ['refused', 'placed', 'placed']);
    const { measurement, promiseClass, file } = first;
    assert.equal(measurement.source, 'loopback');
    assert.equal(measurement.lateRequest, 'refused');
    assert.equal(measurement.isFoundInAnyState, true);
    assert.deepEqual(
      measurement.endedOrders.map(({ wasFilled }) => wasFilled),
      [false, true],
    );
    assert.equal(promiseClass, 'b');
    const states = statesAt(venue);
    assert.ok(states.length >= 12, `${states.length} orders`);
    assert.ok(
      states.every((state) => state !== 'open' && state !== 'new'),
      states.join(),
    );

    const text = readFileSync(file, 'utf8');
    for (const secret of [request.credentials.apiKey, request.credentials.secret])
      assert.ok(!text.includes(secret), 'the file holds nothing of the key');
    const dialect = await loadDialect('binance');
    const inUse = promisesOf(config, dialect, measurement.measuredAtMs);
    assert.equal(inUse.measuredAtMs, measurement.measuredAtMs);
    assert.equal(inUse.duplicateName, 'refused_while_open');
  });

  test('measures how long orders are hidden', async (t) => {
    const { venue, probe } = await setUp(t);
    const fault = {
      kind: 'hidden',
      venue: 'binance',
      operations: ['place'],
      delayMs: 300,
      times: 3,
    };
    venue.control('fault', fault);
    const { measurement } = await probe();
    assert.ok(measurement.visibilityLagMs >= 250, `${measurement.visibilityLagMs} ms`);
    assert.equal(measurement.isFoundInAnyState, true);
  });

  test('without a key that may trade writes nothing', async (t) => {
    const { venue, config, request, probe } = await setUp(t);
    venue.control('key', { venue: 'binance', key: request.credentials.apiKey, canTrade: false });
    await assert.rejects(probe(), (error) => {
      assert.ok(error instanceof CommandFailed);
      assert.match(error.message, /^The probe of Binance was broken off: .*-2015/);
      assert.ok(!error.message.includes(request.credentials.apiKey));
      return true;
    });
    assert.deepEqual(readdirSync(config.dataDir), []);
  });

  test('is of real exchanges only, and of markets that they have', async (t) => {
    const { config, request } = await setUp(t);
    await assert.rejects(probeExchange(config, { ...request, code: 'sim' }), /no real exchange/);
    const other = { ...request, marketTag: 'BINANCE_NO_COIN' };
    await assert.rejects(probeExchange(config, other), /no open market "BINANCE_NO_COIN"/);
  });
});

test('a probe of Bybit confirms that names are refused for ever: class A', async (t) => {
  const { venue, probe } = await setUp(t, 'bybit');
  const measured = await probe();
  assert.deepEqual(secondOrders(measured), ['refused', 'refused', 'refused']);
  assert.equal(measured.measurement.lateRequest, 'refused');
  assert.equal(measured.measurement.isFoundInAnyState, true);
  assert.deepEqual([measured.formerClass, measured.promiseClass], ['b', 'a']);
  const states = statesAt(venue, 'bybit');
  assert.ok(
    states.every((state) => state !== 'open' && state !== 'new'),
    states.join(),
  );
});

test('a probe of OKX confirms that names are free again after the end of an order', async (t) => {
  const { venue, probe } = await setUp(t, 'okx');
  const measured = await probe();
  assert.deepEqual(secondOrders(measured), ['refused', 'placed', 'placed']);
  assert.equal(measured.measurement.isFoundInAnyState, true);
  assert.equal(measured.promiseClass, 'b');
  assert.ok(statesAt(venue, 'okx').every((state) => state !== 'open' && state !== 'accepted'));
});

test('a probe of Gate finds that names are free, and finds orders in lists', async (t) => {
  const { venue, probe } = await setUp(t, 'gate');
  const found = await probe();
  assert.deepEqual(secondOrders(found), ['placed', 'placed', 'placed']);
  assert.deepEqual([found.measurement.lateRequest, found.promiseClass], ['refused', 'c']);
  assert.deepEqual(new Set(statesAt(venue, 'gate')), new Set(['cancelled', 'filled']));
});

test('a probe of Hyperliquid finds that a name places an order each time', async (t) => {
  const { venue, probe } = await setUp(t, 'hyperliquid', 'HYPERLIQUID_BTC_USDC_PERP');
  const measured = await probe();
  assert.deepEqual(secondOrders(measured), ['placed', 'placed', 'placed']);
  assert.equal(measured.measurement.isFoundInAnyState, true);
  assert(statesAt(venue, 'hyperliquid').every((state) => state !== 'open'));
});
