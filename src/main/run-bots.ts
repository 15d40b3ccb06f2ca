// A process that runs bots, until it is told to stop; then it hands them over at once.

import { postgresBotInbox } from '#adapters/postgres/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/bot-run-store.ts';
import type { Config } from '#main/config.ts';
import type { RoleParts } from '#main/run-role.ts';
import { runRole } from '#main/run-role.ts';
import { serveBots } from '#main/serve-bots.ts';

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
  const service = serveBots(
    { ...deps, ...stores, runs, inbox, log },
    database.url,
    stopWatch.onDefect,
  );
  const reason = await stopWatch.reason;
  log.info('bots.stopping', { reason: reason.kind === 'signal' ? reason.signal : reason.kind });
  await service.stop();
  if (reason.kind === 'defect') throw reason.error;
}
