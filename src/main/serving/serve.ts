// The service: takes its place, gets its database, responds to requests, works in the background,
// and ends in order.

import { randomUUID } from 'node:crypto';
import { openDatabase, poolAddressOf } from '#adapters/postgres/connection/database.ts';
import { atFirstStart } from '#adapters/postgres/first-start.ts';
import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import { countJobs } from '#adapters/postgres/jobs/job-rows.ts';
import { readStateCounts, readTableSizes } from '#adapters/postgres/growth/read-state-counts.ts';
import { postgresRateLimitStore } from '#adapters/postgres/stores/rate-limit-store.ts';
import { postgresEventPartStore } from '#adapters/postgres/stores/event-part-store.ts';
import { postgresLineMonthStore } from '#adapters/postgres/stores/line-month-store.ts';
import { postgresRetentionStore } from '#adapters/postgres/stores/retention-store.ts';
import { postgresEventLog } from '#adapters/postgres/stores/event-log.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { countWorkingOrders } from '#adapters/postgres/stores/order-counts.ts';
import {
  ARCHIVED_EVENTS,
  ARCHIVED_LINES,
  parquetArchive,
} from '#adapters/files/parquet-archive.ts';
import { jsonLog } from '#adapters/system/json-log.ts';
import { channelSender } from '#adapters/notifications/channel-sender.ts';
import { readDiskSpace } from '#adapters/system/disk-space.ts';
import { systemTimer } from '#adapters/system/system-ports.ts';
import { httpWebhookSender } from '#adapters/webhooks/http-webhook-sender.ts';
import { webhookBody } from '#api/schemas/webhook.ts';
import type { TidemillApi } from '#api/tidemill-api.ts';
import type { Welcome } from '#cli/host.ts';
import type { ShutdownSignal } from '#main/process/shutdown-signal.ts';
import { listenForShutdown } from '#main/process/shutdown-signal.ts';
import { startBackground } from '#main/serving/background.ts';
import type { BackgroundDefects } from '#main/process/background-defects.ts';
import { backgroundDefects } from '#main/process/background-defects.ts';
import type { RetainedWithJobs } from '#main/serving/build-api.ts';
import { watchLateness } from '#main/serving/watch-lateness.ts';
import { readRarely } from '#main/serving/read-rarely.ts';
import { diskFigures } from '#main/serving/disk-figures.ts';
import { stateFigures } from '#main/serving/state-figures.ts';
import { buildApi, requestDeps } from '#main/serving/build-api.ts';
import type { Config, Environment } from '#main/settings/config.ts';
import { addressOf } from '#main/settings/service-address.ts';
import { prepareDataDirectory } from '#main/settings/data-directory.ts';
import { welcomeFirstUser } from '#main/opening/first-start.ts';
import type { Core } from '#main/opening/open-core.ts';
import { openCore } from '#main/opening/open-core.ts';
import { openReserve } from '#main/work/open-reserve.ts';
import { explainListening, probePort } from '#main/process/probe-port.ts';
import { warnOfScriptUser } from '#main/checks/script-user-check.ts';
import { reportProcess } from '#main/process/report-process.ts';
import type { ServerRole } from '#main/process/server-role.ts';
import type { ServiceFigures } from '#main/serving/service-figures.ts';
import { serviceFigures } from '#main/serving/service-figures.ts';
import { takeServerRole } from '#main/process/server-role.ts';
import { recordFigures } from '#main/process/record-figures.ts';
import { mergeFigures } from '#main/process/process-figures.ts';
import { QUEUES } from '#main/work/queues.ts';
import { isKeyHeld } from '#main/work/held-process.ts';
import type { WorkerProcess } from '#main/work/worker-process.ts';
import { startWorkerProcess } from '#main/work/worker-process.ts';
import type { Patience } from '#main/process/while-coming-up.ts';
import type { BesideRole } from '#main/run-role.ts';
import { whileComingUp } from '#main/process/while-coming-up.ts';
import type { Log } from '#venue-port/world/log.ts';

const DATABASE_PATIENCE_MS = 20_000;

/** Between two readings of figures that cost more than others. */
const STATE_COUNTS_MS = 30_000;
const TABLE_SIZES_MS = 300_000;
/** Each session plans the numbering of events anew, which takes longer than to number hundreds. */
const NUMBERING = { applicationName: 'tidemill events', connectionsMax: 1 } as const;

export type ServeOptions = {
  readonly version: string;
  /** Processes that are run beside this one, and what they inherit. */
  readonly beside: readonly BesideRole[];
  readonly environment: Environment;
  /** Called on the very first start, when requests are served already. */
  readonly welcome: (made: Welcome) => Promise<void>;
};

/**
 * Settles when the service has ended in order. Throws Failure and CommandFailed when it cannot
 * start.
 */
export async function serve(wanted: Config, options: ServeOptions): Promise<void> {
  prepareDataDirectory(wanted.dataDir);
  const role = await takeServerRole(wanted.dataDir, {
    keyHolderId: isKeyHeld(options.environment) ? process.ppid : undefined,
    report: (message) => void process.stderr.write(`${message}\n`),
  });
  try {
    const config = { ...wanted, port: await probePort(wanted.host, wanted.port) };
    const log = jsonLog(config.logLevel);
    const rememberers = new Set<() => void>();
    const readers = new Set<TidemillApi['noteEvents']>();
    const defects = backgroundDefects(log);
    const core = await openCore(config, {
      hasMasterKey: true,
      ...patienceOf(log),
      onAccountDefect: (accountId, error) =>
        defects.note({ work: 'settle', account_id: accountId }, error),
      onCheckDefect: (id, cause) => log.error('check.defect', { defect_id: id, cause }),
      traced: { role: 'api', version: options.version, log },
      onChange() {
        for (const forget of rememberers) forget();
      },
      onEvents(userIds) {
        for (const note of readers) note(userIds);
      },
    });
    try {
      await serveCore(config, options, { core, log, role, rememberers, readers, defects });
    } finally {
      await core.close();
    }
    log.info('service.stopped', {});
    // The channel would keep the process alive.
    if (isKeyHeld(options.environment) && process.connected) process.disconnect?.();
  } finally {
    role.release();
  }
}

type CoreParts = {
  readonly core: Core;
  readonly log: Log;
  readonly role: ServerRole;
  readonly defects: BackgroundDefects;
  /** Called when what is remembered of keys, users or accounts may be old. */
  readonly rememberers: Set<() => void>;
  /** Called when users have new events. */
  readonly readers: Set<TidemillApi['noteEvents']>;
};

type Parts = CoreParts & { readonly retained: RetainedWithJobs };

/** Jobs are only queued here; worker processes carry them out. */
async function serveCore(config: Config, options: ServeOptions, parts: CoreParts): Promise<void> {
  const { core, log } = parts;
  const report = (message: string): void => log.warn('jobs.remark', { message });
  const { jobs, close } = await whileComingUp(patienceOf(log), () =>
    openJobs(core.database, { isRunning: false, queues: QUEUES, report }),
  );
  try {
    const retained = {
      backtests: postgresBacktestStore(core.database, jobs),
      labs: postgresLabStore(core.database, jobs),
    };
    await run(config, options, { ...parts, retained });
  } finally {
    await close();
  }
}

async function run(config: Config, options: ServeOptions, parts: Parts): Promise<void> {
  const { core, log, role, rememberers, readers, retained, defects } = parts;
  const { version, environment, beside } = options;
  const shutdownSignal = listenForShutdown(log, isKeyHeld(environment));
  const baseUrl = config.baseUrl ?? addressOf(config);
  const figures = figuresOf(core, defects, { version, ...config });
  const processes: WorkerProcess[] = [];
  const lateness = watchLateness(systemTimer, performance, core.database);
  const reserve = openReserve(core.database, {
    clock: core.clock,
    log,
    venues: core.exchanges.venues,
  });
  let isWelcomed = false;
  const task = {
    config,
    baseUrl,
    version,
    figures: () => [...figures.read(), ...lateness.figures(), ...figuresBeside(processes)],
    isLate: lateness.isLate,
    retained,
    reserve,
    isWelcomed: () => isWelcomed,
  };
  const api = await buildApi(task, core, log);
  rememberers.add(() => api.forgetPrincipals());
  readers.add(api.noteEvents);
  try {
    // The built-in database serves one process: requests that were under way died with the last.
    if (config.databaseUrl === null)
      await whileComingUp(patienceOf(log), () => core.store.releaseAll());
    await listen(api, config);
    role.announce(baseUrl);
    const deps = { ...core.deps, checker: core.checker };
    const { welcome } = options;
    // One that broke off is carried on as it would be by the next start.
    await whileComingUp(patienceOf(log), () =>
      atFirstStart(core.database, (firstStart) =>
        welcomeFirstUser({ deps, baseUrl, firstStart, welcome }),
      ),
    );
    isWelcomed = true;
    // One line: the link of a first start stays on the screen above it.
    const newest = core.applied.at(-1);
    if (newest !== undefined)
      log.info('database.migrated', { migrations_count: core.applied.length, newest });
    log.info('service.started', { version, base_url: baseUrl, data_dir: config.dataDir });
    await warnOfScriptUser(log);
    for (const role of besideOf(config, beside))
      processes.push(startWorkerProcess(role, config, environment, log));
    const endReport = reportProcess({
      core,
      log,
      version,
      role: 'api',
      figures: figures.read,
      slowRequests: () => api.slowRequests(),
    });
    try {
      await untilStopped(api, shutdownSignal, { ...parts, figures, ...config });
    } finally {
      await endReport();
      await Promise.all(processes.map((each) => each.stop()));
    }
  } finally {
    lateness.stop();
    await api.close();
    await reserve.close();
  }
}

function figuresBeside(processes: readonly WorkerProcess[]) {
  return mergeFigures([recordFigures('api'), ...processes.flatMap((each) => each.figures())]);
}

/** An installation without real exchanges needs no process for them. */
function besideOf({ venues }: Config, beside: readonly BesideRole[]): readonly BesideRole[] {
  return venues?.length === 0 ? beside.filter((role) => role !== 'venues') : beside;
}

function patienceOf(log: Log): Patience {
  const report = (message: string): void => log.warn('database.remark', { message });
  return { patienceMs: DATABASE_PATIENCE_MS, report };
}

function figuresOf(
  { clock, database, exchanges, isClusterAttached }: Core,
  defects: BackgroundDefects,
  { version, dataDir, archiveDir }: Pick<Config, 'dataDir' | 'archiveDir'> & { version: string },
): ServiceFigures {
  const now = (): number => performance.now();
  const counts = readRarely(STATE_COUNTS_MS, now, () => readStateCounts(database, clock.nowMs()));
  const folders = new Map([
    ['data', dataDir],
    ...(archiveDir === null ? [] : [['archive', archiveDir] as const]),
  ]);
  const disks = async () =>
    new Map(
      await Promise.all(
        [...folders].map(async ([use, folder]) => [use, await readDiskSpace(folder)] as const),
      ),
    );
  const sizes = readRarely(TABLE_SIZES_MS, now, () => readTableSizes(database));
  return serviceFigures({
    version,
    startedAtMs: clock.nowMs(),
    clockSkewMs: clock.skewMs,
    defectsCount: defects.count,
    databaseUsage: () => database.usage(),
    isClusterAttached,
    takeSample: async () => ({
      settleLagMs: await exchanges.settleLagMs(),
      ordersByState: await countWorkingOrders(database),
      jobsByQueue: await countJobs(database, QUEUES),
      stored: [...diskFigures(await disks()), ...stateFigures(await counts(), await sizes())],
    }),
  });
}

async function untilStopped(
  api: TidemillApi,
  shutdownSignal: ShutdownSignal,
  parts: Parts & { readonly figures: ServiceFigures } & Pick<
      Config,
      | 'eventDays'
      | 'retention'
      | 'archiveDir'
      | 'webhookNetworks'
      | 'mailServer'
      | 'telegramUrl'
      | 'baseUrl'
    >,
): Promise<void> {
  const { core, log, figures, retained, archiveDir } = parts;
  const deps = requestDeps(core, log, retained);
  const numbering = openDatabase({ ...NUMBERING, ...poolAddressOf(core.database) });
  const stopBackground = startBackground({
    orders: deps,
    riskSwitch: core.store,
    signals: deps.signals,
    exchanges: core.exchanges,
    idempotency: core.store,
    rateLimits: postgresRateLimitStore(core.database),
    credentials: core.store,
    bots: core.store,
    events: postgresEventLog(numbering),
    equity: { ...deps, equity: core.store },
    exchangeHealth: core.store,
    signIns: core.store,
    eventDays: parts.eventDays,
    retention: parts.retention,
    stored: postgresRetentionStore(core.database),
    lineMonths: postgresLineMonthStore(core.database),
    lineArchive: archiveDir === null ? null : parquetArchive(archiveDir, ARCHIVED_LINES),
    eventParts: postgresEventPartStore(core.database),
    eventArchive: archiveDir === null ? null : parquetArchive(archiveDir, ARCHIVED_EVENTS),
    processId: randomUUID(),
    webhooks: {
      ...deps,
      secrets: core.secrets,
      sender: httpWebhookSender({ allowed: parts.webhookNetworks }),
      bodyOf: webhookBody,
    },
    notifications: {
      ...deps,
      secrets: core.secrets,
      channelSender: channelSender({ ...parts, allowed: parts.webhookNetworks }),
      consoleUrl: parts.baseUrl,
    },
    deletions: { ...deps, users: core.store, riskSwitch: core.store, timer: systemTimer },
    hasEventReaders: () => api.hasEventReaders(),
    backtests: retained.backtests,
    clock: core.deps.clock,
    log,
    flushKeyUses: () => api.flushKeyUses(),
    figures,
    onDefect: parts.defects.note,
  });
  const reason = await shutdownSignal.reason;
  log.info('service.stopping', { reason: reason.kind === 'signal' ? reason.signal : reason.kind });
  // Requests first, while everything that they need still works.
  await api.close();
  await stopBackground();
  await numbering.close();
  await flushLastUses(api, log);
  if (reason.kind === 'defect') throw reason.error;
}

/** Best effort: the database may be the reason why we stop. */
async function flushLastUses(api: TidemillApi, log: Log): Promise<void> {
  try {
    await api.flushKeyUses();
  } catch (error) {
    log.warn('key_uses.lost', { cause: String(error) });
  }
}

async function listen(api: TidemillApi, config: Config): Promise<void> {
  try {
    await api.listen(config);
  } catch (error) {
    throw explainListening(error, config.host, config.port);
  }
}
