// A year of minutes from a venue on this machine into the store, as `tidemill history sync` fetches
// it: the venue, the process for exchanges, the command and the database share the processors. The
// venue limits requests as Binance does. Misses of the target of five seconds end with 1.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatInstant, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { freePort } from '../test/support/free-port.ts';
import { runCommand, startServiceProcess } from '../test/support/service-process.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { removeFolder } from '../test/support/remove-folder.ts';

const DAYS = 365;
const TARGET_MS = 5_000;
const ROWS_AT_ONCE = 50_000;
const TAG = 'BINANCE_BTC_USDT';
/** Of a request for candles, as Binance counts it. */
const WEIGHT = 2;

const venue = await startVenueServer();
const toMs = minuteStartMs(Date.now());
const fromMs = toMs - DAYS * 1_440 * MINUTE_MS;
for (let start = fromMs; start < toMs; start += ROWS_AT_ONCE * MINUTE_MS)
  venue.control('candles', { venue: 'binance', market: 'spot:BTCUSDT', candles: rowsFrom(start) });

const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-sync-'));
const service = await startServiceProcess({
  dataDir,
  port: await freePort(),
  environment: { TIDEMILL_VENUES: 'binance', TIDEMILL_VENUE_LOOPBACK: venue.address },
});
try {
  await runCommand(dataDir, ['history', 'list']);
  const idleMs = await timed(['history', 'list']);
  const words = ['history', 'sync', '--market', TAG, '--from', formatInstant(fromMs)];
  const before = requestsCount();
  const loopbackBefore = process.cpuUsage();
  const tookMs = await timed(words);
  const loopback = process.cpuUsage(loopbackBefore);
  const requestedCount = requestsCount() - before;
  const againMs = await timed(words);
  const seconds = (durationMs: number): string => `${(durationMs / 1_000).toFixed(2)} s`;
  process.stdout.write(
    `a year of minutes ${seconds(tookMs)}, ${seconds(tookMs - idleMs)} without the start of the ` +
      `command; again ${seconds(againMs)}\n${requestedCount} requests for candles, ` +
      `${requestedCount * WEIGHT} of ${venue.state.weightLimits.binance.max} units of a minute; ` +
      `processor time of the venue ${seconds((loopback.user + loopback.system) / 1_000)}\n`,
  );
  if (tookMs > TARGET_MS) process.exitCode = 1;
} finally {
  await service.end('SIGTERM');
  await venue.close();
  await removeFolder(dataDir);
}

function requestsCount(): number {
  return venue.state.requests.filter(({ operation }) => operation === 'candles').length;
}

async function timed(words: readonly string[]): Promise<number> {
  const startMs = performance.now();
  await runCommand(dataDir, words);
  return performance.now() - startMs;
}

/** A price that wanders a little around fifty thousand. */
function rowsFrom(startMs: number): readonly (readonly string[])[] {
  const count = Math.min(ROWS_AT_ONCE, (toMs - startMs) / MINUTE_MS);
  return Array.from({ length: count }, (_, row) => {
    const atMs = startMs + row * MINUTE_MS;
    const open = 50_000 + 500 * Math.sin(atMs / 9e7) + ((atMs / MINUTE_MS) % 97);
    const figures = [open, open + 12.5, open - 9.25, open + 3, 12.345];
    return [String(atMs), ...figures.map((figure) => figure.toFixed(2))];
  });
}
