// Signals to signal bots, at an even rate, timed from the request until the order is at the driver.
// Each is to lead to an order of its own: to a bot go buys and exits by turns, and so many bots
// listen that the one before is long done, unless the service is seconds behind.

import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#lib/time.ts';
import type { DatabaseWork } from '../bots/database-work.ts';
import { countStatements, databaseWork, statementLines } from '../bots/database-work.ts';
import { machineBusyMs, postgresCpuMs, processCpuMs } from '../bots/process-cpu.ts';
import type { Runner } from '../bots/start-runner.ts';
import { startRunner, untilRunning } from '../bots/start-runner.ts';
import { inSeconds, load, print, spread } from './report.ts';
import type { ArrivedSignal } from './requests.ts';
import { arrivedSignals, sendSignals } from './requests.ts';
import type { PartnerWorld } from './world.ts';

const SIGNAL_BOTS = 1_000;
const FIRST_MINUTE_MS = 5_000;
/** What the processes run for the first time is not compiled yet. */
const WARM_UP_MS = 5_000;
/** So long the bots' minute takes, at most. */
const NEAR_CLOSE_MS = 5_000;
/** Statistics of the server's processes are this old at most. */
const STATISTICS_MS = 1_500;
const PARTS = ['runner', 'API', 'database', 'generator', 'others'] as const;

export type SignalsOptions = {
  readonly perSecond: number;
  readonly seconds: number;
  readonly isProfiled: boolean;
  readonly areStatementsCounted: boolean;
};

export async function measureSignals(world: PartnerWorld, options: SignalsOptions): Promise<void> {
  const { url, service, key, database } = world;
  print(`making ${SIGNAL_BOTS} signal bots`);
  await world.startPartnerBots(SIGNAL_BOTS, SIGNAL_BOTS, ['signal']);
  const runner = await startRunner(url);
  await untilRunning(runner, SIGNAL_BOTS);
  print('  all run; waiting for their first minute');
  // Before its first minute a bot has seen no price, and what is sent to it waits.
  await pause(MINUTE_MS - (Date.now() % MINUTE_MS) + FIRST_MINUTE_MS);
  if (options.areStatementsCounted) await countStatements(database);
  const before = await spentSoFar(world, runner);
  if (options.isProfiled) runner.profile();
  const { perSecond, seconds } = options;
  print(`  sending for ${WARM_UP_MS / 1_000} and ${seconds} s; ${load()}`);
  const fromMs = Date.now();
  const api = { url: service.url, key };
  const durationMs = WARM_UP_MS + seconds * 1_000;
  const sent = await sendSignals(api, SIGNAL_BOTS, perSecond, durationMs);
  const elapsedMs = Date.now() - fromMs;
  await untilTaken(world);
  await pause(STATISTICS_MS);
  const after = await spentSoFar(world, runner);
  await runner.end();
  const accepted = sent.filter(({ status }) => status === 202);
  const { taken, acted } = await countTaken(world);
  const { figures } = after;
  print(`${perSecond} signals a second for ${seconds} s to ${SIGNAL_BOTS} bots; ${load()}`);
  print(`  ${sent.length} sent in ${inSeconds(elapsedMs)}, ${accepted.length} accepted (202)`);
  print(`  ${taken} received by bots, ${acted} acted on with orders; ${figures.warnings} warnings`);
  const warm = accepted.filter(({ sentAtMs }) => sentAtMs - fromMs >= WARM_UP_MS);
  print(`  request to response: ${spread(warm.map(({ tookMs }) => tookMs))}`);
  printArrived(arrivedSignals(accepted, figures.signalled), fromMs + WARM_UP_MS);
  print('  (target: all accepted and acted on, p99 below 100 ms)');
  printSpent(before, after, sent.length);
  for (const line of await whyIdle(world)) print(`  ${line}`);
  if (options.isProfiled) print(`  shares of the runner: ${figures.parts}`);
  if (!options.areStatementsCounted) return;
  for (const line of await statementLines(database, sent.length)) print(`  ${line}`);
}

/** How long signals took to the driver: those sent from an instant on, and, apart, those before. */
function printArrived(arrived: readonly ArrivedSignal[], warmFromMs: number): void {
  const took = (signals: readonly ArrivedSignal[]): string =>
    spread(signals.map(({ untilDriverMs }) => untilDriverMs));
  const warm = arrived.filter(({ sentAtMs }) => sentAtMs >= warmFromMs);
  const nearClose = warm.filter(({ sentAtMs }) => sentAtMs % MINUTE_MS < NEAR_CLOSE_MS);
  const cold = arrived.filter(({ sentAtMs }) => sentAtMs < warmFromMs);
  print(`  request to driver: ${took(warm)}`);
  print(`  within ${NEAR_CLOSE_MS / 1_000} s of a minute's close: ${took(nearClose)}`);
  print(`  in the first ${WARM_UP_MS / 1_000} s (excluded above): ${took(cold)}`);
}

type IdleRow = { readonly message: string | null; readonly count: number };

/** What bots said on signals that led to no order, the most frequent first. */
async function whyIdle({ database }: PartnerWorld): Promise<readonly string[]> {
  const text = `
    SELECT messages[cardinality(messages)] AS message, count(*) AS count FROM bot_taken_inputs
    WHERE order_ids = '{}' GROUP BY 1 ORDER BY 2 DESC LIMIT 5`;
  const rows = await database.read<IdleRow>({ text }, []);
  return rows.map(({ message, count }) => `without an order: ${count}, "${message ?? ''}"`);
}

type Expenditure = {
  readonly work: DatabaseWork;
  readonly cpuMs: readonly number[];
  readonly figures: Awaited<ReturnType<Runner['ask']>>;
};

/** Processor time in the order of PARTS, of all that ran on the machine. */
async function spentSoFar(
  { url, service, database }: PartnerWorld,
  runner: Runner,
): Promise<Expenditure> {
  const work = await databaseWork(database);
  const figures = await runner.ask();
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1_000;
  const parts = [figures.cpuMs, processCpuMs(service.child.pid ?? 0), postgresCpuMs(url), own];
  const others = machineBusyMs() - parts.reduce((sum, ms) => sum + ms, 0);
  return { work, cpuMs: [...parts, others], figures };
}

function printSpent(before: Expenditure, after: Expenditure, count: number): void {
  const each = (from: number, to: number): string => ((to - from) / count).toFixed(2);
  const parts = PARTS.map(
    (part, index) => `${part} ${each(before.cpuMs[index] ?? 0, after.cpuMs[index] ?? 0)}`,
  );
  print(`  processor time in ms per signal: ${parts.join(', ')}`);
  const [from, to] = [before.work, after.work];
  const transactions = `transactions ${each(from.transactions, to.transactions)}`;
  const flushes = `flushes of the log ${each(from.flushes, to.flushes)}`;
  const bytes = `its bytes ${((to.bytes - from.bytes) / count).toFixed(0)}`;
  print(`  database per signal: ${transactions}, ${flushes}, ${bytes}`);
}

/** Or for so long that what is left counts as not acted on. */
async function untilTaken({ database }: PartnerWorld): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await pause(500);
    const text = 'SELECT count(*) AS count FROM bot_inbox';
    const [row] = await database.read<{ count: number }>({ text }, []);
    if (row?.count === 0) return;
  }
}

async function countTaken({ database }: PartnerWorld) {
  const text = `
    SELECT count(*) AS taken, count(*) FILTER (WHERE cardinality(order_ids) > 0) AS acted
    FROM bot_taken_inputs`;
  const [row] = await database.read<{ taken: number; acted: number }>({ text }, []);
  return row ?? { taken: 0, acted: 0 };
}
