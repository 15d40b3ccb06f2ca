// The process whose bots live fast: the loops of the real one over the same parts, with a clock
// that begins at an instant and goes so many times as fast. Leases are by the clock of the
// database, as ever. It replies to its parent on the channel between them.

import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { openExchanges } from '#main/opening/open-exchanges.ts';
import { openRunThreads, RUN_THREADS } from '#main/bots/open-run-threads.ts';
import { serveBots } from '#main/bots/serve-bots.ts';
import type { Log } from '#venue-port/world/log.ts';

export type RunnerSample = {
  /** By its clock. */
  readonly nowMs: number;
  readonly runningCount: number;
  readonly behindCount: number;
  readonly rssBytes: number;
  /** Heap and memory of columns in use after a collection. */
  readonly liveBytes: number;
  readonly handlesCount: number;
  readonly warningsCount: number;
};

const [databaseUrl = '', beganWord = '', timesWord = ''] = process.argv.slice(2);
const [beganMs, times] = [Number(beganWord), Number(timesWord)];

const startedMs = performance.now();
const clock = {
  nowMs: () => Math.floor(beganMs + (performance.now() - startedMs) * times),
};

let warningsCount = 0;
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => void (warningsCount += 1),
  error(event, fields) {
    warningsCount += 1;
    process.stderr.write(`${event} ${JSON.stringify(fields)}\n`);
  },
};

const database = openDatabase({ url: databaseUrl });
const store = postgresStore(database);
const { registry, history, candleSources, archiveCode } = openExchanges(database, clock);
const service = serveBots(
  {
    accounts: store,
    orders: store,
    idempotency: store,
    bots: store,
    dataSeries: store,
    runs: postgresBotRunStore(database),
    inbox: postgresBotInbox(database),
    exchanges: registry,
    history,
    candleSources,
    archiveCode,
    clock,
    digest: systemDigest,
    log,
  },
  openRunThreads({ ...RUN_THREADS, sharedCount: null }),
  database.url,
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  },
);

function sample(): RunnerSample {
  gc?.();
  const { rss: rssBytes, heapUsed, arrayBuffers } = process.memoryUsage();
  const { runningCount, behindCount } = service.runner.figures();
  return {
    nowMs: clock.nowMs(),
    runningCount,
    behindCount,
    rssBytes,
    liveBytes: heapUsed + arrayBuffers,
    handlesCount: process.getActiveResourcesInfo().length,
    warningsCount,
  };
}

let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await service.stop();
  await database.close();
  if (process.connected) process.disconnect?.();
}

// A parent that is gone asks nothing more.
process.once('disconnect', () => void stop());
process.on('message', (question: 'sample' | 'stop') => {
  if (question === 'sample') process.send?.(sample());
  else void stop();
});
