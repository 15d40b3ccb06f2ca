// Writes candles into a file beside its final name, and gives it that name when it is whole.

import { createWriteStream, existsSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { fileWriter, parquetWriteRows } from 'hyparquet-writer';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { candlesOf } from '#domain/candle/columns-from-candles.ts';
import type { MarketGrid, Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { CandleFileFormat } from '#ports/world/candle-files.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** As `CandleFiles.write`. */
export async function writeCandleFile(
  path: string,
  format: CandleFileFormat,
  market: Market,
  stretches: AsyncIterable<CandleColumns>,
  candleMinutes: number,
): Promise<number> {
  if (existsSync(path)) throw new Failure('conflict', `"${path}" is there already.`);
  const unfinished = `${path}.unfinished-${process.pid}`;
  const grid = marketGrid(market);
  try {
    const count = { candles: 0, minutes: candleMinutes };
    if (format === 'csv') await writeText(unfinished, path.endsWith('.gz'), grid, stretches, count);
    else await writeParquet(unfinished, grid, stretches, count);
    // Unlike a rename this never replaces a file that came meanwhile.
    await link(unfinished, path);
    return count.candles;
  } catch (error) {
    if (error instanceof Failure || !isSystemError(error)) throw error;
    throw new Failure('unavailable', `"${path}" cannot be written: ${error.message}.`, {
      cause: error,
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** How many were written, and of how many minutes each is. */
type Count = { candles: number; readonly minutes: number };

type Row = {
  readonly timestamp: Date;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
};

async function writeText(
  path: string,
  isGzip: boolean,
  grid: MarketGrid,
  stretches: AsyncIterable<CandleColumns>,
  count: Count,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    yield 'timestamp,open,high,low,close,volume\n';
    for await (const columns of stretches) {
      const texts: string[] = [];
      for (const candle of candlesOf(columns, count.minutes)) {
        const { open, high, low, close, volume } = rowOf(grid, candle);
        const time = formatInstant(candle.openTimeMs);
        texts.push(`${time},${open},${high},${low},${close},${volume}\n`);
      }
      count.candles += texts.length;
      yield texts.join('');
    }
  }
  const file = createWriteStream(path, { flags: 'wx' });
  const text = Readable.from(lines());
  await (isGzip ? pipeline(text, createGzip(), file) : pipeline(text, file));
}

async function writeParquet(
  path: string,
  grid: MarketGrid,
  stretches: AsyncIterable<CandleColumns>,
  count: Count,
): Promise<void> {
  async function* rows(): AsyncGenerator<object> {
    for await (const columns of stretches) {
      for (const candle of candlesOf(columns, count.minutes)) {
        const { timestamp, ...figures } = rowOf(grid, candle);
        count.candles += 1;
        yield { timestamp, ...asNumbers(figures) };
      }
    }
  }
  const figures = ['open', 'high', 'low', 'close', 'volume'] as const;
  await parquetWriteRows({
    writer: fileWriter(path),
    rows: rows(),
    columns: [
      { name: 'timestamp', type: 'TIMESTAMP', nullable: false },
      ...figures.map((name) => ({ name, type: 'DOUBLE' as const, nullable: false })),
    ],
  });
}

/** The closest floating-point numbers, whose shortest texts are the figures again. */
function asNumbers(figures: Omit<Row, 'timestamp'>): object {
  return Object.fromEntries(Object.entries(figures).map(([name, text]) => [name, Number(text)]));
}

function rowOf(grid: MarketGrid, candle: Candle): Row {
  const price = (ticks: bigint): string => formatDecimal(priceOf(grid, ticks as Ticks));
  return {
    timestamp: new Date(candle.openTimeMs),
    open: price(candle.open),
    high: price(candle.high),
    low: price(candle.low),
    close: price(candle.close),
    volume: formatDecimal(amountOf(grid, candle.volume as Lots)),
  };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
