// The process that `bench:bots` measures: bots are run by the loops of the real one, over the same
// parts; only the exchange is wrapped, to note when orders arrive. It replies to the questions of
// its parent on the channel between them.

import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { systemClock, systemDigest } from '#adapters/system/system-ports.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { openExchanges } from '#main/opening/open-exchanges.ts';
import { openRunThreads, RUN_THREADS } from '#main/bots/open-run-threads.ts';
import { serveBots } from '#main/bots/serve-bots.ts';
import type { FencedStep } from '#ports/stores/bot-run-store.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Log } from '#venue-port/world/log.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { ProcessFigures, SignalledOrder, StartUp } from './figures.ts';
import { startProfile } from './profile.ts';

// Threads find what they run compiled, as in an installation.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));

const [databaseUrl = ''] = process.argv.slice(2);

const WARNINGS_SHOWN = 10;

/** Signals whose orders have not arrived yet, by client order id. */
const awaited = new Map<string, Omit<SignalledOrder, 'arrivedAtMs'>>();
let sinceClose: number[] = [];
let signalled: SignalledOrder[] = [];
let warnings = 0;
let shownWarnings = 0;
let isProfiling: Awaited<ReturnType<typeof startProfile>> | null = null;

function noteArrival(clientOrderId: string, decidedAtMs: number): void {
  const nowMs = Date.now();
  const signal = awaited.get(clientOrderId);
  awaited.delete(clientOrderId);
  if (signal !== undefined) signalled.push({ ...signal, arrivedAtMs: nowMs });
  else if (decidedAtMs % MINUTE_MS === 0) sinceClose.push(nowMs - decidedAtMs);
}

function noteSteps(steps: readonly FencedStep[]): void {
  for (const { step } of steps) {
    if (step.taken.length === 0) continue;
    // A step that takes in several signals asks for their orders in the same sequence.
    const given = step.events.flatMap((text) => {
      const found = /"name":"([^"]*)".*"signalAtMs":(\d+)/.exec(text);
      return found === null ? [] : [{ name: found[1] ?? '', givenAtMs: Number(found[2]) }];
    });
    for (const [index, { clientOrderId }] of step.orders.entries()) {
      const signal = given[Math.min(index, given.length - 1)];
      if (signal !== undefined) awaited.set(clientOrderId, signal);
    }
  }
}

function watched(exchange: Exchange): Exchange {
  return {
    ...exchange,
    placeOrder(account, order) {
      noteArrival(order.clientOrderId, order.decidedAtMs);
      return exchange.placeOrder(account, order);
    },
  };
}

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn(event, fields) {
    warnings += 1;
    shownWarnings += 1;
    if (shownWarnings <= WARNINGS_SHOWN)
      process.stderr.write(`${event} ${JSON.stringify(fields)}\n`);
  },
  error: (event, fields) => void process.stderr.write(`${event} ${JSON.stringify(fields)}\n`),
};

const database = openDatabase({ url: databaseUrl });
const store = postgresStore(database);
const runs = postgresBotRunStore(database);
const exchanges = openExchanges(database, systemClock);
const service = serveBots(
  {
    accounts: store,
    orders: store,
    idempotency: store,
    bots: store,
    dataSeries: store,
    runs: {
      ...runs,
      commitSteps(steps) {
        noteSteps(steps);
        return runs.commitSteps(steps);
      },
    },
    inbox: postgresBotInbox(database),
    exchanges: exchangeRegistry(exchanges.registry.list().map(watched)),
    history: exchanges.history,
    candleSources: exchanges.candleSources,
    archiveCode: exchanges.archiveCode,
    clock: systemClock,
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

/** What was measured since the last question. */
async function figures(): Promise<ProcessFigures> {
  const { user, system } = process.cpuUsage();
  const parts = isProfiling === null ? '' : await isProfiling();
  isProfiling = null;
  gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const response = {
    runningCount: service.runner.figures().runningCount,
    cpuMs: (user + system) / 1_000,
    rssBytes: rss,
    liveBytes: heapUsed + arrayBuffers,
    sinceClose,
    signalled,
    warnings,
    parts,
  };
  [sinceClose, signalled, warnings] = [[], [], 0];
  return response;
}

const LOOK_MS = 50;

const startUp = { readyAtMs: Date.now(), heldAtMs: 0, firstAtMs: 0, lastAtMs: 0, runningCount: 0 };

/**
 * Notes when each phase of the start was reached; the bots that run are counted without a
 * collection.
 */
const looking = setInterval(() => {
  const { runningCount, leaseLeftMs, waitingCount } = service.runner.figures();
  const nowMs = Date.now();
  if (startUp.heldAtMs === 0 && leaseLeftMs !== null && runningCount + waitingCount > 0)
    startUp.heldAtMs = nowMs;
  if (runningCount === startUp.runningCount) return;
  if (startUp.firstAtMs === 0) startUp.firstAtMs = nowMs;
  startUp.lastAtMs = nowMs;
  startUp.runningCount = runningCount;
}, LOOK_MS);

let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  clearInterval(looking);
  await service.stop();
  await database.close();
  if (process.connected) process.disconnect?.();
}

// A parent that is gone asks nothing more.
process.once('disconnect', () => void stop());

process.on('message', (question: 'figures' | 'start_up' | 'profile' | 'stop') => {
  void (async () => {
    if (question === 'profile') isProfiling = await startProfile();
    if (question === 'start_up') process.send?.(startUp satisfies StartUp);
    // What is measured from here on is not to be looked at meanwhile.
    if (question === 'figures') clearInterval(looking);
    if (question === 'figures') process.send?.(await figures());
    if (question === 'stop') await stop();
  })();
});
