// `npm run bench:partner [-- bots pages signals bots=5000 minutes=1 seconds=60 rate=500 profile
// statements]`: what a partner's bots and requests cost, with a real database, API and runner of
// bots, each a process of its own. `bots`: grid and DCA bots of 500 end users run in one process;
// `pages`: the list of them is read, with nothing else running; `signals`: signals are sent to
// signal bots. Without a word all three, one after another, each in an installation of its own.

import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { postgresCpuMs, processCpuMs } from './bots/process-cpu.ts';
import type { Runner } from './bots/start-runner.ts';
import { startRunner, untilRunning } from './bots/start-runner.ts';
import { COUNTING_SETTINGS } from './bots/database-work.ts';
import { inSeconds, load, print, share, spread } from './partner/report.ts';
import { readPages } from './partner/requests.ts';
import { measureSignals } from './partner/signals.ts';
import type { PartnerWorld } from './partner/world.ts';
import { makePartnerWorld } from './partner/world.ts';

const BOTS_PER_USER = 10;
const PAGE_TIMES = 20;
const FIRST_MINUTE_MS = 5_000;
const QUIET_MS = 3_000;
/** Orders that the beginning of so many bots asks for are not waited for any longer. */
const BEGINNING_MS_MAX = 100_000;

const words = process.argv.slice(2);
const botsCount = option('bots', 5_000);
const minutes = option('minutes', 1);
const seconds = option('seconds', 60);
const perSecond = option('rate', 500);
const isProfiled = words.includes('profile');
const areStatementsCounted = words.includes('statements');

const PARTS = { bots: measureBots, pages: measurePages, signals: sendAll };
const named = Object.entries(PARTS).filter(([name]) => words.includes(name));
for (const [, measure] of named.length > 0 ? named : Object.entries(PARTS)) await inWorld(measure);

async function makeBots(world: PartnerWorld): Promise<void> {
  const usersCount = Math.ceil(botsCount / BOTS_PER_USER);
  print(`making ${botsCount} grid and DCA bots of ${usersCount} end users`);
  await world.startPartnerBots(botsCount, usersCount, ['grid', 'dca']);
}

async function measureBots(world: PartnerWorld): Promise<void> {
  await makeBots(world);
  print(`${botsCount} running bots; ${load()}`);
  const empty = await startRunner(world.url);
  const emptyBytes = (await empty.ask()).liveBytes;
  await empty.end();
  const runner = await startRunner(world.url);
  await startUp(world, runner);
  await measureMinutes(world, runner, emptyBytes);
  await runner.end();
}

/** Until all bots run and what they begin with, after their first minute, is placed. */
async function startUp(world: PartnerWorld, runner: Runner): Promise<void> {
  const fromMs = Date.now();
  await untilRunning(runner, botsCount);
  const startedMs = Date.now() - fromMs;
  print(`  loaded in ${inSeconds(startedMs)}; waiting for the first minute`);
  await pause(MINUTE_MS - (Date.now() % MINUTE_MS) + FIRST_MINUTE_MS);
  const closedAtMs = minuteStartMs(Date.now());
  let orders = -1;
  for (let isQuiet = false; !isQuiet && Date.now() - closedAtMs < BEGINNING_MS_MAX;) {
    const now = await countOrders(world);
    isQuiet = now === orders;
    orders = now;
    if (!isQuiet) await pause(QUIET_MS);
  }
  const placedMs = Date.now() - closedAtMs - QUIET_MS;
  print(`  placed ${orders} orders within ${inSeconds(placedMs)} of the first minute's close`);
  print(`  ${await countGivenUp(world)} orders were dropped`);
  // What was bought to begin with leads to the first sales, at the next close.
  await pause(MINUTE_MS);
}

/** Whole minutes, from half a minute after a close on. */
async function measureMinutes(
  world: PartnerWorld,
  runner: Runner,
  emptyBytes: number,
): Promise<void> {
  const { url, service } = world;
  await pause(MINUTE_MS - ((Date.now() - MINUTE_MS / 2) % MINUTE_MS));
  const first = await runner.ask();
  const spent = cpuOf(url, service.child.pid ?? 0);
  const fromMs = Date.now();
  if (isProfiled) runner.profile();
  print(`  measuring for ${minutes} min; ${load()}`);
  await pause(minutes * MINUTE_MS);
  const elapsedMs = Date.now() - fromMs;
  const { databaseMs, serviceMs } = spent();
  const last = await runner.ask();
  const cpuMs = last.cpuMs - first.cpuMs;
  const perBotMs = (cpuMs / botsCount / minutes).toFixed(2);
  const bytesPerBot = (last.liveBytes - emptyBytes) / botsCount;
  print(`  processor: ${share(cpuMs, elapsedMs)}, ${perBotMs} ms per bot and minute; ${load()}`);
  print(`  database ${share(databaseMs, elapsedMs)}, API ${share(serviceMs, elapsedMs)}`);
  print(`  memory ${(last.rssBytes / 2 ** 20).toFixed(0)} MiB, ${kibibytes(bytesPerBot)} per bot`);
  print(`  price (the minute's close) to order at the driver: ${spread(last.sinceClose)}`);
  print(`  ${last.warnings} warnings`);
  print(`  ${await countOrders(world)} orders so far, ${await countGivenUp(world)} dropped`);
  if (last.runningCount !== botsCount) print(`  only ${last.runningCount} bots run`);
  if (isProfiled) print(`  share of each part:  ${last.parts}`);
}

async function measurePages(world: PartnerWorld): Promise<void> {
  await makeBots(world);
  const { service, key, url } = world;
  const api = { url: service.url, key };
  await readPages(api, botsCount, 2);
  const spent = cpuOf(url, service.child.pid ?? 0);
  const tookMs = await readPages(api, botsCount, PAGE_TIMES);
  const { databaseMs, serviceMs } = spent();
  const each = [serviceMs, databaseMs].map((ms) => (ms / tookMs.length).toFixed(1));
  print(`page of 500 bots: ${spread(tookMs)} (target: below 60 ms); ${load()}`);
  print(`  processor of API and database: ${each.join(' and ')} ms per page`);
}

function sendAll(world: PartnerWorld): Promise<void> {
  return measureSignals(world, { perSecond, seconds, isProfiled, areStatementsCounted });
}

async function countOrders({ database }: PartnerWorld): Promise<number> {
  const text = "SELECT count(*) AS count FROM orders WHERE state <> 'pending'";
  const [row] = await database.read<{ count: number }>({ text }, []);
  return row?.count ?? 0;
}

/** Orders that were not sent. */
async function countGivenUp({ database }: PartnerWorld): Promise<number> {
  const text = "SELECT count(*) AS count FROM orders WHERE state = 'unplaced'";
  const [row] = await database.read<{ count: number }>({ text }, []);
  return row?.count ?? 0;
}

/** Processor time of database and service from now until it is requested. */
function cpuOf(url: string, processId: number) {
  const fromMs = Date.now();
  const [databaseMs, serviceMs] = [postgresCpuMs(url), processCpuMs(processId)];
  return () => ({
    databaseMs: postgresCpuMs(url) - databaseMs,
    serviceMs: processCpuMs(processId) - serviceMs,
    elapsedMs: Date.now() - fromMs,
  });
}

async function inWorld(work: (world: PartnerWorld) => Promise<void>): Promise<void> {
  const world = await makePartnerWorld(areStatementsCounted ? COUNTING_SETTINGS : []);
  try {
    await work(world);
  } finally {
    await world.end();
  }
}

function option(name: string, usual: number): number {
  const text = words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const value = text === undefined ? usual : Number(text);
  if (!(value > 0)) throw new Error(`${name}= needs a number above zero, found "${text}".`);
  return value;
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1_024).toFixed(0)} KiB`;
}
