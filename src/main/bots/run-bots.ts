// A process that runs bots, until it is asked to stop; then it hands them over at once.

import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import {
  poolAddressOf,
  openDatabase,
  sessionUrlOf,
} from '#adapters/postgres/connection/database.ts';
import type { Config } from '#main/settings/config.ts';
import type { RoleParts } from '#main/run-role.ts';
import { runRole } from '#main/run-role.ts';
import type { RunThreadOptions } from '#main/bots/open-run-threads.ts';
import { openRunThreads, RUN_THREADS } from '#main/bots/open-run-threads.ts';
import { showStatus } from '#main/process/process-figures.ts';
import { serveBots } from '#main/bots/serve-bots.ts';

/**
 * A lease lives for four seconds, so a renewal without a response is given up well before, and
 * the next one is made on another connection.
 */
const LEASE_CONNECTIONS = {
  applicationName: 'tidemill leases',
  connectionsMax: 2,
  statementTimeoutMs: 1_000,
  responseGraceMs: 200,
} as const;

/** See runRole. `threads` is what their scripts run on. */
export async function runBots(
  config: Config,
  version: string,
  threads: Omit<RunThreadOptions, 'sharedCount'> = RUN_THREADS,
): Promise<void> {
  await runRole(config, { role: 'bots', version }, async (parts) => {
    parts.log.info('bots.started', { version });
    const shared = { ...threads, sharedCount: config.botThreads };
    await runUntilStopped(config, { ...parts, version }, shared);
  });
}

async function runUntilStopped(
  config: Config,
  { core, log, shutdownSignal, version }: RoleParts & { readonly version: string },
  threads: RunThreadOptions,
): Promise<void> {
  const { store, database, deps } = core;
  const stores = { accounts: store, orders: store, idempotency: store, bots: store };
  const leaseDatabase = openDatabase({ ...LEASE_CONNECTIONS, ...poolAddressOf(database) });
  const runs = postgresBotRunStore(database, leaseDatabase);
  const inbox = postgresBotInbox(database);
  const service = serveBots(
    {
      ...deps,
      ...stores,
      runs,
      inbox,
      log,
      marketFeeds: core.marketFeeds,
      liveMinutes: new Map(),
      tracer: core.tracer,
    },
    openRunThreads(threads),
    sessionUrlOf(database),
    shutdownSignal.onDefect,
  );
  const hide = await showStatus(config, 'bots', service.status, { core, log, version });
  const reason = await shutdownSignal.reason;
  log.info('bots.stopping', { reason: reason.kind === 'signal' ? reason.signal : reason.kind });
  await service.stop();
  await hide();
  await leaseDatabase.close();
  if (reason.kind === 'defect') throw reason.error;
}
