// Opens the core that the service and every command work on: a prepared data directory, a migrated
// database with the store in it, the exchanges, and the machine's own ports.

import { join } from 'node:path';
import type { DatabaseClock } from '#adapters/postgres/connection/database-clock.ts';
import { tracedDatabase } from '#adapters/postgres/connection/traced-database.ts';
import { openDatabaseClock } from '#adapters/postgres/connection/database-clock.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { candleFiles } from '#adapters/files/candle-files.ts';
import { postgresAccountLeases } from '#adapters/postgres/stores/account-lease-store.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { openInstallation } from '#adapters/postgres/connection/installation.ts';
import { openStore } from '#adapters/postgres/open-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresNotificationStore } from '#adapters/postgres/stores/notification-store.ts';
import { postgresWebhookStore } from '#adapters/postgres/stores/webhook-store.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { NO_SECRETS } from '#adapters/system/no-secrets.ts';
import { credentialSealer } from '#adapters/system/credential-box.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { ServiceDeps } from '#cli/host.ts';
import type { RetainedMarkets } from '#adapters/venue-link/retained-markets.ts';
import { retainedMarkets } from '#adapters/venue-link/retained-markets.ts';
import { identifierAt } from '#lib/identifier.ts';
import type { Config } from '#main/settings/config.ts';
import type { Connection, ConnectOptions } from '#main/opening/connect-database.ts';
import { connectDatabase } from '#main/opening/connect-database.ts';
import { closeDataDirectory, prepareDataDirectory } from '#main/settings/data-directory.ts';
import { openScriptChecker } from '#main/checks/open-script-checker.ts';
import { openMasterKey } from '#main/settings/master-key.ts';
import type { Exchanges } from '#main/opening/open-exchanges.ts';
import { openExchanges } from '#main/opening/open-exchanges.ts';
import type { LinkedVenues } from '#main/opening/link-venues.ts';
import { postgresInstallationStore } from '#adapters/postgres/stores/installation-store.ts';
import type { TracedProcess } from '#main/opening/open-tracing.ts';
import { openTracing } from '#main/opening/open-tracing.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';
import { linkVenues } from '#main/opening/link-venues.ts';
import { whileComingUp } from '#main/process/while-coming-up.ts';
import type { ListPositionsDeps } from '#services/accounts/list-positions.ts';
import type { ScriptChecker } from '#ports/work/script-checker.ts';
import type { Secrets } from '#ports/world/secrets.ts';
import type { Store } from '#ports/stores/store.ts';

export type Core = {
  readonly database: Database;
  /** The time that all processes of the installation agree on. */
  readonly clock: DatabaseClock;
  /** The names of the migrations that were applied now. */
  readonly applied: readonly string[];
  /** Whether the embedded cluster is held now; null without one. */
  readonly isClusterAttached: (() => boolean) | null;
  readonly store: Store;
  /** Whether `onChange` would be called now for a change made anywhere. */
  readonly hearsChanges: (this: void) => boolean;
  readonly exchanges: Exchanges;
  /** Of real exchanges, by their codes. */
  readonly marketFeeds: LinkedVenues['marketFeeds'];
  readonly deps: ServiceDeps & ListPositionsDeps;
  readonly secrets: Secrets;
  readonly checker: ScriptChecker;
  /** Null: nothing is traced. */
  readonly tracer: Tracer | null;
  readonly close: (this: void) => Promise<void>;
};

export type CoreOptions = ConnectOptions & {
  /** False for a process that runs scripts: it gets no master key, and makes none. */
  readonly hasMasterKey: boolean;
  /**
   * For a process that serves: keys, users or accounts may have changed anywhere, and whoever
   * remembers them must forget. Null: nothing is remembered.
   */
  readonly onChange: (() => void) | null;
  /** Beside `onChange`: these users have new events; null: any may have. */
  readonly onEvents?: (userIds: readonly string[] | null) => void;
  /** Hears of a defect that ended the check of a script, under the id that its user got. */
  readonly onCheckDefect: (defectId: string, cause: string) => void;
  /** Hears of a defect that keeps one simulated account from being settled in the background. */
  readonly onAccountDefect?: (accountId: string, error: unknown) => void;
  /** Of a process that is traced where tracing is on; absent: a command, which never is. */
  readonly traced?: TracedProcess;
};

/** Throws Failure and CommandFailed; nothing stays open then. */
export async function openCore(config: Config, options: CoreOptions): Promise<Core> {
  prepareDataDirectory(config.dataDir);
  closeDataDirectory(config.dataDir, options.report);
  const secrets = options.hasMasterKey ? systemSecrets(openMasterKey(config)) : NO_SECRETS;
  const connection = await connectTraced(config, options);
  const { database, tracer, applied, isClusterAttached } = connection;
  const clock = await openClock(connection, options);
  try {
    if (options.hasMasterKey)
      await whileComingUp(options, () => claimInstallation(database, clock, secrets));
  } catch (error) {
    clock.stop();
    await connection.close();
    throw error;
  }
  const opened = openStoreOf(database, clock, options);
  const { store, hearsChanges } = opened;
  const checker = openScriptChecker(options.onCheckDefect);
  const linked = await linkVenues(
    config,
    clock,
    {
      leases: postgresAccountLeases(database),
      installation: postgresInstallationStore(database, []),
    },
    options.hasMasterKey ? marketFilesIn(config) : null,
    tracer,
  );
  const close = async (): Promise<void> => {
    clock.stop();
    linked.close();
    await checker.close();
    await opened.close();
    await connection.close();
  };
  const exchanges = openExchanges(database, clock, {
    venues: linked.exchanges,
    onDefect: options.onAccountDefect,
  });
  const deps: ServiceDeps & ListPositionsDeps = {
    ...storesOf(store),
    sealerFor: credentialSealer,
    botRuns: postgresBotRunStore(database),
    ...depsOf(exchanges),
    candleFiles,
    clock,
    random: systemRandom,
    digest: systemDigest,
    ...outgoingDeps(config, database, secrets),
  };
  const wiring = { applied, isClusterAttached, hearsChanges };
  const { marketFeeds } = linked;
  return {
    ...wiring,
    database,
    clock,
    store,
    exchanges,
    marketFeeds,
    deps,
    secrets,
    checker,
    tracer,
    close,
  };
}

async function connectTraced(
  config: Config,
  options: CoreOptions,
): Promise<Connection & Pick<Core, 'tracer'>> {
  const connection = await connectDatabase(config, options);
  const tracing = await openTracing(config.tracing, options.traced ?? null);
  const { tracer } = tracing;
  if (tracer === null) return { ...connection, tracer };
  const close = async (): Promise<void> => {
    await connection.close();
    await tracing.close();
  };
  return { ...connection, database: tracedDatabase(connection.database, tracer), tracer, close };
}

function depsOf(exchanges: Exchanges) {
  return {
    exchanges: exchanges.registry,
    simulatedVenues: exchanges.simulatedVenues,
    paperVenues: exchanges.paperVenues,
    history: exchanges.history,
    candleSources: exchanges.candleSources,
    archiveCode: exchanges.archiveCode,
    futuresTerms: exchanges.futuresTerms,
  };
}

function storesOf(store: Core['store']) {
  return {
    users: store,
    signIns: store,
    hooks: store,
    watchLists: store,
    dataSeries: store,
    keys: store,
    accounts: store,
    scripts: store,
    bots: store,
    partners: store,
    events: store,
    credentials: store,
  };
}

/** Of what is sent to users wherever they like. */
function outgoingDeps(
  { webhookNetworks, mailServer }: Config,
  database: Database,
  secrets: Secrets,
) {
  return {
    webhooks: postgresWebhookStore(database),
    webhookNetworks,
    notifications: postgresNotificationStore(database),
    notificationRules: { networks: webhookNetworks, hasMailServer: mailServer !== null },
    secrets,
  };
}

async function openClock(
  { database, close }: Connection,
  options: CoreOptions,
): Promise<DatabaseClock> {
  const onSkew = (skewMs: number): void =>
    options.report(
      `The clock of this machine is ${(skewMs / 1_000).toFixed(1)} s ahead of the database's, ` +
        'whose time is used; set both by a time server (NTP).',
    );
  try {
    return await whileComingUp(options, () => openDatabaseClock(database, { onSkew }));
  } catch (error) {
    await close();
    throw error;
  }
}

function openStoreOf(
  database: Database,
  clock: DatabaseClock,
  { onChange, onEvents = () => undefined, report }: CoreOptions,
): Pick<Core, 'store' | 'hearsChanges' | 'close'> {
  if (onChange === null) {
    const close = (): Promise<void> => Promise.resolve();
    return { store: postgresStore(database), hearsChanges: () => false, close };
  }
  const { store, listener, close } = openStore(database, clock, { onChange, onEvents, report });
  return { store, hearsChanges: () => listener.isLive(), close };
}

/** A database belongs to one master key: under another one its secrets could not be opened. */
async function claimInstallation(
  database: Database,
  clock: DatabaseClock,
  secrets: Secrets,
): Promise<void> {
  const nowMs = clock.nowMs();
  const masterKeyFingerprint = secrets.fingerprint;
  const installation = await openInstallation(database, {
    installationId: identifierAt('inst', nowMs, systemRandom.bytes(10)),
    masterKeyFingerprint,
    createdAtMs: nowMs,
  });
  if (installation.masterKeyFingerprint === masterKeyFingerprint) return;
  throw new CommandFailed(
    `The database belongs to the master key ${installation.masterKeyFingerprint}, ` +
      `and this data directory has ${masterKeyFingerprint}.`,
    'Set TIDEMILL_MASTER_KEY to the key of this installation, or use its data directory.',
  );
}

/** By the clock of the machine, which dates files. */
function marketFilesIn({ dataDir }: Config): RetainedMarkets {
  return retainedMarkets(join(dataDir, 'markets'), () => Date.now());
}
