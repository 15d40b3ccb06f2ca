// History from real files and into a real PostgreSQL: what was imported is what the file says, an
// import that is killed leaves nothing, and a later one is whole.

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { candleFiles } from '#adapters/files/candle-files.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { systemClock } from '#adapters/system/system-ports.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { openExchanges } from '#main/opening/open-exchanges.ts';
import { exportHistory } from '#services/history/export-history.ts';
import type { ImportHistoryCommand } from '#services/history/import-history.ts';
import { importHistory } from '#services/history/import-history.ts';
import { loadHistory } from '#services/history/load-history.ts';
import { withTestDatabase } from '../support/database.ts';
import { readReference, REFERENCE_DATA, skipWithout } from '../support/reference-data.ts';
import { someOf } from '../support/share-of-cases.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-history-'));
after(() => rmSync(folder, { recursive: true }));

const COMMAND: ImportHistoryCommand = {
  paths: [],
  exchange: 'archive',
  symbol: 'BTC/USDT',
  marketType: 'futures',
  terms: {},
  columns: {},
  roundsPrices: false,
  lastLine: 'refuse',
  onDifference: 'refuse',
};

/** The installation's own wiring over the database. */
function depsOver(database: Database) {
  const { registry, history, candleSources, archiveCode } = openExchanges(database, systemClock);
  const ports = { history, candleSources, archiveCode, clock: systemClock, candleFiles };
  return { exchanges: registry, ...ports };
}

async function imported(database: Database, changes: Partial<ImportHistoryCommand>) {
  const result = await importHistory(
    depsOver(database),
    { ...COMMAND, ...changes },
    () => undefined,
  );
  assert.ok(result.ok, result.ok ? '' : result.rejection.code);
  return result.value;
}

/** What a price and a volume of theirs are multiplied by. */
const SYMBOLS: readonly (readonly [string, number, number])[] = [
  ['BTC', 10, 10_000_000],
  ['ETH', 100, 100_000],
  ['SOL', 100, 10_000],
];

suite('real candles', { skip: skipWithout('candles') }, () => {
  const file = (symbol: string): string =>
    path.join(REFERENCE_DATA, 'candles', `${symbol}_1m.csv.gz`);

  for (const [symbol, priceScale, volumeScale] of SYMBOLS.slice(0, someOf(SYMBOLS.length))) {
    test(`of ${symbol} are loaded as the file has them, to the last digit`, async () => {
      await withTestDatabase(async ({ database }) => {
        const made = await imported(database, {
          paths: [file(`${symbol}USDT`)],
          symbol: `${symbol}/USDT`,
        });
        assert.equal(made.missingCount, 0);
        const { fromMs, toMs } = made.window;
        const { marketTag } = made.market;
        const loaded = await loadHistory(depsOver(database), marketTag, fromMs, toMs);
        assert.ok(loaded.ok);
        const { open, high, low, close, volume } = loaded.value;
        const [, ...lines] = readReference(`candles/${symbol}USDT_1m.csv.gz`).trim().split('\n');
        assert.equal(lines.length, loaded.value.rowCount);
        for (const [row, line] of lines.entries()) {
          const [time, ...figures] = line.split(',').map(Number);
          assert.equal(time, (fromMs + row * MINUTE_MS) / 1_000);
          const scaled = figures.map((figure, index) =>
            Math.round(figure * (index === 4 ? volumeScale : priceScale)),
          );
          const found = [open, high, low, close, volume].map((column) => column[row]);
          if (found.some((value, index) => value !== scaled[index]))
            assert.deepEqual(found, scaled, line);
        }
      });
    });
  }

  test('are the same data after an export and an import, in both formats', async () => {
    await withTestDatabase(async ({ database }) => {
      const first = await imported(database, { paths: [file('SOLUSDT')], symbol: 'SOL/USDT' });
      for (const [name, format] of [
        ['sol.csv.gz', 'csv'],
        ['sol.parquet', 'parquet'],
      ] as const) {
        const deps = depsOver(database);
        const { marketTag } = first.market;
        const { fromMs, toMs } = first.window;
        const before = await loadHistory(deps, marketTag, fromMs, toMs);
        assert.ok(before.ok);
        const target = path.join(folder, name);
        const bounds = { fromMs: null, toMs: null };
        await exportHistory(deps, { path: target, format, marketTag, ...bounds }, () => undefined);
        await deps.history.deleteHistory(marketTag);
        await imported(database, { paths: [target], symbol: 'SOL/USDT' });
        const again = await loadHistory(depsOver(database), marketTag, fromMs, toMs);
        assert.ok(again.ok);
        assert.deepEqual(again.value, before.value);
      }
    });
  });

  test('of longer intervals are read as such, and exported to the same', async () => {
    await withTestDatabase(async ({ database }) => {
      const target = path.join(REFERENCE_DATA, 'candles', 'BTCUSDT_15m.csv.gz');
      const deps = depsOver(database);
      const command = { ...COMMAND, paths: [target] };
      const result = await importHistory(deps, command, () => undefined);
      assert.ok(result.ok);
      const { candleMinutes, candlesCount, missingCount, market, window } = result.value;
      assert.deepEqual([candleMinutes, missingCount], [15, 0]);
      const summary = await deps.history.summarizeHistory(market.marketTag);
      assert.deepEqual([summary?.candleMinutes, summary?.candlesCount], [15, candlesCount]);
      const { fromMs, toMs } = window;
      const loaded = await loadHistory(deps, market.marketTag, fromMs, toMs);
      assert.ok(loaded.ok);
      assert.equal(loaded.value.isMissing.indexOf(1), -1);
      const file = path.join(folder, 'longer.csv');
      const about = { path: file, format: 'csv', marketTag: market.marketTag } as const;
      const bounds = { fromMs: null, toMs: null };
      const exported = await exportHistory(deps, { ...about, ...bounds }, () => undefined);
      assert.equal(exported.ok && exported.value.candlesCount, candlesCount);
      await deps.history.deleteHistory(market.marketTag);
      const again = await importHistory(deps, { ...COMMAND, paths: [file] }, () => undefined);
      assert.ok(again.ok);
      const reloaded = await loadHistory(depsOver(database), market.marketTag, fromMs, toMs);
      assert.ok(reloaded.ok);
      assert.deepEqual(reloaded.value, loaded.value);
    });
  });
});

const COMMAND_FILE = fileURLToPath(new URL('../../bin/tidemill', import.meta.url));
const ROWS = 200_000;

/** Many minutes, so that an import takes long enough to be killed in the middle. */
function longFile(): string {
  const target = path.join(folder, 'long.csv');
  const startSecond = Date.UTC(2024, 0, 1) / 1_000;
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const close = 100 + (row % 50);
    return `${startSecond + row * 60},100,200,50,${close},${row % 7}\n`;
  });
  writeFileSync(target, `time,open,high,low,close,volume\n${rows.join('')}`);
  return target;
}

suite('an import that is killed', () => {
  const options = ['--exchange', 'archive', '--symbol', 'BTC/USDT'];

  test('leaves no market and no minute, and is whole when it is repeated', async () => {
    await withTestDatabase(async ({ database, url }) => {
      const target = longFile();
      const env = {
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        TIDEMILL_DATA_DIR: path.join(folder, 'data'),
      };
      const child = spawn(COMMAND_FILE, ['history', 'import', target, ...options], {
        env,
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      await inWrite(database, child);
      child.kill('SIGKILL');
      await ended;
      const { history } = openExchanges(database, systemClock);
      await endedWrites(database);
      const listed = await history.listHistory();
      const known = listed.find(({ marketTag }) => marketTag === 'ARCHIVE_BTC_USDT');
      assert.ok(known === undefined || known.candlesCount === ROWS, 'nothing, or all of it');
      assert.equal((await history.listHistoryMarkets()).length, known === undefined ? 0 : 1);
      const whole = await imported(database, { paths: [target], marketType: 'spot' });
      assert.equal(whole.addedCount + whole.sameCount, ROWS);
    });
  });
});

const LOCKS = `SELECT count(*)::int AS held FROM pg_locks
  JOIN pg_database ON pg_database.oid = pg_locks.database
  WHERE locktype = 'advisory' AND datname = current_database()
    AND EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = pg_locks.pid AND query ~ $1)`;

/** When another process is between the first and the last statement of a write. */
async function inWrite(database: Database, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && (await heldLocks(database)) === 0);
}

async function endedWrites(database: Database): Promise<void> {
  while ((await heldLocks(database)) > 0);
}

async function heldLocks(database: Database): Promise<number> {
  const rows = await database.read<{ readonly held: number }>({ text: LOCKS }, ['candle_days']);
  return rows[0]?.held ?? 0;
}
