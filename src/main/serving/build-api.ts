// The HTTP API over this installation.

import { randomUUID } from 'node:crypto';
import { postgresInstallationStore } from '#adapters/postgres/stores/installation-store.ts';
import { QUEUES } from '#main/work/queues.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresPartnerUsageStore } from '#adapters/postgres/stores/partner-usage-store.ts';
import { postgresPartnerSignalStore } from '#adapters/postgres/stores/partner-signal-store.ts';
import { postgresPartnerBotStore } from '#adapters/postgres/stores/partner-bot-store.ts';
import { postgresRateLimitStore } from '#adapters/postgres/stores/rate-limit-store.ts';
import { webauthnPasskeys } from '#adapters/passkeys/webauthn-passkeys.ts';
import { argonPasswords } from '#adapters/system/argon-passwords.ts';
import { systemTimer } from '#adapters/system/system-ports.ts';
import { withLowPriority } from '#adapters/postgres/connection/low-priority-work.ts';
import { writeProbe } from '#adapters/postgres/connection/write-probe.ts';
import { isMigrated, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { readConsole } from '#main/serving/read-console.ts';
import { DEFAULT_SHARES, PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import type { Figure } from '#api/http/responses/metrics.ts';
import type { ServiceDeps } from '#api/http/service-deps.ts';
import type { TidemillApi } from '#api/tidemill-api.ts';
import { tidemillApi } from '#api/tidemill-api.ts';
import type { Config } from '#main/settings/config.ts';
import type { Core } from '#main/opening/open-core.ts';
import type { Reserve } from '#main/work/open-reserve.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { LabStore } from '#ports/stores/lab-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';

/** Stores that queue jobs. */
export type RetainedWithJobs = { readonly backtests: BacktestStore; readonly labs: LabStore };

/** Two reads in a row: readiness is known within two seconds. */
const READINESS_READ_MS_MAX = 900;

export type ApiTask = {
  readonly config: Config;
  readonly baseUrl: string;
  readonly version: string;
  readonly figures: () => readonly Figure[];
  /** Whether the first start, if it is one, has shown its key. */
  readonly isWelcomed: () => boolean;
  readonly isLate: () => boolean;
  readonly retained: RetainedWithJobs;
  readonly reserve: Reserve;
};

/** Nothing listens yet. */
export async function buildApi(task: ApiTask, core: Core, log: Log): Promise<TidemillApi> {
  const { config, baseUrl, version, figures, retained, isWelcomed, reserve } = task;
  const { database, store } = core;
  const { clock, random } = core.deps;
  const schema = readSchema();
  const console = readConsole();
  if (console === null)
    log.warn('console.not_built', { advice: 'Build it: npm run build -w console' });
  const takesChanges = writeProbe(database, () => performance.now());
  return tidemillApi(
    {
      ports: {
        clock,
        timer: systemTimer,
        random,
        log,
        keys: store,
        idempotency: store,
        secrets: core.secrets,
        tracer: core.tracer,
        // The built-in database serves one process, which counts by itself.
        rateLimits: config.databaseUrl === null ? null : postgresRateLimitStore(database),
      },
      reserved: { keys: reserve.store, idempotency: reserve.store },
      signIn: {
        ...core.deps,
        secrets: core.secrets,
        passwords: argonPasswords(),
        passkeys: webauthnPasskeys(),
      },
      services: { ...requestDeps(core, log, retained), reserve: reserve.deps },
      baseUrl,
      docsUrl: config.docsUrl ?? baseUrl,
      budgets: { ...PUBLISHED_BUDGETS, ...config.rateLimits },
      tenantBudgets: config.tenantBudgets ?? DEFAULT_SHARES.tenantBudgets,
      requestShare: config.tenantRequests ?? DEFAULT_SHARES.requestShare,
      unknownCallers: config.unknownCallers ?? DEFAULT_SHARES.unknownCallers,
      giveWay: withLowPriority,
      trustedProxies: config.trustedProxies,
      hostNames: config.hostNames,
      cursorKey: core.secrets.deriveKey('cursors'),
      newRequestId: randomUUID,
      hearsChanges: core.hearsChanges,
      isLate: task.isLate,
      isReady: async () => {
        if (!isWelcomed()) return false;
        try {
          const [isCurrent, isWritable] = await Promise.all([
            isMigrated(database, schema, { responseMsMax: READINESS_READ_MS_MAX }),
            takesChanges(),
          ]);
          return isCurrent && isWritable;
        } catch (error) {
          if (error instanceof Failure) return false;
          throw error;
        }
      },
      figures,
    },
    version,
    console,
  );
}

/** What the use cases behind the API need. */
export function requestDeps(
  core: Core,
  log: Log,
  retained: RetainedWithJobs,
): Omit<ServiceDeps, 'reserve'> {
  const { deps, store, checker, marketFeeds } = core;
  const records = {
    accounts: store,
    orders: store,
    idempotency: store,
    bots: store,
    events: store,
    equity: store,
    hooks: store,
    watchLists: store,
    dataSeries: store,
  };
  const stores = { ...records, riskSwitch: store, ledger: core.exchanges.ledger };
  const { database } = core;
  const botStores = {
    botRuns: postgresBotRunStore(database),
    inbox: postgresBotInbox(database),
    partnerBots: postgresPartnerBotStore(database),
    signals: postgresPartnerSignalStore(database),
    usage: postgresPartnerUsageStore(database),
    installation: postgresInstallationStore(database, QUEUES),
  };
  return { ...deps, ...stores, ...botStores, ...retained, marketFeeds, log, checker };
}
