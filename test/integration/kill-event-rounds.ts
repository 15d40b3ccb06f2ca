// Kills the processes of a service again and again while orders are placed and bots trade on alerts
// from outside. Whoever follows events, by stream or by webhook, must have each exactly once (by
// webhook: after leaving out repetitions by their id), in order for each object, none missing.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { compareEvents } from '../support/compare-events.ts';
import type { SeenEvent, StreamSubscriber, WebhookReceiver } from '../support/event-subscriber.ts';
import { followEvents, receiveWebhooks } from '../support/event-subscriber.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { reviveService } from '../support/revive-service.ts';
import type { Member } from '../support/service-family.ts';
import { MEMBERS, memberOf } from '../support/service-family.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { freePort } from '../support/free-port.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { removeFolder } from '../support/remove-folder.ts';

export type KillEventsReport = {
  readonly rounds: number;
  readonly killed: { readonly [member in (typeof MEMBERS)[number]]: number };
  readonly events: number;
  readonly streamConnections: number;
  readonly webhookMessages: number;
  readonly webhookRepetitions: number;
};

const LIFE_MS = { least: 400, most: 2_000 };
const ORDERERS = 3;
/** Of so many messages the receiver responds badly to one. */
const BAD_EVERY = 97;
/** A claim of a process that died ends, and a failed delivery is tried again. */
const QUIET_MS_MAX = 180_000;
const MARKET = 'SIM_BTC_USDT';
const LISTENER = `
  local signal = GetRemoteSignal("go")
  if signal == SignalLong then
    PlaceBuyOrder(0, 2 * MinimumTradeAmount(), {type = MarketOrderType})
  elseif signal == SignalShort then
    PlaceSellOrder(0, 2 * MinimumTradeAmount(), {type = MarketOrderType})
  end`;

type Setup = {
  readonly dataDir: string;
  readonly port: number;
  readonly url: string;
};

type Installation = {
  readonly key: string;
  readonly accountId: string;
  /** Path of the address at which alerts come in. */
  readonly hook: string;
};

export async function killEventRounds(rounds: number): Promise<KillEventsReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-kill-'));
  const port = await freePort();
  const setup = { dataDir, port, url: `http://127.0.0.1:${port}` };
  const receiver = await receiveWebhooks();
  let service = await start(setup);
  try {
    const installed = await install(setup, receiver);
    const stream = followEvents(() => setup.url, installed.key);
    receiver.badEvery = BAD_EVERY;
    const killed = { service: 0, bots: 0, worker: 0, database: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const member = MEMBERS[round % MEMBERS.length] ?? 'service';
      const isGone = await playRound(setup, installed, service, member);
      if (isGone) killed[member] += 1;
      service = await reviveService(service, () => start(setup));
    }
    receiver.badEvery = 0;
    const events = await untilQuiet(setup.url, installed.key, stream, receiver);
    await stream.stop();
    assert.equal(await service.end('SIGTERM'), 0, service.output().slice(-2_000));
    await inspectLog(dataDir);
    checkStream(events, stream);
    return {
      rounds,
      killed,
      events: events.length,
      streamConnections: stream.connectionsCount,
      ...checkWebhook(events, receiver),
    };
  } finally {
    // It would hold the folder, and the test, for ever.
    await service.end('SIGKILL');
    await receiver.stop();
    await removeFolder(dataDir);
  }
}

function start({ dataDir, port }: Setup): Promise<ServiceProcess> {
  return startServiceProcess({
    dataDir,
    port,
    environment: {
      TIDEMILL_RATE_LIMITS: 'reads=1000000/60,writes=1000000/60,trading=1000000/60',
      TIDEMILL_LOG_LEVEL: 'error',
      TIDEMILL_WEBHOOK_NETWORKS: '127.0.0.0/8',
    },
  });
}

async function install({ dataDir, url }: Setup, receiver: WebhookReceiver): Promise<Installation> {
  const run = (...words: readonly string[]) => runCommandHere(dataDir, words);
  await run('users', 'create', 'ada');
  const { key } = (await run('keys', 'create', '--user', 'ada', '--name', 'k')) as { key: string };
  const money = ['--balance', 'USDT=100000000', '--balance', 'BTC=1000'];
  const where = ['--user', 'ada', '--exchange', 'sim', '--market-type', 'spot', '--name', 'a'];
  const account = (await run('accounts', 'create', ...where, ...money)) as { account_id: string };
  const { account_id: accountId } = account;
  await run('accounts', 'activate-bots', accountId);
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const made = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await made.text();
    assert.ok(made.ok, `${path}: ${text}`);
    return JSON.parse(text === '' ? '{}' : text) as Record<string, string>;
  };
  receiver.secret = (await post('/v1/webhooks', { url: receiver.url }))['secret'] ?? '';
  const { script_id: scriptId } = await post('/v1/scripts', { name: 'go', source: LISTENER });
  const bot = { name: 'b', script_id: scriptId, account_id: accountId, market_tag: MARKET };
  const { bot_id: botId = '' } = await post('/v1/bots', bot);
  await post(`/v1/bots/${botId}/start`, {});
  const made = await run('hooks', 'create', '--user', 'ada', '--bot', botId, '--signal', 'go');
  const hook = made as { readonly url: string };
  return { key, accountId, hook: new URL(hook.url).pathname };
}

/** Returns whether there was such a process to be killed. */
async function playRound(
  setup: Setup,
  installed: Installation,
  service: ServiceProcess,
  member: Member,
): Promise<boolean> {
  const life = { isOver: false };
  const works = [
    ...Array.from({ length: ORDERERS }, (_, index) => placeOrders(setup, installed, life, index)),
    sendAlerts(setup, installed, life),
  ];
  const lifeMs = LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least);
  await pause(lifeMs);
  const pid = memberOf(service.child.pid ?? 0, setup.dataDir, member);
  if (member === 'service') await service.end('SIGKILL');
  else if (pid !== null) process.kill(pid, 'SIGKILL');
  // What the others do meanwhile goes on.
  await pause(member === 'service' ? 0 : 500);
  life.isOver = true;
  await Promise.all(works);
  return pid !== null;
}

type Life = { isOver: boolean };

async function placeOrders(
  { url }: Setup,
  { key, accountId }: Installation,
  life: Life,
  index: number,
): Promise<void> {
  for (let count = index; !life.isOver; count += 1) {
    const isMarket = count % 3 !== 0;
    const side = count % 4 < 2 ? 'buy' : 'sell';
    const order = {
      account_id: accountId,
      market_tag: MARKET,
      side,
      type: isMarket ? 'market' : 'limit',
      ...(isMarket ? {} : { price: side === 'buy' ? '900000' : '20000' }),
      amount: '0.0003',
    };
    await send(`${url}/v1/orders`, JSON.stringify(order), {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    });
  }
}

async function sendAlerts({ url }: Setup, { hook }: Installation, life: Life): Promise<void> {
  for (let count = 0; !life.isOver; count += 1) {
    await send(url + hook, count % 2 === 0 ? 'BTCUSDT buy now' : 'BTCUSDT sell now', {});
    await pause(50);
  }
}

/** What becomes of it is what the log says. */
async function send(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
  if (response === null) await pause(20);
  await response?.text().catch(() => undefined);
}

/** Until both have as many events as the log, which has stopped to grow; returns the log. */
export async function untilQuiet(
  url: string,
  key: string,
  stream: StreamSubscriber,
  receiver: WebhookReceiver,
): Promise<readonly SeenEvent[]> {
  let deadlineMs = Date.now() + QUIET_MS_MAX;
  let arrived = 0;
  for (;;) {
    const log = await readLog(url, key);
    const received = new Set(receiver.accepted.map(({ messageId }) => messageId)).size;
    // A busy machine is slow and not silent: the wait counts from the last arrival.
    if (stream.events.length + received > arrived) deadlineMs = Date.now() + QUIET_MS_MAX;
    arrived = stream.events.length + received;
    await pause(1_000);
    const isQuiet = (await readLog(url, key)).length === log.length;
    if (isQuiet && stream.events.length >= log.length && received >= log.length) return log;
    if (Date.now() > deadlineMs) {
      const counts = `${stream.events.length} by stream, ${received} by webhook`;
      const webhooks = await readText(`${url}/v1/webhooks`, key);
      throw new Error(`Of ${log.length} events arrived ${counts}. ${webhooks}`);
    }
  }
}

/** What is known of webhooks says why nothing comes. */
async function readText(url: string, key: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return response.text();
}

type LogPage = {
  readonly data: readonly SeenEvent[];
  readonly last_event_id: string;
  readonly has_more: boolean;
};

async function readLog(url: string, key: string): Promise<readonly SeenEvent[]> {
  const events: SeenEvent[] = [];
  let after = '';
  for (;;) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/v1/events?limit=500${after}`, { headers });
    const page = (await response.json()) as LogPage;
    events.push(...page.data);
    if (!page.has_more) return events;
    after = `&after=${page.last_event_id}`;
  }
}

/** The log itself is what the orders went through. */
async function inspectLog(dataDir: string): Promise<void> {
  const cluster = await attachCluster(dataDir);
  const database = openDatabase({ url: cluster.url, connectionsMax: 1 });
  try {
    assert.ok((await compareEvents(database)) > 0);
  } finally {
    await database.close();
    await cluster.detach();
  }
}

export function checkStream(log: readonly SeenEvent[], { events }: StreamSubscriber): void {
  assert.deepEqual(
    log.map((event) => event.event_id),
    Array.from({ length: log.length }, (_, index) => String(index + 1)),
    'the log has no gap',
  );
  assert.deepEqual(events.slice(0, log.length), log, 'the stream has each once, in order');
}

export function checkWebhook(
  log: readonly SeenEvent[],
  { accepted, forged }: WebhookReceiver,
): { readonly webhookMessages: number; readonly webhookRepetitions: number } {
  assert.deepEqual(forged, [], 'each signature verifies');
  const bodies = new Map<string, string>();
  const first: SeenEvent[] = [];
  for (const message of accepted) {
    const known = bodies.get(message.messageId);
    if (known === undefined) first.push(message);
    else assert.equal(message.body, known, 'a repetition is the same message');
    bodies.set(message.messageId, message.body);
  }
  const numbers = first.map((event) => Number(event.event_id));
  assert.deepEqual(
    numbers.toSorted((left, right) => left - right),
    log.map((event) => Number(event.event_id)),
    'the webhook has each, none more',
  );
  for (const [objectId, events] of Map.groupBy(first, (event) => event.object_id)) {
    const ids = events.map((event) => Number(event.event_id));
    assert.deepEqual(
      ids,
      ids.toSorted((left, right) => left - right),
      `${objectId} is in order`,
    );
  }
  return {
    webhookMessages: accepted.length,
    webhookRepetitions: accepted.length - first.length,
  };
}
