// Recordings of the calls to one exchange, for bug reports. The operator's wish is a file in the
// data directory, which the process for exchanges looks for; a recording ends by itself.

import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { AccountCredentials } from '#services/exchanges/account-credentials.ts';
import type { CallRecorder } from '#venues/recorded-wire.ts';
import { lineOfCall } from '#venues/recorded-wire.ts';
import { formatInstant } from '#lib/time.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Timer } from '#venue-port/world/timer.ts';

export type RecordingWish = {
  readonly exchange: string;
  /** Null: the calls of all accounts, and public ones. */
  readonly accountId: string | null;
  readonly untilMs: number;
};

export type Recordings = {
  recorderOf(this: void, exchange: string): CallRecorder;
  stop(this: void): void;
};

export type RecordingOptions = {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  readonly accountOf: AccountCredentials['accountOf'];
  /** Of one recording. */
  readonly bytesMax?: number;
};

const FOLDER = 'recordings';
const WISH = 'wish.json';
const LOOKED_EVERY_MS = 1_000;
const BYTES_MAX = 16 * 1024 * 1024;
const RECORDINGS_MAX = 5;

type Running = { readonly wish: RecordingWish; readonly file: string; bytesCount: number };

/** Null ends what is recorded. The data directory must be prepared. Returns the folder. */
export function writeWish(dataDir: string, wish: RecordingWish | null): string {
  const folder = join(dataDir, FOLDER);
  const file = join(folder, WISH);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (wish === null) rmSync(file, { force: true });
  else {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(wish));
    renameSync(`${file}.${process.pid}`, file);
  }
  return folder;
}

/** Recordings of a process; nothing is recorded until a wish is found. */
export function openRecordings(options: RecordingOptions): Recordings {
  const { dataDir, clock, timer, log, accountOf, bytesMax = BYTES_MAX } = options;
  let running: Running | null = null;

  const end = (cause: string): void => {
    if (running !== null) log.info('venue.recording_ended', { file: running.file, cause });
    running = null;
  };
  const look = (): void => {
    const wish = readWish(dataDir, clock.nowMs());
    if (wish === null) return end('its time is over, or it was stopped');
    if (JSON.stringify(wish) === JSON.stringify(running?.wish)) return;
    end('another one begins');
    running = begin(dataDir, wish, clock.nowMs());
    const { exchange, accountId, untilMs } = wish;
    const until = formatInstant(untilMs);
    log.warn('venue.recording', { exchange, account_id: accountId, until, file: running.file });
  };
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      // A full disk must not keep anybody from trading.
      log.warn('venue.recording_failed', { cause: error instanceof Error ? error.message : '' });
      running = null;
    }
  };

  const stop = timer.every(LOOKED_EVERY_MS, () => guarded(look));
  guarded(look);
  return {
    stop,
    recorderOf: (exchange) => (recorded) => {
      const at = running;
      if (at?.wish.exchange !== exchange || clock.nowMs() >= at.wish.untilMs) return;
      const { credentials } = recorded;
      const accountId = credentials === null ? null : accountOf(credentials);
      if (at.wish.accountId !== null && at.wish.accountId !== accountId) return;
      guarded(() => {
        const line = lineOfCall(recorded);
        at.bytesCount += Buffer.byteLength(line);
        if (at.bytesCount <= bytesMax) return appendFileSync(at.file, line, { mode: 0o600 });
        writeWish(dataDir, null);
        end(`it has ${bytesMax} bytes`);
      });
    },
  };
}

/** Null when there is none, it cannot be read, or its time is over. */
function readWish(dataDir: string, nowMs: number): RecordingWish | null {
  try {
    const text = readFileSync(join(dataDir, FOLDER, WISH), 'utf8');
    const wish = JSON.parse(text) as RecordingWish;
    return wish.untilMs > nowMs ? wish : null;
  } catch {
    return null;
  }
}

/** Only the newest recordings stay. */
function begin(dataDir: string, wish: RecordingWish, nowMs: number): Running {
  const folder = join(dataDir, FOLDER);
  const former = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const byTime = former.toSorted((left, right) => (timeOf(left) < timeOf(right) ? -1 : 1));
  for (const name of byTime.slice(0, Math.max(0, byTime.length - RECORDINGS_MAX + 1)))
    rmSync(join(folder, name), { force: true });
  const atText = formatInstant(nowMs).replaceAll(/[-:]|\.\d+/g, '');
  const name = `${wish.exchange}-${atText}.${process.pid}.jsonl`;
  return { wish, file: join(folder, name), bytesCount: 0 };
}

function timeOf(name: string): string {
  return name.slice(name.lastIndexOf('-'));
}
