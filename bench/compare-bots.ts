// Running bots of two checkouts in turn, each with its own service, database and load, so that
// whatever else the machine does meets both. Run:
// npm run bench:compare-bots -- --against PATH [--rounds 2] [--idle 5000] [--bots 1000]
// [--signals 50,500] [--seconds 60], where PATH is a checkout with its packages. Idle bots wait for
// signals that nobody sends. It prints processor time of the service and of the database a bot and
// minute, and how long signals took until their orders were at the driver, for each run.

import assert from 'node:assert/strict';
import { resolve, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '#lib/time.ts';
import type { SignalledOrder } from './bots/figures.ts';
import { quantile, table } from './bots/figures.ts';
import { postgresCpuMs } from './bots/process-cpu.ts';
import type { Runner } from './bots/start-runner.ts';
import type { BenchWorld } from './bots/world.ts';

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    idle: { type: 'string', default: '5000' },
    bots: { type: 'string', default: '1000' },
    signals: { type: 'string', default: '50,500' },
    seconds: { type: 'string', default: '60' },
  },
});
assert(values.against !== undefined, '--against names the other checkout');

const OWN = join(import.meta.dirname, '..');
const TREES = [OWN, resolve(values.against)];
const [rounds, idle, bots, seconds] = [values.rounds, values.idle, values.bots, values.seconds].map(
  Number,
) as [number, number, number, number];
const rates = values.signals.split(',').map(Number);

/** Of a checkout: its driver has its own migrations and rows. */
type Tree = {
  readonly makeWorld: () => Promise<BenchWorld>;
  readonly startRunner: (url: string) => Promise<Runner>;
  readonly untilRunning: (runner: Runner, count: number) => Promise<void>;
};

async function open(tree: string): Promise<Tree> {
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(tree, 'bench/bots', name)).href);
  const [world, starting] = [await load('world.ts'), await load('start-runner.ts')];
  return { ...(world as object), ...(starting as object) } as Tree;
}

/** The signals of so many seconds, in turn to all bots. */
async function sendSignals(
  { inbox }: BenchWorld,
  botIds: readonly string[],
  perSecond: number,
): Promise<void> {
  const fromMs = Date.now();
  const sending: Promise<unknown>[] = [];
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    await pause(Math.max(0, fromMs + (sent * 1_000) / perSecond - Date.now()));
    const botId = botIds[sent % botIds.length] ?? '';
    const action = Math.floor(sent / botIds.length) % 2 === 0 ? 'long' : 'short';
    const signalAtMs = Date.now();
    const input = { kind: 'signal', name: 'go', action, signalAtMs, payload: null } as const;
    sending.push(inbox.send([{ botId, input }], signalAtMs, null));
  }
  await Promise.all(sending);
}

/** So many bots that wait for signals, and so many signals a second. */
async function measure(tree: string, count: number, perSecond: number): Promise<string[]> {
  const { makeWorld, startRunner, untilRunning } = await open(tree);
  const world = await makeWorld();
  try {
    const made = await world.startBots(count, ['listener']);
    const runner = await startRunner(world.url);
    await untilRunning(runner, count);
    await pause(MINUTE_MS - (Date.now() % MINUTE_MS) + MINUTE_MS / 2);
    const [before, databaseBefore] = [await runner.ask(), postgresCpuMs(world.url)];
    const fromMs = Date.now();
    if (perSecond === 0) await pause(seconds * 1_000);
    else
      await sendSignals(
        world,
        made.map(({ botId }) => botId),
        perSecond,
      );
    const minutes = (Date.now() - fromMs) / MINUTE_MS;
    const databaseMs = postgresCpuMs(world.url) - databaseBefore;
    await pause(2_000);
    const found = await runner.ask();
    await runner.end();
    return [
      tree === OWN ? 'this' : 'other',
      `${count}`,
      `${perSecond}`,
      ((found.cpuMs - before.cpuMs) / count / minutes).toFixed(2),
      (databaseMs / count / minutes).toFixed(2),
      (found.rssBytes / 2 ** 20).toFixed(0),
      `${found.signalled.length}`,
      ...delays(found.signalled),
    ];
  } finally {
    await world.end();
  }
}

function delays(signalled: readonly SignalledOrder[]): readonly string[] {
  const tookMs = signalled.map(({ givenAtMs, arrivedAtMs }) => arrivedAtMs - givenAtMs);
  if (tookMs.length === 0) return ['', '', ''];
  return [0.5, 0.99, 1].map((share) => quantile(tookMs, share).toFixed(0));
}

const HEAD = ['tree', 'bots', 'signals/s', 'CPU ms', 'database ms', 'RSS MiB', 'orders'];
const rows: string[][] = [[...HEAD, 'p50 ms', 'p99 ms', 'most ms']];
const loads = [...(idle > 0 ? [[idle, 0]] : []), ...rates.map((rate) => [bots, rate])];
for (let round = 0; round < rounds; round += 1)
  for (const [count = 0, rate = 0] of loads)
    for (const tree of round % 2 === 0 ? TREES : TREES.toReversed()) {
      rows.push(await measure(tree, count, rate));
      process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
    }
process.stdout.write(`\n${table(rows)}\n`);
