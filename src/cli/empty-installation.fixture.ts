// An installation in memory in which nothing was made yet, and the command line over it: for the
// tests of commands.

import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryNotificationStore } from '#adapters/memory/memory-notification-store.ts';
import { memoryWebhookStore } from '#adapters/memory/memory-webhook-store.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { rejected } from '#lib/result.ts';
import { credentialSealer } from '#adapters/system/credential-box.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { Check, Flags, Host, Welcome } from '#cli/host.ts';
import { runCommandLine } from '#cli/run-command-line.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

const refuseFile = async (): Promise<never> => {
  throw new CommandFailed('There are no files here.', 'Do without.');
};
const NO_VENUES = { simulatedVenues: [], paperVenues: [] };
const NO_FILES = {
  list: refuseFile,
  open: refuseFile,
  write: refuseFile,
  sent: () => ({ list: refuseFile, open: refuseFile }),
};
const NO_CANDLES = {
  candleSources: [],
  futuresTerms: [],
  archiveCode: 'archive',
  candleFiles: NO_FILES,
};

export const WELCOME: Welcome = {
  baseUrl: 'http://127.0.0.1:8080',
  userName: 'demo',
  accountId: 'acc_1',
  key: 'tm_live_secret',
  signInLink: 'http://127.0.0.1:8080/sign-in#link=tm_link_secret',
  scriptId: 'scr_1',
  scriptName: 'Moving averages',
  exchange: 'paper',
  marketTag: 'paper:BTC/USDT',
  orderAmount: '0.001',
  backtestFrom: '2026-11-14T00:00:00.000Z',
  backtestTo: '2026-11-21T00:00:00.000Z',
};

/** There is no exchange, and no database. */
type OfTheMachine =
  | 'probeExchange'
  | 'recordCalls'
  | 'backUp'
  | 'checkBackup'
  | 'restore'
  | 'checkUpgrade';

const NO_DATABASE = async (): Promise<never> => {
  throw new CommandFailed('There is no database here.', 'Use another.');
};

const NO_MACHINE: Pick<Host, OfTheMachine> = {
  backUp: NO_DATABASE,
  checkBackup: NO_DATABASE,
  restore: NO_DATABASE,
  checkUpgrade: NO_DATABASE,
  recordCalls: async () => '/nowhere',
  async probeExchange() {
    throw new CommandFailed('There is no test net here.', 'Use another.');
  },
};

function storesOf(store: ReturnType<typeof memoryStore>) {
  const stores = {
    users: store,
    signIns: store,
    hooks: store,
    watchLists: store,
    dataSeries: store,
    keys: store,
    accounts: store,
    scripts: store,
  };
  const sealing = { credentials: store, sealerFor: credentialSealer };
  return { ...stores, ...sealing, bots: store, partners: store, events: store };
}

function webhookDeps() {
  const secrets = systemSecrets(new Uint8Array(32).fill(3));
  const state = memoryState();
  return {
    webhooks: memoryWebhookStore(state),
    webhookNetworks: [],
    notifications: memoryNotificationStore(state),
    notificationRules: { networks: [], hasMailServer: false },
    secrets,
  };
}

const SILENT_LOG = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** What acts on orders. */
function tradingOf(store: ReturnType<typeof memoryStore>) {
  const machine = { timer: { every: () => () => undefined }, log: SILENT_LOG };
  return { bots: store, orders: store, idempotency: store, riskSwitch: store, ...machine };
}

/** Types nothing, unless a test gives it something. */
function personAtTerminal() {
  const given = { typed: [] as string[], input: '' };
  const person = {
    askSecret: async () => given.typed.shift() ?? null,
    readInput: async () => given.input,
  };
  return { given, person };
}

/**
 * An installation in memory; each command opens and closes it. `given` is what a person types, and
 * `isWatched` whether there is a terminal.
 */
export function emptyInstallation(checks: readonly Check[] = [], isWatched = true) {
  const { given, person } = personAtTerminal();
  const store = memoryStore();
  const labs = memoryLabStore(memoryJobs(), store);
  const ofWebhooks = webhookDeps();
  let nowMs = 1_763_700_000_000;
  const seen = { out: '', error: '', written: '', opened: 0, closed: 0, flags: [] as Flags[] };
  const write = (text: string): void => void (seen.out += text);
  const writeError = (text: string): void => void (seen.error += text);
  const host: Host = {
    version: '1.2.3',
    terminal: { write, writeError, isWatched, isColored: false },
    async openApplication(flags) {
      if (flags.dataDir === '/nowhere') throw new CommandFailed('It is closed.', 'Open it.');
      if (flags.dataDir === '/defect') throw new TypeError('undefined is not a function');
      seen.opened += 1;
      seen.flags.push(flags);
      return {
        baseUrl: WELCOME.baseUrl,
        deps: {
          ...storesOf(store),
          botRuns: memoryBotRunStore(memoryState(), { nowMs: () => 0 }),
          exchanges: exchangeRegistry([]),
          ...NO_VENUES,
          history: memoryHistoryStore(),
          ...NO_CANDLES,
          // Each reading is a millisecond later, so that ids sort in the order of creation.
          clock: { nowMs: () => (nowMs += 1) },
          random: systemRandom,
          digest: systemDigest,
          ...ofWebhooks,
        },
        close: async () => void (seen.closed += 1),
      };
    },
    async openLabApplication(flags) {
      const application = await host.openApplication(flags);
      const backtests = memoryBacktestStore(memoryJobs(), store);
      const botRuns = memoryBotRunStore(memoryState(), { nowMs: () => 0 });
      const deps = { ...application.deps, ...tradingOf(store), labs, backtests, botRuns };
      return { deps, close: () => application.close() };
    },
    openRiskApplication: () => Promise.reject(new Error('no command here asks for it')),
    async serve(flags, _roles, welcome) {
      if (flags.port === 'x') throw new WrongUse('--port: expected a number');
      await welcome(WELCOME);
    },
    ...NO_MACHINE,
    writeFirstStart: writerTo(seen),
    ...person,
    async checkScript(source) {
      const isValid = !source.includes('Nope');
      const errors = isValid ? [] : [{ message: "unknown reference 'Nope'", line: 2, column: 3 }];
      return { isValid, errors, warnings: [], inputs: [], commandName: null };
    },
    async runBacktest() {
      return rejected({ kind: 'too_long', message: 'It took too long.' });
    },
    openFile: async (file) => void (seen.out += `opened ${file}`),
    renderReport: async () => '<!doctype html>',
    async *diagnose() {
      yield* checks;
    },
    explain: () => null,
  };
  const { notifications, secrets } = ofWebhooks;
  return { run: commandsOf(host, seen), seen, given, notifications, secrets, scripts: store };
}

function writerTo(seen: { written: string }): Host['writeFirstStart'] {
  return async (_flags, text) => {
    seen.written = text;
    return '/nowhere/first-start.txt';
  };
}

function commandsOf(host: Host, seen: { out: string; error: string }) {
  return async (line: string) => {
    Object.assign(seen, { out: '', error: '' });
    const exitCode = await runCommandLine(host, line === '' ? [] : line.split(' '));
    return { exitCode, out: seen.out, error: seen.error };
  };
}
