// Port of the command line to the machine it runs on; main provides it. Commands see the
// dependencies of services and know nothing of databases, drivers or the environment.

import type { activateBots } from '#services/accounts/activate-bots.ts';
import type { CreateAccountDeps } from '#services/accounts/create-account.ts';
import type { listPositions } from '#services/accounts/list-positions.ts';
import type { listEveryAccount } from '#services/accounts/list-every-account.ts';
import type { endBracket } from '#services/brackets/end-bracket.ts';
import type { listBrackets } from '#services/brackets/list-brackets.ts';
import type { placeBracket } from '#services/brackets/place-bracket.ts';
import type { createBot } from '#services/bots/create-bot.ts';
import type { getBotStatistics } from '#services/bot-results/bot-statistics.ts';
import type { listBotLines } from '#services/bots/inspect-bot.ts';
import type { replayRun } from '#services/live/run/replay-run.ts';
import type { viewBot } from '#services/bots/view-bot.ts';
import type { startBot } from '#services/bots/start-bot.ts';
import type { stopBot } from '#services/bots/stop-bot.ts';
import type { readBotValues } from '#services/bots/bot-values.ts';
import type { pauseBot } from '#services/bots/pause-bot.ts';
import type { listBots } from '#services/bots/list-bots.ts';
import type { getComparison } from '#services/comparisons/get-comparison.ts';
import type { requestComparison } from '#services/comparisons/request-comparison.ts';
import type { connectAccount } from '#services/credentials/connect-account.ts';
import type { tailEvents } from '#services/events/tail-events.ts';
import type { listExchangeRecords } from '#services/exchanges/get-exchange.ts';
import type { listExchanges } from '#services/exchanges/list-exchanges.ts';
import type { testExchange } from '#services/exchanges/test-exchange.ts';
import type { ExportHistoryDeps } from '#services/history/export-history.ts';
import type { ImportHistoryDeps } from '#services/history/import-history.ts';
import type { ImportSentCandlesDeps } from '#services/history/import-sent-candles.ts';
import type { VenueCredentials } from '#services/credentials/credential-deps.ts';
import type { ExchangeRecord } from '#services/exchanges/get-exchange.ts';
import type { PromiseMeasurement } from '#services/exchanges/promises-in-use.ts';
import type { MarketDeps } from '#services/backtests/gather-input.ts';
import type { BacktestCompute } from '#services/backtests/perform-backtest.ts';
import type { NotificationDeps } from '#services/notifications/notification-deps.ts';
import type { DataSeriesDeps } from '#services/data-series/manage-data-series.ts';
import type { WatchListDeps } from '#services/history/watch-list.ts';
import type { ManageHooksDeps } from '#services/hooks/manage-hooks.ts';
import type { getBacktest } from '#services/results/get-backtest.ts';
import type { LabDeps } from '#services/labs/lab-deps.ts';
import type { makeBotOfResult } from '#services/labs/make-bot-of-result.ts';
import type { createKey } from '#services/keys/create-key.ts';
import type { deleteKey } from '#services/keys/delete-key.ts';
import type { listKeys } from '#services/keys/list-keys.ts';
import type { setKeyEnabled } from '#services/keys/set-key-enabled.ts';
import type { PartnerDeps } from '#services/partners/partner-deps.ts';
import type { StopEverythingDeps } from '#services/risk/stop-everything.ts';
import type { ScriptCheck, ScriptDeps, ScriptLibrary } from '#services/scripts/script-deps.ts';
import type { endOtherSessions } from '#services/sign-in/end-other-sessions.ts';
import type { listAudit } from '#services/audit/list-audit.ts';
import type { makeSignInLink } from '#services/sign-in/make-sign-in-link.ts';
import type { removeApp } from '#services/sign-in/remove-app.ts';
import type { setRole } from '#services/sign-in/set-role.ts';
import type { createUser } from '#services/users/create-user.ts';
import type { createWebhook } from '#services/webhooks/create-webhook.ts';
import type { deleteUser } from '#services/users/delete-user.ts';
import type { listUsers } from '#services/users/list-users.ts';
import type { setPlan } from '#services/users/set-plan.ts';
import type { ReportSubject } from '#cli/report-subject.ts';
import type { Terminal } from '#cli/terminal.ts';

/** Flags as typed; main checks them together with the environment, which they override. */
export type Flags = {
  readonly dataDir?: string;
  readonly databaseUrl?: string;
  readonly host?: string;
  readonly port?: string;
  /** `yes`, where it was typed. */
  readonly allowRoot?: string;
};

/** What is served; with the API, the others are processes of their own beside it. */
export type ServeRoles = {
  readonly api: boolean;
  readonly worker: boolean;
  readonly bots: boolean;
  readonly venues: boolean;
};

type DepsOf<Service extends (deps: never, ...rest: never[]) => unknown> = Parameters<Service>[0];

/** Everything that the services behind the commands need. */
export type ServiceDeps = CreateAccountDeps &
  MarketDeps &
  ImportHistoryDeps &
  ImportSentCandlesDeps &
  ExportHistoryDeps &
  DepsOf<typeof activateBots> &
  DepsOf<typeof createKey> &
  DepsOf<typeof createUser> &
  DepsOf<typeof createWebhook> &
  DepsOf<typeof makeSignInLink> &
  DepsOf<typeof setRole> &
  DepsOf<typeof tailEvents> &
  DepsOf<typeof removeApp> &
  DepsOf<typeof listAudit> &
  DepsOf<typeof endOtherSessions> &
  DepsOf<typeof deleteKey> &
  Pick<DepsOf<typeof deleteUser>, 'users'> &
  DepsOf<typeof listEveryAccount> &
  DepsOf<typeof listExchanges> &
  DepsOf<typeof listExchangeRecords> &
  DepsOf<typeof testExchange> &
  DepsOf<typeof listKeys> &
  DepsOf<typeof listUsers> &
  DepsOf<typeof setKeyEnabled> &
  DepsOf<typeof setPlan> &
  DepsOf<typeof listBots> &
  DepsOf<typeof listBotLines> &
  Pick<DepsOf<typeof getBotStatistics>, 'botRuns'> &
  DepsOf<typeof viewBot> &
  DepsOf<typeof readBotValues> &
  DepsOf<typeof replayRun> &
  Pick<DepsOf<typeof getComparison>, 'botRuns'> &
  PartnerDeps &
  ManageHooksDeps &
  WatchListDeps &
  DataSeriesDeps &
  NotificationDeps &
  Pick<ScriptDeps, 'scripts'>;

export type Application = {
  readonly deps: ServiceDeps;
  /** Where people reach the service. */
  readonly baseUrl: string;
  close(): Promise<void>;
};

/** Also asks exchanges, and changes what bots and orders do. */
export type RiskApplication = {
  readonly deps: ServiceDeps &
    StopEverythingDeps &
    DepsOf<typeof connectAccount> &
    DepsOf<typeof createBot> &
    DepsOf<typeof endBracket> &
    DepsOf<typeof listBrackets> &
    DepsOf<typeof placeBracket> &
    DepsOf<typeof listPositions> &
    DepsOf<typeof pauseBot> &
    DepsOf<typeof startBot> &
    DepsOf<typeof stopBot>;
  close(): Promise<void>;
};

/**
 * Also has what jobs are about, and queues them, so it takes a little longer to open; and asks
 * exchanges.
 */
export type LabApplication = {
  readonly deps: ServiceDeps &
    Pick<LabDeps, 'labs'> &
    DepsOf<typeof deleteUser> &
    DepsOf<typeof makeBotOfResult> &
    DepsOf<typeof getBacktest> &
    DepsOf<typeof requestComparison> &
    DepsOf<typeof getComparison>;
  close(): Promise<void>;
};

/** What the first start made, and all that is needed to try it. */
export type Welcome = {
  readonly baseUrl: string;
  readonly userName: string;
  readonly accountId: string;
  /** Shown this once. */
  readonly key: string;
  /** Signs in once, within the hour. */
  readonly signInLink: string;
  readonly scriptId: string;
  readonly scriptName: string;
  readonly exchange: string;
  readonly marketTag: string;
  readonly orderAmount: string;
  /** A window to try the script on, RFC 3339. */
  readonly backtestFrom: string;
  readonly backtestTo: string;
};

export type Check = {
  readonly name: string;
  readonly result: 'ok' | 'warn' | 'fail';
  /** What was found. */
  readonly detail: string;
  /** What to do about it; null when nothing. */
  readonly advice: string | null;
};

/** Where a backup is or comes to be, as typed. */
export type BackupFiles = {
  readonly folder: string;
  /** For the keys, apart from the folder; null: none. */
  readonly keysFile: string | null;
};

export type BackupSummary = {
  /** Absolute, like `keysFile`. */
  readonly folder: string;
  readonly keysFile: string | null;
  /** RFC 3339. */
  readonly takenAt: string;
  /** That wrote it. */
  readonly release: string;
  /** The newest one that had been applied. */
  readonly migration: string;
  readonly tablesCount: number;
  readonly rowsCount: number;
  /** Compressed. */
  readonly bytes: number;
};

export type UpgradePlan = {
  /** This one. */
  readonly release: string;
  readonly serverVersion: string;
  readonly databaseBytes: number;
  readonly appliedCount: number;
  /** Names of the migrations that its start would apply. */
  readonly migrations: readonly string[];
  /** Names of the functions of the database that its start would replace. */
  readonly functions: readonly string[];
};

export type ProbeRequest = {
  /** Of a real exchange. */
  readonly code: string;
  /** Null: its best known one. */
  readonly marketTag: string | null;
  /** Of an account at its test net. */
  readonly credentials: VenueCredentials;
};

export type CallRecording = {
  readonly code: string;
  /** Null: of all accounts. */
  readonly accountId: string | null;
  readonly minutes: number;
};

export type Probe = {
  /** Where it was written. */
  readonly file: string;
  readonly measurement: PromiseMeasurement;
  /** In use from the next start on. */
  readonly promises: ExchangeRecord['promises'];
  readonly promiseClass: ExchangeRecord['promiseClass'];
  /** Before this probe. */
  readonly formerClass: ExchangeRecord['promiseClass'];
};

export type Host = {
  readonly terminal: Terminal;
  readonly version: string;
  /** Attaches to the database of a running service, or starts it. */
  openApplication(flags: Flags): Promise<Application>;
  openLabApplication(flags: Flags): Promise<LabApplication>;
  openRiskApplication(flags: Flags): Promise<RiskApplication>;
  /**
   * Runs the service until it is asked to stop. `welcome` is called on the very first start only.
   */
  serve(flags: Flags, roles: ServeRoles, welcome: (made: Welcome) => Promise<void>): Promise<void>;
  /** Writes what the first start shows where its user alone reads it; returns the file. */
  writeFirstStart(flags: Flags, text: string): Promise<string>;
  /** What a person types without echo; null where there is no terminal. */
  askSecret(prompt: string): Promise<string | null>;
  /** All of standard input, as UTF-8. */
  readInput(): Promise<string>;
  /** Compiles a script and tries it once, on a thread of its own. */
  checkScript(source: string, libraries: readonly ScriptLibrary[]): Promise<ScriptCheck>;
  /** Computes a backtest on a thread of its own. */
  runBacktest: BacktestCompute['run'];
  /** One page that needs nothing else. Throws CommandFailed where pages were not built. */
  renderReport(subject: ReportSubject): Promise<string>;
  /** Shows a file with the program that the person has for its kind. Throws CommandFailed. */
  openFile(file: string): Promise<void>;
  /**
   * Has the process for exchanges record calls, or end that (null). Returns the folder of the
   * files. Throws CommandFailed.
   */
  recordCalls(flags: Flags, recording: CallRecording | null): Promise<string>;
  /** Measures at a test net what an exchange promises. Throws CommandFailed. */
  probeExchange(flags: Flags, request: ProbeRequest): Promise<Probe>;
  /** Yields each check as it is done. */
  diagnose(flags: Flags, isForProduction: boolean): AsyncIterable<Check>;
  /** Throws CommandFailed and WrongUse; then there is no backup. */
  backUp(flags: Flags, files: BackupFiles): Promise<BackupSummary>;
  /** Reads all of it and changes nothing. Throws CommandFailed where it is not whole. */
  checkBackup(files: BackupFiles): Promise<BackupSummary>;
  /** Into an empty database. Throws CommandFailed. */
  restore(flags: Flags, files: BackupFiles): Promise<BackupSummary>;
  /** Changes nothing. Throws CommandFailed. */
  checkUpgrade(flags: Flags): Promise<UpgradePlan>;
  /** A failure of the world in words; null for a defect of ours. */
  explain(error: unknown): { readonly message: string; readonly advice: string } | null;
};
