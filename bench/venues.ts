// `npm run bench:venues`: what the driver of real exchanges costs, beside a venue in a process of
// its own: processor time of an order, an order behind a hundred reads, memory of an account, how
// long a new list of markets occupies the loop, whether 350 accounts fit one address, and how long
// a fill takes to its bot's update. Each figure has its target; a miss is shown and ends with 1.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { decimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { handTime } from '#venues/monotonic-time.fixture.ts';
import type { Venue } from '#venues/open-venue.ts';
import { openVenue } from '#venues/open-venue.ts';
import { makeRequestBudget } from '#venues/request-budget.ts';
import type { VenueLane } from '#venues/wire/venue-wire.ts';
import { quantile } from './bots/figures.ts';
import { measureStream } from './venue-stream.ts';

const ORDERS_COUNT = 2_000;
const ROUNDS = 3;
const READS_COUNT = 100;
const ACCOUNTS_COUNT = 350;
const TAG = 'BINANCE_BTC_USDT';
const ACCOUNT = { accountId: 'a0', marketType: 'spot' } as const;
const KEYS = { apiKey: 'k'.repeat(64), secret: 's'.repeat(64), passphrase: null };

const ignore = (): void => undefined;
const dialect = await loadDialect('binance');
const stub = spawn(process.execPath, [new URL('./stub-venue.ts', import.meta.url).pathname], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(stub.stdout, 'data')) as [Buffer];
const address = `http://127.0.0.1:${line.toString().trim()}`;
let missedCount = 0;
let namesCount = 0;

try {
  await measureProcessorTime();
  await measureOvertaking();
  await measureRefresh();
  await measureMemory();
  await measureBudget();
  await measureNews();
} finally {
  stub.kill();
}
process.exitCode = missedCount === 0 ? 0 : 1;

/** Without the venue's own limit, which is measured apart. */
function open(): Venue {
  return openVenue({
    dialect: { ...dialect, budget: { perMinute: 10_000_000, windowSeconds: 60, usedHeader: null } },
    redirect: address,
    clock: { nowMs: () => Date.now() },
    timer: { every: () => ignore },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    sendByMs: () => Infinity,
    credentials: {
      credentialsOf: async () => KEYS,
      credentialsToCheck: async () => KEYS,
      onRefused: ignore,
    },
  });
}

function newOrder(): NewVenueOrder {
  namesCount += 1;
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(namesCount, 12);
  return {
    clientOrderId: identifierFromBytes('ord', bytes).replace('_', ''),
    marketTag: TAG,
    side: 'buy',
    type: 'limit',
    price: decimal('50000.01'),
    amount: decimal('0.001'),
    terms: PLAIN_TERMS,
    decidedAtMs: Date.now(),
    sendByMs: Number.MAX_SAFE_INTEGER,
  };
}

async function place(venue: Venue): Promise<void> {
  const result = await venue.exchange.placeOrder(ACCOUNT, newOrder());
  if (!result.ok) throw new Error(result.rejection.detail);
}

async function measureProcessorTime(): Promise<void> {
  const venue = open();
  const agent = new Agent({ keepAlive: true });
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, other] = [
      await processorMs(async () => place(venue)),
      await processorMs(async () => bareOrder(agent)),
    ];
    // The first round compiles.
    if (round > 0) ours.push(one);
    if (round > 0) bare.push(other);
  }
  agent.destroy();
  venue.close();
  const [one, other] = [quantile(ours, 0.5), quantile(bare, 0.5)];
  report('processor time of an order', one, 0.5, `ms; bare client ${other.toFixed(3)} ms`);
}

/** Of one call, in this process with its threads; the calls go one after the other. */
async function processorMs(act: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < ORDERS_COUNT; count++) await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / ORDERS_COUNT;
}

/** The same bytes, signed beforehand, and nothing but parsed. */
async function bareOrder(agent: Agent): Promise<void> {
  const body =
    'timestamp=1700000000000&symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001' +
    '&price=50000.01&newClientOrderId=ord00000000000000000000000000&newOrderRespType=RESULT' +
    `&recvWindow=5000&signature=${'0'.repeat(64)}`;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = httpRequest(`${address}/api/v3/order`, { method: 'POST', agent }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      resolve();
    });
  });
  request.on('error', reject);
  request.end(body);
  await promise;
}

async function measureOvertaking(): Promise<void> {
  const venue = open();
  for (let count = 0; count < 20; count++) await place(venue);
  const alone: number[] = [];
  const behind: number[] = [];
  for (let round = 0; round < 20; round++) {
    alone.push(await timeOf(async () => place(venue)));
    const reads = Array.from({ length: READS_COUNT }, async () =>
      venue.exchange.fetchBalances(ACCOUNT),
    );
    await new Promise<void>((resolve) => void setTimeout(resolve, 20));
    const { waitingCount } = venue.budgetFigures();
    if (waitingCount < READS_COUNT / 2) throw new Error(`only ${waitingCount} reads wait`);
    behind.push(await timeOf(async () => place(venue)));
    await Promise.all(reads);
  }
  venue.close();
  const note = `ms, worst ${Math.max(...behind).toFixed(1)}; alone ${quantile(alone, 0.5).toFixed(1)} ms`;
  report(`order behind ${READS_COUNT} reads, median`, quantile(behind, 0.5), 5, note);
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await act();
  return performance.now() - startedAtMs;
}

/**
 * The longest turn of the loop while markets are read, in processor time of this thread: on a busy
 * machine the clock also counts what others take from it.
 */
async function measureRefresh(): Promise<void> {
  const venue = open();
  await venue.exchange.listMarkets();
  const [worst, clocked]: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round++) {
    const turns = watchTurns();
    await venue.refreshMarkets();
    const { processorMs, clockMs } = turns.stop();
    worst.push(processorMs);
    clocked.push(clockMs);
  }
  const idle = watchTurns();
  await new Promise<void>((resolve) => void setTimeout(resolve, 2_000));
  const { length } = await venue.exchange.listMarkets();
  venue.close();
  const byClock = `by the clock ${quantile(clocked, 0.5).toFixed(1)} ms, with nothing to do`;
  const note = `ms, worst ${Math.max(...worst).toFixed(1)}; ${byClock} ${idle.stop().clockMs.toFixed(1)} ms`;
  report(`loop blocked by ${length} new markets, median`, quantile(worst, 0.5), 20, note);
}

function watchTurns(): { stop(): { readonly processorMs: number; readonly clockMs: number } } {
  let isOver = false;
  let [processorMs, clockMs] = [0, 0];
  let [lastProcessorMs, lastClockMs] = [threadMs(), performance.now()];
  const look = (): void => {
    const [processor, clock] = [threadMs(), performance.now()];
    processorMs = Math.max(processorMs, processor - lastProcessorMs);
    clockMs = Math.max(clockMs, clock - lastClockMs);
    [lastProcessorMs, lastClockMs] = [processor, clock];
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    stop() {
      isOver = true;
      return { processorMs, clockMs };
    },
  };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function measureMemory(): Promise<void> {
  const venue = open();
  await venue.exchange.fetchBalances(ACCOUNT);
  const before = residentBytes();
  const abortion = new AbortController();
  const { promise: allConnected, resolve } = Promise.withResolvers<void>();
  let connectedCount = 0;
  const accounts = Array.from({ length: ACCOUNTS_COUNT }, (_, index) => `a${index + 1}`);
  const watches = accounts.map(async (accountId) =>
    venue.exchange.watchAccount(
      { ...ACCOUNT, accountId },
      ({ kind }) => {
        connectedCount += kind === 'connected' ? 1 : 0;
        if (connectedCount === ACCOUNTS_COUNT) resolve();
      },
      abortion.signal,
    ),
  );
  await allConnected;
  for (const accountId of accounts) await venue.exchange.fetchOpenOrders({ ...ACCOUNT, accountId });
  const megabytes = (residentBytes() - before) / ACCOUNTS_COUNT / 1_048_576;
  abortion.abort();
  await Promise.all(watches);
  venue.close();
  report('memory of an account with its stream', megabytes, 1, 'MB');
}

function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

/**
 * An hour of 350 accounts with a stream and one market each, in virtual time: a sweep and an order
 * every ten minutes. No request may wait longer than a request may take.
 */
async function measureBudget(): Promise<void> {
  const time = handTime();
  const budget = makeRequestBudget(dialect.budget, time);
  let [refusedCount, usedMax, waitedMaxMs, orderWaitedMaxMs] = [0, 0, 0, 0];
  const ask = async (lane: VenueLane, cost: number): Promise<void> => {
    const requestedAtMs = time.nowMs();
    const result = await budget.acquire(lane, cost, 10_000);
    const waitedMs = time.nowMs() - requestedAtMs;
    waitedMaxMs = Math.max(waitedMaxMs, waitedMs);
    if (lane === 'order') orderWaitedMaxMs = Math.max(orderWaitedMaxMs, waitedMs);
    if (result.kind === 'refused') refusedCount += 1;
    else {
      const headers = new Map<string, string>();
      result.settle({ kind: 'reply', status: 200, headers, body: '', receivedAtMs: 0 });
    }
    usedMax = Math.max(usedMax, budget.figures().usedInMinute);
  };
  const spacingMs = 600_000 / ACCOUNTS_COUNT;
  for (let turn = 0; turn < 6 * ACCOUNTS_COUNT; turn++) {
    void ask('lookup', 80);
    void ask('lookup', 20);
    void ask('fills', 20);
    void ask('order', 1);
    await new Promise<void>((resolve) => void setImmediate(resolve));
    time.advance(spacingMs);
  }
  const { perMinute } = budget.figures();
  print(`  ${ACCOUNTS_COUNT} accounts used at most ${usedMax} of ${perMinute} a minute`);
  print(`  waits: reads ${waitedMaxMs.toFixed(0)} ms, orders ${orderWaitedMaxMs.toFixed(0)} ms`);
  report(`requests of ${ACCOUNTS_COUNT} accounts refused`, refusedCount, 0, 'in an hour');
}

/** See venue-stream.ts. */
async function measureNews(): Promise<void> {
  const times = await measureStream();
  const note = `ms; median ${quantile(times, 0.5).toFixed(1)} ms of ${times.length} fills`;
  report("stream: fill to its bot's update, p99", quantile(times, 0.99), 100, note);
}

function report(what: string, found: number, target: number, note: string): void {
  const isMet = found <= target;
  missedCount += isMet ? 0 : 1;
  print(`${isMet ? 'ok  ' : 'MISS'} ${what}: ${found.toFixed(3)} (target ${target}) ${note}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
