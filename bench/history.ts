// A year of minutes through the store: written, read as columns beside the bare read of the same
// rows, computed by the simulated exchange, imported from CSV and exported again. Each reading is
// shown, the first one too, because a worker's first is what a user waits for.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { candleFiles } from '#adapters/files/candle-files.ts';
import { makeArchiveExchange } from '#adapters/archive/archive-exchange.ts';
import { postgresHistoryStore } from '#adapters/postgres/stores/history-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimCandleSource } from '#adapters/sim/sim-candle-source.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';
import { systemClock } from '#adapters/system/system-ports.ts';
import { archiveMarket } from '#domain/market/archive-market.ts';
import { decimal } from '#lib/decimal.ts';
import { daysOf } from '#domain/candle/columns-from-candles.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { ExportHistoryDeps } from '#services/history/export-history.ts';
import { exportHistory } from '#services/history/export-history.ts';
import type { ImportHistoryDeps } from '#services/history/import-history.ts';
import { importHistory } from '#services/history/import-history.ts';
import { createTestDatabase } from '../test/support/database.ts';

const YEAR = { fromMs: Date.UTC(2023, 0, 1), toMs: Date.UTC(2024, 0, 1) };
const READINGS = 6;
const TAG = 'SIM_BTC_USDT';

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const startMs = performance.now();
  const startUsage = process.cpuUsage();
  const result = await work();
  const tookMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(startUsage);
  const milliseconds = (value: number): string => `${value.toFixed(0).padStart(6)} ms`;
  const busy = milliseconds((user + system) / 1_000);
  process.stdout.write(`${name.padEnd(44)} ${milliseconds(tookMs)} ${busy} of processor time\n`);
  return result;
}

const source = makeSimCandleSource(makeSimPrices('tidemill'));
const folder = mkdtempSync(join(tmpdir(), 'tidemill-bench-'));
const test = await createTestDatabase();
const { database } = test;
const history = postgresHistoryStore(database);
const archive = makeArchiveExchange({
  history,
  wallets: makeMemorySimStore(),
  clock: systemClock,
});
const deps: ImportHistoryDeps & ExportHistoryDeps = {
  exchanges: exchangeRegistry([archive]),
  history,
  candleSources: [],
  archiveCode: archive.code,
  clock: systemClock,
  candleFiles,
};

try {
  const compute = () => source.computeCandles(TAG, YEAR, 'shared');
  const columns = await timed('computed by the simulated exchange', compute);
  if (columns === null) throw new Error(`${TAG} is listed`);
  const steps = { priceStep: decimal('0.01'), amountStep: decimal('0.00001') };
  const write = {
    marketTag: TAG,
    steps,
    days: daysOf(columns),
    candleMinutes: 1,
    covered: YEAR,
    market: null,
  } as const;
  await timed('written to PostgreSQL', () =>
    history.writeHistory({ ...write, onDifference: 'refuse' }),
  );
  const bare = { text: `SELECT day, packed FROM candle_days WHERE market_tag = '${TAG}'` };
  for (let reading = 1; reading <= READINGS; reading += 1) {
    await timed(`loaded as shared columns, ${reading}`, () =>
      history.loadCandles(TAG, YEAR, 'shared'),
    );
    await timed(`  bare read of its rows, ${reading}`, () => database.read(bare, []));
  }
  await history.deleteHistory(TAG);
  await timedFiles();
} finally {
  await test.drop();
  rmSync(folder, { recursive: true });
}

/** A market of the archive, exported and imported again. */
async function timedFiles(): Promise<void> {
  const seed = join(folder, 'seed.csv');
  const { fromMs, toMs } = YEAR;
  const columns = await source.computeCandles(TAG, YEAR, 'own');
  const name = { exchange: archive.code, base: 'BTC', quote: 'USDT', marketType: 'spot' } as const;
  const steps = { priceStep: decimal('0.01'), amountStep: decimal('0.00001') };
  const market = archiveMarket(name, steps, {});
  async function* whole() {
    if (columns !== null) yield columns;
  }
  await timed('written as CSV', () => candleFiles.write(seed, 'csv', market, whole(), 1));
  const command = {
    paths: [seed],
    exchange: archive.code,
    symbol: 'BTC/USDT',
    marketType: 'spot',
    terms: {},
    columns: {},
    roundsPrices: false,
    lastLine: 'refuse',
    onDifference: 'refuse',
  } as const;
  const imported = await timed('imported from CSV', () =>
    importHistory(deps, command, () => undefined),
  );
  if (!imported.ok) throw new Error(imported.rejection.code);
  const { marketTag } = imported.value.market;
  const path = join(folder, 'year.parquet');
  const wish = { path, format: 'parquet', marketTag, fromMs, toMs } as const;
  await timed('exported as Parquet', () => exportHistory(deps, wish, () => undefined));
  await timed('imported from Parquet, all the same', () =>
    importHistory(deps, { ...command, paths: [path] }, () => undefined),
  );
}
