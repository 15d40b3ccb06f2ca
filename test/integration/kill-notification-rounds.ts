// Kills the processes of a service again and again while orders fill of which channels are
// notified: Telegram, Slack and four of e-mail, a quarter of their minute apart. Each order must
// arrive on each channel, in the order of the log, and twice only where the response was lost: to
// us, or with the process that waited for it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Arrival, ChannelName, ChannelReceivers } from '../support/channel-receivers.ts';
import { CHANNELS, MAIL_CHANNELS, receiveNotifications } from '../support/channel-receivers.ts';
import { freePort } from '../support/free-port.ts';
import { reviveService } from '../support/revive-service.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import type { Member } from '../support/service-family.ts';
import { memberOf } from '../support/service-family.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { removeFolder } from '../support/remove-folder.ts';

export type KillNotificationsReport = {
  readonly kills: number;
  readonly orders: number;
  /** By channel. */
  readonly messages: Readonly<Record<ChannelName, number>>;
  readonly repetitions: Readonly<Record<ChannelName, number>>;
};

const VICTIMS: readonly Member[] = ['service', 'database', 'service', 'bots', 'service', 'worker'];
/** Messages gather for two seconds before they are sent. */
const LIFE_MS = { least: 1_200, most: 4_000 };
/** Of so many messages the response to one is lost. */
const LOSE_EVERY = 7;
/** A process that was killed may have had its response and not stored it yet. */
const STORED_MS_MAX = 5_000;
/** Of a channel with a mail server of its own. */
const MAILS_APART_MS = 60_000;
/** Of an order that is not counted: the channels of mails begin with one each. */
const FIRST_AMOUNT = '0.02000';
/** A claim of a process that died ends after a minute, and mails are a minute apart. */
const QUIET_MS_MAX = 300_000;

type Setup = { readonly dataDir: string; readonly port: number; readonly url: string };
type Installation = { readonly key: string; readonly accountId: string };
type FillEvent = { readonly eventId: number; readonly amount: string };

export async function killNotificationRounds(rounds: number): Promise<KillNotificationsReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-kill-'));
  const port = await freePort();
  const setup = { dataDir, port, url: `http://127.0.0.1:${port}` };
  const receivers = await receiveNotifications();
  const begin = (): Promise<ServiceProcess> => start(setup, receivers);
  let service = await begin();
  try {
    const installed = await install(setup, receivers);
    receivers.loseEvery = LOSE_EVERY;
    const killedAtMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const member = VICTIMS[round % VICTIMS.length] ?? 'service';
      const killed = await playRound(setup, installed, service, { member, round });
      if (killed !== null) killedAtMs.push(killed);
      service = await reviveService(service, begin);
    }
    receivers.loseEvery = 0;
    const filled = await untilArrived(setup, installed, receivers);
    assert.equal(await service.end('SIGTERM'), 0, service.output().slice(-2_000));
    const counts = CHANNELS.map((channel) => {
      const ofOrders = receivers.arrivals(channel).filter(({ text }) => amountsIn(text).length > 0);
      return [channel, ofOrders.length, check(channel, ofOrders, filled, killedAtMs)] as const;
    });
    const by = (at: 1 | 2) => Object.fromEntries(counts.map((count) => [count[0], count[at]]));
    return {
      kills: killedAtMs.length,
      orders: filled.length,
      messages: by(1) as KillNotificationsReport['messages'],
      repetitions: by(2) as KillNotificationsReport['repetitions'],
    };
  } finally {
    await service.end('SIGKILL');
    await receivers.stop();
    await removeFolder(dataDir);
  }
}

function start({ dataDir, port }: Setup, { environment }: ChannelReceivers) {
  return startServiceProcess({
    dataDir,
    port,
    environment: { ...environment, TIDEMILL_LOG_LEVEL: 'error', TIDEMILL_VENUES: 'none' },
  });
}

async function ask(url: string, key: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(body === undefined ? {} : { 'idempotency-key': randomUUID() }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${path}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

async function install(
  { dataDir, url }: Setup,
  receivers: ChannelReceivers,
): Promise<Installation> {
  const run = (...words: readonly string[]) => runCommandHere(dataDir, words);
  await run('users', 'create', 'ada');
  const { key } = (await run('keys', 'create', '--user', 'ada', '--name', 'k')) as { key: string };
  const money = ['--balance', 'USDT=100000000', '--balance', 'BTC=1000'];
  const where = ['--user', 'ada', '--exchange', 'sim', '--market-type', 'spot', '--name', 'a'];
  const account = (await run('accounts', 'create', ...where, ...money)) as { account_id: string };
  const installed = { key, accountId: account.account_id };
  await ask(url, key, '/v1/notifications/rules', { name: 'fills', types: ['order.filled'] });
  for (const channel of CHANNELS) {
    await makeChannel(url, key, receivers, channel);
    if (isMail(channel)) await beginMinute(url, installed, receivers, channel);
  }
  return installed;
}

async function makeChannel(
  url: string,
  key: string,
  receivers: ChannelReceivers,
  channel: ChannelName,
): Promise<void> {
  const path = '/v1/notifications/channels';
  const address = addressOf(channel, receivers);
  const made = await ask(url, key, path, { name: channel, ...address });
  const { channel_id: channelId } = made as { readonly channel_id: string };
  await until(`${channel} has a code`, async () => receivers.arrivals(channel).length > 0);
  const code = /Code: (\d{6})/.exec(receivers.arrivals(channel)[0]?.text ?? '')?.[1];
  await ask(url, key, `${path}/${channelId}/verify`, { code });
}

const CHAT = { token: '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc', chat_id: '40721' };

function addressOf(channel: ChannelName, receivers: ChannelReceivers): object {
  if (channel === 'telegram') return { telegram: CHAT };
  if (channel === 'slack') return { slack: { url: receivers.slackUrl } };
  return { email: { to: receivers.mailAddressOf(channel), smtp: receivers.mailServer } };
}

function isMail(channel: ChannelName): boolean {
  return MAIL_CHANNELS.some((each) => each === channel);
}

/** A first mail, and a part of its minute, so that the channels' mails come at other times. */
async function beginMinute(
  url: string,
  { key, accountId }: Installation,
  receivers: ChannelReceivers,
  channel: ChannelName,
): Promise<void> {
  const order = { account_id: accountId, market_tag: 'SIM_BTC_USDT', side: 'buy', type: 'market' };
  await ask(url, key, '/v1/orders', { ...order, amount: FIRST_AMOUNT });
  await until(`${channel} has a mail`, async () => receivers.arrivals(channel).length > 1);
  await pause(MAILS_APART_MS / MAIL_CHANNELS.length);
}

/** Returns when a process was killed; null: there was no such one. */
async function playRound(
  { dataDir, url }: Setup,
  { key, accountId }: Installation,
  service: ServiceProcess,
  { member, round }: { readonly member: Member; readonly round: number },
): Promise<number | null> {
  const order = { account_id: accountId, market_tag: 'SIM_BTC_USDT', side: 'buy', type: 'market' };
  // One order, for messages have 25 at most, and gather for two minutes while a mail waits behind
  // one whose process died. Its amount is its own: by it messages are recognized.
  const amount = (0.01 + (round + 1) / 100_000).toFixed(5);
  await ask(url, key, '/v1/orders', { ...order, amount }).catch(() => undefined);
  await pause(LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least));
  const pid = memberOf(service.child.pid ?? 0, dataDir, member);
  const atMs = Date.now();
  if (member === 'service') await service.end('SIGKILL');
  else if (pid !== null) process.kill(pid, 'SIGKILL');
  return pid === null ? null : atMs;
}

/** Until each channel has what the log has; returns that. */
async function untilArrived(
  { url }: Setup,
  { key }: Installation,
  receivers: ChannelReceivers,
): Promise<readonly FillEvent[]> {
  const page = (await ask(url, key, '/v1/events?types=order.filled&limit=500')) as {
    readonly data: readonly { readonly event_id: string; readonly data: { amount: string } }[];
    readonly has_more: boolean;
  };
  assert.equal(page.has_more, false);
  const filled = page.data
    .map(({ event_id: id, data }) => ({
      eventId: Number(id),
      amount: Number(data.amount).toFixed(5),
    }))
    .filter(({ amount }) => amount !== FIRST_AMOUNT);
  const deadlineMs = Date.now() + QUIET_MS_MAX;
  const missing = (): readonly string[] =>
    CHANNELS.flatMap((channel) => {
      const seen = new Set(receivers.arrivals(channel).flatMap(({ text }) => amountsIn(text)));
      return filled.flatMap(({ amount }) => (seen.has(amount) ? [] : [`${amount} by ${channel}`]));
    });
  while (missing().length > 0) {
    if (Date.now() > deadlineMs) throw new Error(`These are missing: ${missing().join(', ')}`);
    await pause(500);
  }
  // What is sent again comes within the time after which a failed message is tried again.
  await until('nothing waits', async () => {
    const list = (await ask(url, key, '/v1/notifications/deliveries?limit=100')) as {
      readonly data: readonly { readonly status: string }[];
    };
    return list.data.every(({ status }) => status !== 'waiting');
  });
  return filled;
}

/** Also of a mail, whose lines may be folded. */
function amountsIn(text: string): readonly string[] {
  const whole = text.replaceAll('=\r\n', '');
  return [
    ...new Set([...whole.matchAll(/Bought (0\.01\d{3}) BTC/g)].map(([, amount = '']) => amount)),
  ];
}

/** Returns how many messages were repetitions. */
function check(
  channel: ChannelName,
  arrivals: readonly Arrival[],
  filled: readonly FillEvent[],
  killedAtMs: readonly number[],
): number {
  const idOf = new Map(filled.map(({ amount, eventId }) => [amount, eventId]));
  const first: number[] = [];
  let repetitions = 0;
  for (const [index, { text }] of arrivals.entries()) {
    const amounts = amountsIn(text);
    const before = arrivals
      .slice(0, index)
      .filter((other) => amountsIn(other.text).some((amount) => amounts.includes(amount)));
    for (const other of before) {
      assert.deepEqual(
        amountsIn(other.text),
        amounts,
        `${channel}: a repetition is the same message`,
      );
      assert.ok(wasLost(other, killedAtMs), `${channel}: ${text} came again without need`);
    }
    if (before.length > 0) repetitions += 1;
    else first.push(...amounts.map((amount) => idOf.get(amount) ?? 0));
  }
  const wanted = filled.map(({ eventId }) => eventId);
  assert.deepEqual(first, wanted, `${channel} has each, in the order of the log`);
  return repetitions;
}

/** Whether the service cannot know that it arrived. */
function wasLost({ atMs, respondedAtMs }: Arrival, killedAtMs: readonly number[]): boolean {
  if (respondedAtMs === null) return true;
  return killedAtMs.some((killed) => killed >= atMs && killed <= respondedAtMs + STORED_MS_MAX);
}
