// `npm run bench:bots [-- count …]`: what running bots cost, in real minutes on a real database.
// Bots with the three scripts of bench/script run in one process as in an installation; measured
// are its processor time and that of the database, the delay from a minute's close until orders are
// at the driver, memory, and how all of it grows with the number of bots. Then signals are sent to
// some of 1,000 bots, and timed until their orders are at the driver.

import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { SignalledOrder } from './bots/figures.ts';
import { quantile, table } from './bots/figures.ts';
import { postgresCpuMs } from './bots/process-cpu.ts';
import type { Runner } from './bots/start-runner.ts';
import { startRunner, untilRunning } from './bots/start-runner.ts';
import type { BenchWorld, ScriptName } from './bots/world.ts';
import { makeWorld } from './bots/world.ts';

const COUNTS = [100, 500, 1_000, 2_000];
const MINUTES = 2;
const SCRIPTS: readonly ScriptName[] = ['sma-cross', 'three-indicators', 'plain-lua'];
const SIGNAL_BOTS = 1_000;
const SIGNALS_PER_SECOND = 50;
/** So long the bots' minute takes, at most. */
const NEAR_CLOSE_MS = 5_000;

const words = process.argv.slice(2);
const counts = words.map(Number).filter((count) => count > 0);
const isShort = words.includes('short');
// Looking at the shares takes processor time itself.
const isProfiled = words.includes('profile');
const minutes = isShort ? 1 : MINUTES;
if (!words.includes('signals')) await measureGrowth(counts.length > 0 ? counts : COUNTS);
if (!words.includes('growth')) await measureSignals();

async function measureGrowth(sizes: readonly number[]): Promise<void> {
  const rows = [
    ['bots', 'loaded', 'CPU', 'CPU/bot/min', 'database', 'orders', 'p50', 'p99', 'RSS', 'a bot'],
  ];
  let emptyBytes = 0;
  for (const size of sizes) {
    await inWorld(async (world) => {
      const empty = await startRunner(world.url);
      emptyBytes = (await empty.ask()).liveBytes;
      await empty.end();
      await world.startBots(size, SCRIPTS);
      const takenUp = Date.now();
      const runner = await startRunner(world.url);
      await untilRunning(runner, size);
      const startedMs = Date.now() - takenUp;
      const found = await measure(runner, world);
      await runner.end();
      rows.push([
        `${size}`,
        `${(startedMs / 1_000).toFixed(1)} s`,
        percent(found.cpuMs / found.elapsedMs),
        `${(found.cpuMs / size / minutes).toFixed(2)} ms`,
        percent(found.databaseMs / found.elapsedMs),
        `${found.last.sinceClose.length}`,
        `${quantile(found.last.sinceClose, 0.5).toFixed(0)} ms`,
        `${quantile(found.last.sinceClose, 0.99).toFixed(0)} ms`,
        megabytes(found.last.rssBytes),
        `${((found.last.liveBytes - emptyBytes) / size / 1_024).toFixed(0)} KiB`,
      ]);
      if (isProfiled) print(`${size} bots, share of each part:  ${found.last.parts}`);
      if (found.last.warnings > 0) print(`  ${found.last.warnings} warnings`);
    });
  }
  print(table(rows));
}

/** Whole minutes, from half a minute after a close on. */
async function measure(runner: Runner, { url }: BenchWorld) {
  await pause(MINUTE_MS - ((Date.now() - MINUTE_MS / 2) % MINUTE_MS));
  const first = await runner.ask();
  const databaseBefore = postgresCpuMs(url);
  const fromMs = Date.now();
  if (isProfiled) runner.profile();
  await pause(minutes * MINUTE_MS);
  const elapsedMs = Date.now() - fromMs;
  const databaseMs = postgresCpuMs(url) - databaseBefore;
  const last = await runner.ask();
  return { last, elapsedMs, databaseMs, cpuMs: last.cpuMs - first.cpuMs };
}

async function measureSignals(): Promise<void> {
  await inWorld(async (world) => {
    const bots = await world.startBots(SIGNAL_BOTS, [...SCRIPTS, 'listener']);
    const listeners = bots.filter(({ name }) => name === 'listener');
    const runner = await startRunner(world.url);
    await untilRunning(runner, SIGNAL_BOTS);
    await pause(MINUTE_MS - (Date.now() % MINUTE_MS) + MINUTE_MS / 2);
    await runner.ask();
    if (isProfiled) runner.profile();
    const sent = await sendSignals(world, listeners, minutes * MINUTE_MS);
    await pause(2_000);
    const { signalled, warnings, parts } = await runner.ask();
    await runner.end();
    print(`${SIGNAL_BOTS} bots, ${SIGNALS_PER_SECOND} signals a second: shares ${parts}`);
    print(`${sent} signals, ${spread(signalled)}`);
    const isNear = ({ givenAtMs }: SignalledOrder) => givenAtMs % MINUTE_MS < NEAR_CLOSE_MS;
    const far = signalled.filter((order) => !isNear(order));
    print(`  within ${NEAR_CLOSE_MS / 1_000} s of a close ${spread(signalled.filter(isNear))}`);
    print(`  at other times ${spread(far)}`);
    print(`(target: p99 below 50 ms; ${warnings} warnings)`);
  });
}

async function sendSignals(
  { inbox }: BenchWorld,
  listeners: readonly Bot[],
  durationMs: number,
): Promise<number> {
  const fromMs = Date.now();
  const sending: Promise<unknown>[] = [];
  for (let sent = 0; ; sent += 1) {
    const dueMs = fromMs + (sent * 1_000) / SIGNALS_PER_SECOND;
    if (dueMs >= fromMs + durationMs) break;
    await pause(Math.max(0, dueMs - Date.now()));
    const botId = listeners[sent % listeners.length]?.botId ?? '';
    const action = Math.floor(sent / listeners.length) % 2 === 0 ? 'long' : 'short';
    const signalAtMs = Date.now();
    const input = { kind: 'signal', name: 'go', action, signalAtMs, payload: null } as const;
    sending.push(inbox.send([{ botId, input }], signalAtMs, null));
  }
  await Promise.all(sending);
  return sending.length;
}

async function inWorld(work: (world: BenchWorld) => Promise<void>): Promise<void> {
  const world = await makeWorld();
  try {
    await work(world);
  } finally {
    await world.end();
  }
}

function spread(signalled: readonly SignalledOrder[]): string {
  const sinceMs = signalled.map(({ givenAtMs, arrivedAtMs }) => arrivedAtMs - givenAtMs);
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(sinceMs, share).toFixed(0));
  return `${sinceMs.length} orders, p50 ${p50} ms, p99 ${p99} ms, most ${Math.max(...sinceMs)} ms`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
