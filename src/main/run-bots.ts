// A process that runs bots, until it is told to stop; then it hands them over at once.

import { randomUUID } from 'node:crypto';
import { postgresBotInbox } from '#adapters/postgres/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/bot-run-store.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Config } from '#main/config.ts';
import type { RoleParts } from '#main/run-role.ts';
import { runRole } from '#main/run-role.ts';
import { repeat } from '#main/repeat.ts';
import { Failure } from '#ports/failure.ts';
import type { Log } from '#ports/log.ts';
import { botRunner } from '#services/bot-runs/bot-runner.ts';
import type { BotRunner } from '#services/bot-runs/bot-runner.ts';

/** See runRole. */
export async function runBots(config: Config, version: string): Promise<void> {
  await runRole(config, 'bots', async (parts) => {
    parts.log.info('bots.started', { version });
    await runUntilStopped(parts);
  });
}

async function runUntilStopped({ core, log, stopWatch }: RoleParts): Promise<void> {
  const { store, database, deps } = core;
  const stores = { accounts: store, orders: store, idempotency: store, bots: store };
  const runs = postgresBotRunStore(database);
  const inbox = postgresBotInbox(database);
  // A monotonic clock that goes on while the machine sleeps is not to be had; one that stands still
  // meanwhile is set right by the store, which refuses what comes too late.
  const monotonicMs = (): number => performance.now();
  const runner = botRunner(
    { ...deps, ...stores, runs, inbox, log },
    { owner: randomUUID(), monotonicMs },
  );
  const { onDefect } = stopWatch;
  const renewing = { name: 'bot_leases', pauseMs: LIMITS.botLeaseRenewMs, round: runner.renew };
  const running = { name: 'bots', pauseMs: LIMITS.botTickMs, round: runner.tick };
  const repetitions = [renewing, running].map((work) => repeat({ ...work, onDefect }, log));
  const reason = await stopWatch.reason;
  log.info('bots.stopping', { reason: reason.kind === 'signal' ? reason.signal : reason.kind });
  await Promise.all(repetitions.map((repetition) => repetition.stop()));
  await handOver(runner, log);
  if (reason.kind === 'defect') throw reason.error;
}

/** Best effort: without it the leases run out by themselves. */
async function handOver(runner: BotRunner, log: Log): Promise<void> {
  try {
    await runner.close();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn('bots.not_handed_over', { cause: error.message });
  }
}
