// A recording of the calls of one account at the loopback venue: switched on and off by the
// operator, bounded, and without anything that was planted.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { systemClock } from '#adapters/system/system-ports.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { openVenue } from '#venues/open-venue.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';
import { openRecordings, writeWish } from '#main/venues/record-calls.ts';
import { wishRecording } from '#main/venues/wish-recording.ts';
import type { LogFields } from '#venue-port/world/log.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';

type Key = { readonly key: string; readonly secret: string };

const ignore = (): void => undefined;
const MARKET_TAG = 'BINANCE_BTC_USDT';

async function setUp(t: TestContext, bytesMax?: number) {
  const server = await startVenueServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-recording-'));
  const keys = new Map<string, VenueCredentials>();
  for (const accountId of ['ada', 'bea']) {
    const wish = { venue: 'binance', id: accountId, balances: { USDT: '100000' } };
    const { key, secret } = server.control('account', wish) as Key;
    keys.set(accountId, { apiKey: key, secret, passphrase: null });
  }
  const lines: (readonly [string, LogFields])[] = [];
  const note = (event: string, fields: LogFields): void => void lines.push([event, fields]);
  const log = { debug: note, info: note, warn: note, error: note };
  let look: () => void = ignore;
  const recordings = openRecordings({
    dataDir,
    clock: systemClock,
    timer: {
      every(_intervalMs, run) {
        look = run;
        return ignore;
      },
    },
    log,
    accountOf: (credentials) =>
      [...keys].find(([, each]) => each.apiKey === credentials.apiKey)?.[0] ?? null,
    ...(bytesMax === undefined ? {} : { bytesMax }),
  });
  const credentialsOf = async (accountId: string) => keys.get(accountId) as VenueCredentials;
  const venue = openVenue({
    dialect: await loadDialect('binance'),
    redirect: server.address,
    clock: systemClock,
    timer: { every: () => ignore },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    sendByMs: () => Infinity,
    record: recordings.recorderOf('binance'),
    credentials: { credentialsOf, credentialsToCheck: credentialsOf, onRefused: ignore },
  });
  t.after(async () => {
    venue.close();
    await server.close();
    rmSync(dataDir, { recursive: true });
  });
  const folder = join(dataDir, 'recordings');
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const text = (): string =>
    files()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
  const account = (accountId: string) => ({ accountId, marketType: 'spot' }) as const;
  return {
    dataDir,
    folder,
    files,
    text,
    lines,
    keys,
    account,
    exchange: venue.exchange,
    look: () => look(),
  };
}

suite('a recording', () => {
  test('has the calls of its account while it lasts, and no secret', async (t) => {
    const { dataDir, folder, files, text, lines, keys, account, exchange, look } = await setUp(t);
    await exchange.fetchBalances(account('ada'));
    const wish = { code: 'binance', accountId: 'ada', minutes: 10 };
    assert.equal(await wishRecording({ dataDir }, wish), folder);
    look();
    await exchange.fetchBalances(account('ada'));
    await exchange.fetchBalances(account('bea'));
    await exchange.placeOrder(account('ada'), {
      clientOrderId: identifierFromBytes('ord', new Uint8Array(16).fill(3)).replace('_', ''),
      marketTag: MARKET_TAG,
      side: 'buy',
      type: 'limit',
      price: decimal('50000'),
      amount: decimal('0.01'),
      terms: PLAIN_TERMS,
      decidedAtMs: Date.now(),
      sendByMs: Number.MAX_SAFE_INTEGER,
    });
    await wishRecording({ dataDir }, null);
    look();
    await exchange.fetchBalances(account('ada'));

    const paths = text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).request.path as string);
    assert.deepEqual(paths, ['account', 'order']);
    for (const { apiKey, secret } of keys.values())
      for (const planted of [apiKey, secret]) assert.ok(!text().includes(planted));
    assert.ok(!/signature=|[0-9a-f]{64}/.test(text()), 'no signature');
    const [file = ''] = files();
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
    assert.deepEqual(
      lines.map(([event]) => event),
      ['venue.recording', 'venue.recording_ended'],
    );
  });

  test('ends when it has its bytes, and when its time is over', async (t) => {
    const { dataDir, text, lines, account, exchange, look } = await setUp(t, 2_000);
    writeWish(dataDir, { exchange: 'binance', accountId: null, untilMs: Date.now() + 60_000 });
    look();
    for (let count = 0; count < 6; count += 1) await exchange.fetchBalances(account('ada'));
    assert.ok(Buffer.byteLength(text()) <= 2_000, `${text().length}`);
    assert.match(String(lines.at(-1)?.[1]['cause']), /2000 bytes/);
    look();
    assert.equal(lines.length, 2, 'it does not begin again');
    writeWish(dataDir, { exchange: 'binance', accountId: null, untilMs: Date.now() - 1 });
    look();
    assert.equal(lines.length, 2);
  });

  test('of another exchange has nothing', async (t) => {
    const { dataDir, files, account, exchange, look } = await setUp(t);
    const untilMs = Date.now() + 60_000;
    writeWish(dataDir, { exchange: 'other', accountId: null, untilMs });
    look();
    await exchange.fetchBalances(account('ada'));
    assert.deepEqual(files(), []);
    await assert.rejects(
      wishRecording({ dataDir }, { code: 'sim', accountId: null, minutes: 1 }),
      /no real exchange "sim"/,
    );
  });

  test('takes the place of the oldest of five', async (t) => {
    const { dataDir, folder, files, account, exchange, look } = await setUp(t);
    const wish = { exchange: 'binance', accountId: null, untilMs: Date.now() + 60_000 };
    writeWish(dataDir, wish);
    const former = [1, 2, 3, 4, 5, 6].map((second) => `binance-20260101T00000${second}.jsonl`);
    for (const name of former) writeFileSync(join(folder, name), '');
    look();
    await exchange.fetchBalances(account('ada'));
    assert.deepEqual(files().toSorted().slice(0, 4), former.slice(2));
    assert.equal(files().length, 5);
  });
});
