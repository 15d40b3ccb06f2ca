// A sync of an exchange's minutes is killed again and again, and so is the process that requests
// them. Continued, it stores the same bytes as one that nobody disturbed, and what the venue lists.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { formatInstant, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { StartedProgram } from '../../support/start-program.ts';
import { startProgram } from '../../support/start-program.ts';
import { until } from '../../support/until.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const TAG = 'BINANCE_BTC_USDT';
const DAYS = 200;
/** A sync is killed as soon as so many days are stored. */
const KILLED_AT_DAYS = [3, 20, 40];
const TO_MS = minuteStartMs(Date.now());
const FROM_MS = TO_MS - DAYS * 1_440 * MINUTE_MS;

type Row = readonly [atMs: number, open: string, high: string, low: string, close: string];

/** With a gap of some hours, in which the venue had no trade. */
function minutesOfVenue(): readonly Row[] {
  const all = Array.from({ length: DAYS * 1_440 }, (_, row): Row => {
    const atMs = FROM_MS + row * MINUTE_MS;
    const open = 50_000 + 500 * Math.sin(row / 700) + (row % 97);
    const figures = [open, open + 12.5, open - 9.25, open + (row % 7)];
    const [first = '', high = '', low = '', close = ''] = figures.map((each) => each.toFixed(2));
    return [atMs, first, high, low, close];
  });
  return all.filter((_, row) => row < 20_000 || row >= 20_345);
}

async function startHarness(t: TestContext, rows: readonly Row[]) {
  const venue = await startVenueServer();
  venue.control('limits', { venue: 'binance', max: 1_000_000_000, areAccountsLimited: false });
  const candles = rows.map(([atMs, ...figures]) => [String(atMs), ...figures, '12.34500']);
  venue.control('candles', { venue: 'binance', market: 'spot:BTCUSDT', candles });
  t.after(() => venue.close());
  return {
    /** An installation of its own, with a process for exchanges that can be started anew. */
    async install() {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-resume-'));
      const made = await createTestDatabase();
      const started: StartedProgram[] = [];
      t.after(async () => {
        await Promise.all(started.map((each) => each.end('SIGKILL')));
        await made.drop();
        await removeFolder(dataDir);
      });
      const environment = {
        ...process.env,
        TIDEMILL_VENUES: 'binance',
        TIDEMILL_VENUE_LOOPBACK: venue.address,
        DATABASE_URL: made.url,
      };
      const start = (words: readonly string[]): StartedProgram => {
        const program = startProgram([...words, '--data-dir', dataDir], environment);
        started.push(program);
        return program;
      };
      const words = ['history', 'sync', '--market', TAG, '--from', formatInstant(FROM_MS)];
      return {
        dataDir,
        database: made.database,
        environment,
        async startVenues(): Promise<StartedProgram> {
          const program = start(['serve', '--venues']);
          await until('it serves', () => program.output().includes('venues.serving'));
          return program;
        },
        startSync: () => start(words),
      };
    },
  };
}

type Installation = Awaited<ReturnType<Awaited<ReturnType<typeof startHarness>>['install']>>;

async function daysOf({ database }: Installation): Promise<readonly object[]> {
  const text = `
    SELECT day, candles_count, first_minute, last_minute, encode(packed, 'hex') AS packed
    FROM candle_days WHERE market_tag = $1 ORDER BY day`;
  return database.read<object>({ text }, [TAG]);
}

async function untilSynced(installed: Installation): Promise<void> {
  const sync = installed.startSync();
  const code = await new Promise((resolve) => sync.child.once('close', resolve));
  assert.equal(code, 0, sync.output());
}

test('a sync that is killed and continued stores the same bytes', async (t) => {
  const rows = minutesOfVenue();
  const harness = await startHarness(t, rows);
  const [whole, killed] = [await harness.install(), await harness.install()];
  await whole.startVenues();
  await untilSynced(whole);

  let venues = await killed.startVenues();
  const killedAt: number[] = [];
  for (const daysMin of KILLED_AT_DAYS) {
    const sync = killed.startSync();
    await until('some days are stored', async () => (await daysOf(killed)).length >= daysMin);
    await sync.end('SIGKILL');
    killedAt.push((await daysOf(killed)).length);
    await venues.end('SIGKILL');
    venues = await killed.startVenues();
  }
  assert.ok(
    killedAt.every((count) => count < DAYS),
    `each was killed before its end: ${killedAt.join(', ')} days were stored`,
  );
  await untilSynced(killed);
  assert.deepEqual(await daysOf(killed), await daysOf(whole));
  assert.deepEqual(await exportedFrom(killed), rows);
});

test('a sync outlives the process for exchanges', async (t) => {
  const rows = minutesOfVenue();
  const installed = await (await startHarness(t, rows)).install();
  const venues = await installed.startVenues();
  const sync = installed.startSync();
  const ended = new Promise((resolve) => sync.child.once('close', resolve));
  await until('some days are stored', async () => (await daysOf(installed)).length >= 5);
  await venues.end('SIGKILL');
  assert.ok((await daysOf(installed)).length < DAYS, 'the sync was not done yet');
  await installed.startVenues();
  assert.equal(await ended, 0, sync.output());
  assert.deepEqual(await exportedFrom(installed), rows);
});

/** What the program says it has, as numbers of the venue's spelling. */
async function exportedFrom({ dataDir, environment }: Installation): Promise<readonly unknown[]> {
  const file = path.join(dataDir, 'minutes.csv');
  const words = ['history', 'export', file, '--market', TAG];
  const exporting = startProgram([...words, '--data-dir', dataDir], environment);
  const code = await new Promise((resolve) => exporting.child.once('close', resolve));
  assert.equal(code, 0, exporting.output());
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [instant = '', ...figures] = line.split(',');
    const prices = figures.slice(0, 4).map((figure) => Number(figure).toFixed(2));
    return [Number.isNaN(Number(instant)) ? Date.parse(instant) : Number(instant), ...prices];
  });
}
