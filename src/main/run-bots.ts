// A process that runs bots, until it is told to stop; then it hands them over at once.

import { randomUUID } from 'node:crypto';
import { BOT_CHANNEL } from '#adapters/postgres/bot-channel.ts';
import { postgresBotInbox } from '#adapters/postgres/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/bot-run-store.ts';
import { openListener } from '#adapters/postgres/listener.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Config } from '#main/config.ts';
import type { RoleParts } from '#main/run-role.ts';
import { runRole } from '#main/run-role.ts';
import type { RepeatedWork } from '#main/repeat.ts';
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
  const start = (work: Omit<RepeatedWork, 'onDefect'>) => repeat({ ...work, onDefect }, log);
  const renewing = start({
    name: 'bot_leases',
    pauseMs: LIMITS.botLeaseRenewMs,
    round: runner.renew,
  });
  const running = start({ name: 'bots', pauseMs: LIMITS.botTickMs, round: runner.tick });
  const receiving = start({
    name: 'bot_inputs',
    pauseMs: LIMITS.botInboxPollMs,
    round: runner.receive,
  });
  const hear = (news: string): void => {
    if (news !== 'bots') receiving.wake();
    if (news === 'inbox') return;
    runner.noteChange();
    running.wake();
  };
  const subscription = { channel: BOT_CHANNEL, onMessage: hear, onGap: () => hear('') };
  const report = (message: string): void => log.warn('database.remark', { message });
  const listener = openListener(database.url, [subscription], report);
  const reason = await stopWatch.reason;
  log.info('bots.stopping', { reason: reason.kind === 'signal' ? reason.signal : reason.kind });
  await listener.close();
  const repetitions = [renewing, running, receiving];
  await Promise.all(repetitions.map((repetition) => repetition.stop()));
  await runner.settled();
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
