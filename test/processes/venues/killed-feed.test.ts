// The process that follows an exchange's minutes is killed around the end of one minute, and frozen
// over the end of another; before, the venue corrects a minute that it has reported. Afterwards
// each minute that is shown is as the venue lists it, and a running bot has seen each of them once,
// in order, and the corrected one as it was reported first.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { formatInstant, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { connectAccount, PLENTIFUL_RATE_LIMITS } from '../../support/connect-account.ts';
import { runCommandHere } from '../../support/run-command-here.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { until } from '../../support/until.ts';
import { plainText } from '#loopback/amount.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { removeFolder } from '../../support/remove-folder.ts';

type Json = { readonly [field: string]: unknown };
type Reply = { readonly status: number; readonly body: Json };
type Call = (method: string, url: string, body?: Json, name?: string) => Promise<Reply>;

const skip = process.platform === 'linux' ? false : 'finds processes below /proc';
const MARKET = 'spot:BTCUSDT';
const TAG = 'BINANCE_BTC_USDT';
const HISTORY_MINUTES = 120;
const SOURCE = "Log('minute ' .. CurrentMinute() .. ' close ' .. CurrentPrice().close)";
/** Before the end of a minute it is killed or frozen; it is frozen so long. */
const BEFORE_MS = 1_000;
const FROZEN_MS = 6_000;
const PATIENCE_MS = 3 * MINUTE_MS;

function venueProcessOf({ child }: ServiceProcess): number | null {
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const parent = /^PPid:\t(\d+)$/m.exec(status)?.[1];
      if (words.includes('--venues') && Number(parent) === child.pid) return Number(name);
    } catch {
      // It has ended meanwhile.
    }
  }
  return null;
}

async function startHarness(t: TestContext) {
  const venue = await startVenueServer();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-feed-'));
  const fromMs = minuteStartMs(Date.now()) - HISTORY_MINUTES * MINUTE_MS;
  const candles = Array.from({ length: HISTORY_MINUTES }, (_, row) => {
    const figures = ['60000', '60010', '59990', '60000', '1'];
    return [String(fromMs + row * MINUTE_MS), ...figures];
  });
  venue.control('candles', { venue: 'binance', market: MARKET, candles });
  venue.control('activity', { venue: 'binance', market: MARKET, everyMs: 150, seed: 3 });
  const service = await startServiceProcess({
    dataDir,
    port: await freePort(),
    environment: {
      TIDEMILL_VENUES: 'binance',
      TIDEMILL_VENUE_LOOPBACK: venue.address,
      TIDEMILL_RATE_LIMITS: PLENTIFUL_RATE_LIMITS,
    },
  });
  t.after(async () => {
    await service.end('SIGKILL');
    await venue.close();
    await removeFolder(dataDir);
  });
  return { venue, dataDir, service, call: callerOf(service) };
}

type Harness = Awaited<ReturnType<typeof startHarness>>;

function callerOf(service: ServiceProcess): Call {
  const [apiKey] = /tm_live_\w+/.exec(service.welcome()) ?? [];
  return async (method, url, body, name) => {
    const response = await fetch(`${service.url}/v1${url}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(name === undefined ? {} : { 'idempotency-key': name }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
}

async function startBot({ venue, dataDir, call }: Harness): Promise<string> {
  const key = venue.control('account', {
    venue: 'binance',
    id: 'ada',
    balances: { USDT: '100000', BTC: '1' },
  }) as { readonly key: string; readonly secret: string };
  const credentials = { api_key: key.key, api_secret: key.secret };
  const account = { exchange: 'binance', market_type: 'spot', name: 'Ada', credentials };
  const accountId = await connectAccount(() => call('POST', '/accounts', account, 'connect'));
  await runCommandHere(dataDir, ['accounts', 'activate-bots', accountId]);
  const script = (await call('POST', '/scripts', { name: 'watch', source: SOURCE })).body;
  const { body: bot } = await call('POST', '/bots', {
    account_id: accountId,
    market_tag: TAG,
    script_id: script['script_id'],
    name: 'watch',
    settings: { interval: 1 },
  });
  const botId = String(bot['bot_id']);
  const started = await call('POST', `/bots/${botId}/start`);
  assert.equal(started.status, 200, JSON.stringify(started.body));
  return botId;
}

type SeenMinute = { readonly minute: number; readonly close: number };

/** Minutes of the hour, oldest first. */
async function candlesSeen({ call }: Harness, botId: string): Promise<readonly SeenMinute[]> {
  const { body } = await call('GET', `/bots/${botId}/logs?limit=100`);
  const messages = (body['data'] as readonly Json[]).map(({ message }) => String(message));
  return messages.toReversed().flatMap((message): readonly SeenMinute[] => {
    const found = /^minute (\d+) close (\S+)/.exec(message);
    return found === null ? [] : [{ minute: Number(found[1]), close: Number(found[2]) }];
  });
}

async function minutesSeen(harness: Harness, botId: string): Promise<readonly number[]> {
  return (await candlesSeen(harness, botId)).map(({ minute }) => minute);
}

/** A script sees a minute when it has ended. */
function minuteShown(openMs: number): number {
  return new Date(openMs + MINUTE_MS).getUTCMinutes();
}

async function untilSeen(harness: Harness, botId: string, openMs: number): Promise<void> {
  const minute = minuteShown(openMs);
  const hasSeen = async (): Promise<boolean> =>
    (await minutesSeen(harness, botId)).includes(minute);
  await until(`it sees minute ${minute}`, hasSeen, PATIENCE_MS);
}

/** The end of a minute that is far enough for something to happen before it. */
async function untilBeforeEnd(): Promise<number> {
  const nowMs = Date.now();
  let endMs = minuteStartMs(nowMs) + MINUTE_MS;
  if (endMs - nowMs < 2 * BEFORE_MS) endMs += MINUTE_MS;
  await pause(endMs - BEFORE_MS - nowMs);
  return endMs;
}

type Row = readonly string[];
const CLOSE = 4;

async function storedRows(
  { call }: Harness,
  fromMs: number,
  toMs: number,
): Promise<readonly Row[]> {
  const window = `from=${formatInstant(fromMs)}&to=${formatInstant(toMs)}`;
  const { body } = await call('GET', `/markets/${TAG}/candles?interval=1&${window}`);
  return (body['data'] as readonly Json[]).map((each) => [
    String(each['start_at']),
    ...['open', 'high', 'low', 'close', 'volume'].map((name) => String(Number(each[name]))),
  ]);
}

function rowsOfVenue({ venue }: Harness, fromMs: number, toMs: number): readonly Row[] {
  const { candles } = marketOf(exchangeOf(venue.state, 'binance'), MARKET);
  return [...candles.minutes.values()]
    .filter(({ startMs }) => startMs >= fromMs && startMs < toMs)
    .sort((one, other) => one.startMs - other.startMs)
    .map(({ startMs, open, high, low, close, volume }) => [
      formatInstant(startMs),
      ...[open, high, low, close, volume].map((value) => String(Number(plainText(value)))),
    ]);
}

/** The venue lists the minute with another close, and twice the volume, from now on. */
function correctMinute(harness: Harness, openMs: number): void {
  const [row] = rowsOfVenue(harness, openMs, openMs + MINUTE_MS);
  assert.ok(row !== undefined, 'the venue has traded in the minute');
  const [, open = '', high = '', low = '', close = '', volume = ''] = row;
  const other = close === high ? low : high;
  const candle = [String(openMs), open, high, low, other, String(2 * Number(volume))];
  harness.venue.control('candles', { venue: 'binance', market: MARKET, candles: [candle] });
}

/** Whoever started it may have replaced it meanwhile. */
function wake(processId: number): void {
  try {
    process.kill(processId, 'SIGCONT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test(
  'no minute is lost, wrong or seen twice when the feed is killed and frozen',
  { skip },
  async (t) => {
    const harness = await startHarness(t);
    const { service } = harness;
    const botId = await startBot(harness);
    const firstMs = minuteStartMs(Date.now());
    await untilSeen(harness, botId, firstMs);
    const [before] = await storedRows(harness, firstMs, firstMs + MINUTE_MS);
    assert.ok(before !== undefined);
    correctMinute(harness, firstMs);
    const [corrected] = rowsOfVenue(harness, firstMs, firstMs + MINUTE_MS);
    const isCorrected = async (): Promise<boolean> =>
      String(await storedRows(harness, firstMs, firstMs + MINUTE_MS)) === String(corrected);
    await until('the correction is shown', isCorrected, MINUTE_MS);

    const killedMs = await untilBeforeEnd();
    const killed = venueProcessOf(service);
    assert.ok(killed !== null);
    process.kill(killed, 'SIGKILL');
    await untilSeen(harness, botId, killedMs - MINUTE_MS);

    const frozenMs = await untilBeforeEnd();
    const frozen = venueProcessOf(service);
    assert.ok(frozen !== null && frozen !== killed);
    process.kill(frozen, 'SIGSTOP');
    await pause(FROZEN_MS);
    wake(frozen);
    await untilSeen(harness, botId, frozenMs - MINUTE_MS);

    const lastMs = minuteStartMs(Date.now());
    await untilSeen(harness, botId, lastMs);
    const seen = await minutesSeen(harness, botId);
    const count = (lastMs - firstMs) / MINUTE_MS + 1;
    const expected = Array.from({ length: count }, (_, row) =>
      minuteShown(firstMs + row * MINUTE_MS),
    );
    // Its start may have come before the end of a minute of before.
    assert.deepEqual(seen.slice(-count), expected);
    assert.equal(new Set(seen).size, seen.length);
    const toMs = lastMs + MINUTE_MS;
    const rows = rowsOfVenue(harness, firstMs, toMs);
    assert.equal(rows.length, count);
    assert.deepEqual(await storedRows(harness, firstMs, toMs), rows);

    const [atFirst] = (await candlesSeen(harness, botId)).slice(-count);
    assert.equal(atFirst?.close, Number(before[CLOSE]));
    assert.notEqual(atFirst.close, Number(rows[0]?.[CLOSE]));
    // It fails when the run is another one with the candles that the bot has seen.
    await runCommandHere(harness.dataDir, ['bots', 'replay', botId]);
  },
);
