// Candles that are sent as a file over HTTP: they become a market, for owners alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { makeArchiveExchange } from '#adapters/archive/archive-exchange.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { signedIn } from '../support/signed-in.ts';
import { closeAfter, makeTestService } from '../support/test-service.ts';

/** History of its own, so that no other test finds its markets. */
function withArchive({ services, ...deps }: EdgeDeps): EdgeDeps {
  const history = memoryHistoryStore();
  const { clock } = services;
  const archive = makeArchiveExchange({ history, wallets: makeMemorySimStore(), clock });
  const exchanges = exchangeRegistry([...services.exchanges.list(), archive]);
  return { ...deps, services: { ...services, history, exchanges } };
}

async function ownerOf(t: { after(hook: () => Promise<void>): void }) {
  const service = await makeTestService(withArchive);
  closeAfter(t, service);
  return { service, browser: await signedIn(service, 'usr_first') };
}

const PATH = '/v1/candle-imports';
const FIRST_MS = Date.parse('2024-03-01T00:00:00Z');

/** So many hours, each a row with a price of its own. */
function hours(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const time = new Date(FIRST_MS + at * 3_600_000).toISOString();
    return `${time},${100 + at}.5,${102 + at},${99 + at},${101 + at},3.25,7\n`;
  });
  return `time,open,high,low,close,volume,trades\n${rows.join('')}`;
}

const sent = (bytes: Uint8Array | string, more: object = {}) => ({
  file: Buffer.from(bytes).toString('base64'),
  symbol: 'ABC/USDT',
  ...more,
});

test('a gzipped file makes a market, and says what was read of it', async (t) => {
  const { browser } = await ownerOf(t);
  const made = await browser.ask('POST', PATH, sent(gzipSync(hours(30))));
  assert.equal(made.status, 200);
  const { market_tag: tag, candle_minutes: minutes, ...read } = made.body;
  assert.deepEqual([tag, minutes], ['ARCHIVE_ABC_USDT', 60]);
  assert.deepEqual(
    [read['added_candles'], read['volume_column'], read['remarks']],
    [30, 'volume', ['30 rows were read.', 'Not read: trades.']],
  );
  const again = await browser.ask('POST', PATH, sent(hours(32)));
  assert.deepEqual(
    [again.body['added_candles'], again.body['remarks']],
    [
      2,
      [
        '32 rows were read.',
        '30 candles were there already, with the same figures.',
        'Not read: trades.',
      ],
    ],
  );
  const candles = await browser.ask('GET', `/v1/markets/${String(tag)}/history`);
  assert.deepEqual(
    [candles.body['from'], candles.body['to']],
    ['2024-03-01T00:00:00.000Z', '2024-03-02T08:00:00.000Z'],
  );
});

const REFUSALS = [
  ['a line that is wrong', { text: hours(12).replace('103', 'abc') }, /line \d+: /],
  ['a last line without its end', { text: hours(12).slice(0, -1) }, /last line/],
  ['text that is no table', { text: '{"a":1}' }, /JSON/],
  ['a symbol that is none', { text: hours(12), symbol: 'ABC' }, /symbol/],
] as const;

test('what cannot be imported is refused with the reason, and nothing is stored', async (t) => {
  const { browser } = await ownerOf(t);
  for (const [title, { text, ...more }, wanted] of REFUSALS) {
    const { status, body } = await browser.ask('POST', PATH, sent(text, more));
    assert.deepEqual([status, body['code']], [400, 'invalid_request'], title);
    assert.match(JSON.stringify(body), wanted, title);
  }
  const history = await browser.ask('GET', '/v1/markets/ARCHIVE_ABC_USDT/history');
  assert.equal(history.status, 404);
});

test('a trader imports nothing: the market would be one of all users', async (t) => {
  const { service } = await ownerOf(t);
  const trader = await signedIn(service, 'usr_second');
  assert.equal((await trader.ask('POST', PATH, sent(hours(3)))).body['code'], 'forbidden');
});
