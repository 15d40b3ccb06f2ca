// From a fill at the loopback venue to the update of the bot that it concerns: the venue in a
// process of its own; the driver, the link over its socket, the loops of running bots, their
// threads and PostgreSQL as in an installation. Counted is the time from the request that has the
// venue fill an order to the step with the bot's update being written.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import { linkedExchange } from '#adapters/venue-link/linked-exchange.ts';
import { openVenueLink } from '#adapters/venue-link/open-venue-link.ts';
import { serveVenueLink } from '#adapters/venue-link/serve-venue-link.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { openVenue } from '#venues/open-venue.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { systemClock, systemDigest, systemTimer } from '#adapters/system/system-ports.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import { openRunThreads, RUN_THREADS } from '#main/bots/open-run-threads.ts';
import { serveBots } from '#main/bots/serve-bots.ts';
import { NEVER_RUN, UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { FencedStep } from '#ports/stores/bot-run-store.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { CandleSource } from '#ports/world/history.ts';
import { sampleAccount, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BenchWorld } from './bots/world.ts';
import { makeWorld } from './bots/world.ts';

const FILLS_COUNT = 300;
const WARM_UP_COUNT = 20;
const FILL_DEADLINE_MS = 20_000;
const TAG = 'BINANCE_BTC_USDT';
const MARKET = 'spot:BTCUSDT';
const PRICE = 60_000;
/** In ticks of a cent. */
const PRICE_TICKS = PRICE * 100;

/** Buys one coin in small parts, and is updated with each of them. */
const SOURCE = `
  EnableHighSpeedUpdates(true)
  if Load('requested', false) then return end
  Save('requested', true)
  PlaceBuyOrder(CurrentPrice().close * 0.9, 1, {type = NoTimeOutOrderType})`;

type Venue = {
  readonly address: string;
  control(this: void, verb: string, fields: object): Promise<unknown>;
  end(this: void): void;
};

/** Milliseconds of each fill. */
export async function measureStream(): Promise<readonly number[]> {
  const world = await makeWorld();
  const venue = await startVenue();
  try {
    return await measureFills(world, venue);
  } finally {
    venue.end();
    await world.end();
  }
}

async function startVenue(): Promise<Venue> {
  const entry = new URL('../packages/loopback/src/start-loopback.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [entry, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  const address = /http:\/\/[\d.]+:\d+/.exec(text.toString())?.[0] ?? '';
  const control = async (verb: string, fields: object): Promise<unknown> => {
    const body = JSON.stringify({ venue: 'binance', ...fields });
    const response = await fetch(`${address}/_control/${verb}`, { method: 'POST', body });
    if (!response.ok) throw new Error(`${verb}: ${await response.text()}`);
    return response.json();
  };
  await control('activity', { market: MARKET, everyMs: 0, seed: 1 });
  await control('limits', { max: 1_000_000_000, areAccountsLimited: false });
  await control('price', { market: MARKET, price: String(PRICE) });
  return { address, control, end: () => void child.kill() };
}

async function measureFills(world: BenchWorld, venue: Venue): Promise<readonly number[]> {
  const { exchange, close } = await linkedVenue(world, venue);
  await startBot(world);
  const updates = updateListener();
  const runs = postgresBotRunStore(world.database);
  const service = serveBots(
    {
      accounts: world.store,
      orders: world.store,
      idempotency: world.store,
      bots: world.store,
      dataSeries: world.store,
      runs: {
        ...runs,
        async commitSteps(steps) {
          const outcomes = await runs.commitSteps(steps);
          updates.note(steps);
          return outcomes;
        },
      },
      inbox: world.inbox,
      exchanges: exchangeRegistry([exchange]),
      history: memoryHistoryStore(),
      candleSources: [FLAT],
      archiveCode: 'archive',
      clock: systemClock,
      digest: systemDigest,
      log: { debug: ignore, info: ignore, warn: show, error: show },
    },
    openRunThreads({ ...RUN_THREADS, sharedCount: 1 }),
    world.database.url,
    show,
  );
  try {
    await until(async () => (await exchange.fetchOpenOrders(account)).length > 0);
    const times: number[] = [];
    for (let count = 0; count < WARM_UP_COUNT + FILLS_COUNT; count += 1) {
      await awayFromClose();
      const updated = updates.next();
      const startedAtMs = performance.now();
      await venue.control('trade', { market: MARKET, side: 'sell', price: '1', quantity: '0.001' });
      const tookMs = (await updated) - startedAtMs;
      if (count >= WARM_UP_COUNT) times.push(tookMs);
      await pause(10 + (count % 7) * 10);
    }
    return times;
  } finally {
    await service.stop();
    await close();
  }
}

const NEVER = new AbortController().signal;
const account = sampleAccount('', { exchange: 'binance' });

async function linkedVenue({ dataDir }: BenchWorld, { address, control }: Venue) {
  const opened = (await control('account', {
    id: account.accountId,
    balances: { USDT: '100000' },
  })) as { readonly key: string; readonly secret: string };
  const keys = { apiKey: opened.key, secret: opened.secret, passphrase: null };
  const dialect = await loadDialect('binance');
  const driver = openVenue({
    dialect: { ...dialect, budget: { ...dialect.budget, perMinute: 10_000_000, usedHeader: null } },
    redirect: address,
    clock: systemClock,
    timer: systemTimer,
    sendByMs: () => Infinity,
    log: { debug: ignore, info: ignore, warn: show, error: show },
    credentials: {
      credentialsOf: async () => keys,
      credentialsToCheck: async () => keys,
      onRefused: show,
    },
  });
  const socketPath = join(dataDir, 'venues.sock');
  const server = await serveVenueLink({
    socketPath,
    endpoint: null,
    feeds: new Map(),
    exchanges: [driver.exchange],
    accounts: { enter: () => ({ lost: NEVER, leave: ignore }) },
    time: SYSTEM_LINK_TIME,
    statusEveryMs: 1_000,
    onDefect: show,
  });
  const link = openVenueLink({
    connect: () => connect(socketPath),
    onLost: ignore,
    time: SYSTEM_LINK_TIME,
    connectTimeoutMs: 5_000,
    replyTimeoutMs: 20_000,
    actsBeginWithinMs: 10_000,
    silenceMs: 20_000,
  });
  const { code, name, promises, orderSupport, credentialForm } = dialect;
  const isTestNet = false;
  const described = { code, name, isTestNet, promises, orderSupport, credentialForm };
  const exchange: Exchange = linkedExchange(link, described, SYSTEM_LINK_TIME);
  const close = async (): Promise<void> => {
    link.close();
    await server.close();
    driver.close();
    rmSync(socketPath, { force: true });
  };
  return { exchange, close };
}

async function startBot({ store }: BenchWorld): Promise<void> {
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const { userId } = user;
  await store.insertAccount({ ...account, userId });
  const botId = sampleId('bot');
  const scriptId = sampleId('scr');
  await store.insertBot(
    {
      botId,
      userId,
      name: 'stream',
      accountId: account.accountId,
      marketTag: TAG,
      brain: { kind: 'script', scriptId },
      settings: UNCHOSEN_SETTINGS,
      ...NEVER_RUN,
      createdAtMs: 0,
    },
    null,
  );
  const loaded = { kind: 'script', source: SOURCE, libraries: [] } as const;
  const request = { userId, botId, loaded, runningMax: null, atMs: Date.now() - MINUTE_MS };
  await store.activateBot(request);
}

/** Minutes at one price. */
const FLAT: CandleSource = {
  code: 'binance',
  firstOpenMs: Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS,
  async computeCandles(_marketTag, { fromMs, toMs }, memory) {
    const columns = allocateColumns(fromMs, (toMs - fromMs) / MINUTE_MS, memory);
    for (const name of ['open', 'high', 'low', 'close'] as const) columns[name].fill(PRICE_TICKS);
    columns.volume.fill(1);
    columns.isMissing.fill(0);
    return columns;
  },
};

/** Hears when steps are written in which a bot was updated after a fill. */
function updateListener() {
  let resolve: (atMs: number) => void = ignore;
  return {
    note(steps: readonly FencedStep[]): void {
      for (const { step } of steps) {
        const text = step.events.join('\n');
        if (text.includes('"filled"') && text.includes('"moment"')) resolve(performance.now());
      }
    },
    next: (): Promise<number> =>
      new Promise((settle, reject) => {
        const timer = setTimeout(
          () => reject(new Error('no update came of a fill')),
          FILL_DEADLINE_MS,
        );
        resolve = (atMs) => {
          clearTimeout(timer);
          settle(atMs);
        };
      }),
  };
}

/** A fill at a minute's close comes with the update of that minute, whose candle is waited for. */
async function awayFromClose(): Promise<void> {
  const inMinuteMs = Date.now() % MINUTE_MS;
  if (inMinuteMs < 6_000) await pause(6_000 - inMinuteMs);
  if (inMinuteMs > MINUTE_MS - 1_000) await pause(MINUTE_MS - inMinuteMs + 6_000);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < 300; count += 1) {
    if (await isSo()) return;
    await pause(100);
  }
  throw new Error('the bot placed no order');
}

function ignore(): void {
  // Nobody reads it.
}

function show(...found: readonly unknown[]): void {
  process.stderr.write(`${JSON.stringify(found)}\n`);
}
