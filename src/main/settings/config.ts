// The settings of this process: the only reader of the environment. Flags override variables; every
// mistake is reported at once, each by the name under which the value was given.

import { resolve } from 'node:path';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { AddressRange } from '#domain/access/address-range.ts';
import { parseAddressRange } from '#domain/access/address-range.ts';
import type { Retention } from '#domain/retention/retention.ts';
import { DEFAULT_RETENTION, parseRetention } from '#domain/retention/retention.ts';
import type { MailServer } from '#domain/notification/channel.ts';
import { parseMailServer } from '#main/settings/parse-mail-server.ts';
import type { TracingSettings } from '#main/settings/tracing-settings.ts';
import { readTracing } from '#main/settings/tracing-settings.ts';
import { parseDatabaseUrl } from '#main/settings/parse-database-url.ts';
import { VENUE_CODES } from '#venues/dialects/load-dialect.ts';
import { WrongUse } from '#cli/command-error.ts';
import type { Flags } from '#cli/host.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const RATE_TIERS = ['reads', 'writes', 'trading', 'expensive'] as const;
type RateTier = (typeof RATE_TIERS)[number];
export type RateLimits = {
  readonly [tier in RateTier]?: { readonly requests: number; readonly windowMs: number };
};

export type Config = {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: the built-in PostgreSQL of the data directory. */
  readonly databaseUrl: string | null;
  /** The server itself, where the database's address is that of a pooler; null: it is not. */
  readonly listenUrl: string | null;
  /** Who migrates that database; null: who works on it. */
  readonly databaseOwnerUrl: string | null;
  /** Where clients reach the service, without a slash at the end; null: where it listens. */
  readonly baseUrl: string | null;
  /** Where the pages of errors are; null: at the service itself. */
  readonly docsUrl: string | null;
  readonly logLevel: LogLevel;
  /** 32 bytes; null: the one retained in the data directory. */
  readonly masterKey: Uint8Array | null;
  /** Limits that differ from the published ones. */
  readonly rateLimits: RateLimits;
  /** Keys' worth of each budget for all keys of a user together; null: as documented. */
  readonly tenantBudgets: { readonly users: number; readonly partners: number } | null;
  /** Requests of one user that are carried out at once and that wait; null: as documented. */
  readonly tenantRequests: { readonly atOnceMax: number; readonly waitingMax: number } | null;
  /** Requests without a usable key from one address; null: as documented. */
  readonly unknownCallers: { readonly requests: number; readonly windowMs: number } | null;
  /** Names under which clients reach the service, beside that of its base address. */
  readonly hostNames: readonly string[];
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly AddressRange[];
  /** Of a worker process, each with one backtest at a time; null: as many as it can use. */
  readonly workerThreads: number | null;
  readonly botThreads: number | null;
  /** Days for which events are retained. */
  readonly eventDays: number;
  /** After which other kinds of stored data are deleted. */
  readonly retention: Retention;
  /** Folder for what is dropped; null: nothing of it remains. */
  readonly archiveDir: string | null;
  /** Networks that webhooks may reach although they are not public. */
  readonly webhookNetworks: readonly AddressRange[];
  /** By which notifications are mailed for users without one of their own; null: there is none. */
  readonly mailServer: MailServer | null;
  /** Of the Bot API of Telegram, without a slash at the end. */
  readonly telegramUrl: string;
  /** Codes of the real exchanges that are offered; null: all that there is a driver for. */
  readonly venues: readonly string[] | null;
  /** Stands in for all real exchanges, for development; null: none does. */
  readonly venueLoopback: string | null;
  /** Where processes of other machines reach this one's venue process; null: they do not. */
  readonly venueAddress: { readonly host: string; readonly port: number } | null;
  /** Names the address that exchanges see of this process. */
  readonly venueEgress: string;
  /** Where a process beside the API tells how it is; null: nowhere. */
  readonly statusPort: number | null;
  /** Started as root, the service keeps root's rights. */
  readonly allowsRoot: boolean;
  /** By OpenTelemetry's own variables; null: nothing is traced. */
  readonly tracing: TracingSettings | null;
};

export type Environment = { readonly [variable: string]: string | undefined };

/** Returns a value, or in words what was expected. */
type Parse<T> = (text: string) => Result<T, string>;

type Setting<T> = {
  readonly variable: string;
  readonly flag?: keyof Flags;
  readonly flagName?: string;
  readonly parse: Parse<T>;
  readonly fallback: T;
  /** The value is not repeated in messages. */
  readonly isSecret?: true;
};

const SETTINGS: { readonly [name in Exclude<keyof Config, 'tracing'>]: Setting<Config[name]> } = {
  host: {
    variable: 'TIDEMILL_HOST',
    flag: 'host',
    flagName: '--host',
    parse: parseHost,
    fallback: '127.0.0.1',
  },
  port: {
    variable: 'TIDEMILL_PORT',
    flag: 'port',
    flagName: '--port',
    parse: parsePort,
    fallback: 8080,
  },
  dataDir: {
    variable: 'TIDEMILL_DATA_DIR',
    flag: 'dataDir',
    flagName: '--data-dir',
    parse: accepted,
    fallback: '.tidemill',
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    flag: 'databaseUrl',
    flagName: '--database-url',
    parse: parseDatabaseUrl,
    fallback: null,
    isSecret: true,
  },
  listenUrl: {
    variable: 'TIDEMILL_LISTEN_URL',
    parse: parseDatabaseUrl,
    fallback: null,
    isSecret: true,
  },
  databaseOwnerUrl: {
    variable: 'TIDEMILL_DATABASE_OWNER_URL',
    parse: parseDatabaseUrl,
    fallback: null,
    isSecret: true,
  },
  baseUrl: { variable: 'TIDEMILL_BASE_URL', parse: parseWebUrl, fallback: null },
  docsUrl: { variable: 'TIDEMILL_DOCS_URL', parse: parseWebUrl, fallback: null },
  logLevel: { variable: 'TIDEMILL_LOG_LEVEL', parse: parseLogLevel, fallback: 'info' },
  masterKey: {
    variable: 'TIDEMILL_MASTER_KEY',
    parse: parseMasterKey,
    fallback: null,
    isSecret: true,
  },
  rateLimits: { variable: 'TIDEMILL_RATE_LIMITS', parse: parseRateLimits, fallback: {} },
  tenantBudgets: { variable: 'TIDEMILL_TENANT_BUDGETS', parse: parseTenantBudgets, fallback: null },
  tenantRequests: {
    variable: 'TIDEMILL_TENANT_REQUESTS',
    parse: parseTenantRequests,
    fallback: null,
  },
  unknownCallers: { variable: 'TIDEMILL_UNKNOWN_KEYS', parse: parseUnknownKeys, fallback: null },
  hostNames: { variable: 'TIDEMILL_HOSTS', parse: parseHosts, fallback: [] },
  trustedProxies: { variable: 'TIDEMILL_TRUSTED_PROXIES', parse: parseProxies, fallback: [] },
  workerThreads: { variable: 'TIDEMILL_WORKER_THREADS', parse: parseThreads, fallback: null },
  botThreads: { variable: 'TIDEMILL_BOT_THREADS', parse: parseThreads, fallback: null },
  eventDays: {
    variable: 'TIDEMILL_EVENT_DAYS',
    parse: parseEventDays,
    fallback: LIMITS.eventDaysRetained,
  },
  retention: {
    variable: 'TIDEMILL_RETENTION',
    parse: parseRetention,
    fallback: DEFAULT_RETENTION,
  },
  archiveDir: { variable: 'TIDEMILL_ARCHIVE_DIR', parse: parseFolder, fallback: null },
  webhookNetworks: {
    variable: 'TIDEMILL_WEBHOOK_NETWORKS',
    parse: parseProxies,
    fallback: [],
  },
  mailServer: {
    variable: 'TIDEMILL_SMTP_URL',
    parse: parseMailServer,
    fallback: null,
    isSecret: true,
  },
  telegramUrl: {
    variable: 'TIDEMILL_TELEGRAM_URL',
    parse: parseWebUrl,
    fallback: 'https://api.telegram.org',
  },
  venues: { variable: 'TIDEMILL_VENUES', parse: parseVenues, fallback: null },
  venueLoopback: { variable: 'TIDEMILL_VENUE_LOOPBACK', parse: parseLoopback, fallback: null },
  venueAddress: { variable: 'TIDEMILL_VENUE_ADDRESS', parse: parseVenueAddress, fallback: null },
  venueEgress: { variable: 'TIDEMILL_VENUE_EGRESS', parse: parseEgress, fallback: '' },
  statusPort: { variable: 'TIDEMILL_STATUS_PORT', parse: parsePort, fallback: null },
  allowsRoot: {
    variable: 'TIDEMILL_ALLOW_ROOT',
    flag: 'allowRoot',
    flagName: '--allow-root',
    parse: parseYes,
    fallback: false,
  },
};

/**
 * `workingDir` is what a relative data directory is relative to. Throws WrongUse naming every
 * mistake.
 */
export function readConfig(environment: Environment, flags: Flags, workingDir: string): Config {
  const mistakes: string[] = [];
  const read = <T>(setting: Setting<T>): T => {
    const flag = setting.flag === undefined ? undefined : flags[setting.flag];
    const text = flag ?? environment[setting.variable];
    // A variable that is set to nothing counts as not set, as compose files and shells treat it.
    if (text === undefined || (text === '' && flag === undefined)) return setting.fallback;
    const result = setting.parse(text);
    if (result.ok) return result.value;
    const source = flag === undefined ? setting.variable : (setting.flagName ?? setting.variable);
    const found = setting.isSecret === true ? '' : `; found "${text}"`;
    mistakes.push(`${source}: expected ${result.rejection}${found}.`);
    return setting.fallback;
  };
  const config: Config = {
    host: read(SETTINGS.host),
    port: read(SETTINGS.port),
    dataDir: resolve(workingDir, read(SETTINGS.dataDir)),
    databaseUrl: read(SETTINGS.databaseUrl),
    listenUrl: read(SETTINGS.listenUrl),
    databaseOwnerUrl: read(SETTINGS.databaseOwnerUrl),
    baseUrl: read(SETTINGS.baseUrl),
    docsUrl: read(SETTINGS.docsUrl),
    logLevel: read(SETTINGS.logLevel),
    masterKey: read(SETTINGS.masterKey),
    rateLimits: read(SETTINGS.rateLimits),
    tenantBudgets: read(SETTINGS.tenantBudgets),
    tenantRequests: read(SETTINGS.tenantRequests),
    unknownCallers: read(SETTINGS.unknownCallers),
    hostNames: read(SETTINGS.hostNames),
    trustedProxies: read(SETTINGS.trustedProxies),
    workerThreads: read(SETTINGS.workerThreads),
    botThreads: read(SETTINGS.botThreads),
    eventDays: read(SETTINGS.eventDays),
    retention: read(SETTINGS.retention),
    archiveDir: resolvedFrom(workingDir, read(SETTINGS.archiveDir)),
    webhookNetworks: read(SETTINGS.webhookNetworks),
    mailServer: read(SETTINGS.mailServer),
    telegramUrl: read(SETTINGS.telegramUrl),
    venues: read(SETTINGS.venues),
    venueLoopback: read(SETTINGS.venueLoopback),
    venueAddress: read(SETTINGS.venueAddress),
    venueEgress: read(SETTINGS.venueEgress),
    statusPort: read(SETTINGS.statusPort),
    allowsRoot: read(SETTINGS.allowsRoot),
    tracing: readTracing(environment, mistakes),
  };
  if (mistakes.length > 0) throw new WrongUse(mistakes.join('\n'));
  return config;
}

function parseFolder(text: string): Result<string, string> {
  return text.trim() === '' ? rejected('the path of a folder') : accepted(text);
}

function resolvedFrom(workingDir: string, folder: string | null): string | null {
  return folder === null ? null : resolve(workingDir, folder);
}

function parseHost(text: string): Result<string, string> {
  const isAddress = /^[A-Za-z0-9._:-]{1,253}$/.test(text);
  return isAddress
    ? accepted(text)
    : rejected('an address or a name such as 127.0.0.1, ::1 or 0.0.0.0');
}

function parsePort(text: string): Result<number, string> {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  return port >= 0 && port <= 65_535 ? accepted(port) : rejected('a whole number from 0 to 65535');
}

function parseYes(text: string): Result<boolean, string> {
  return text === 'yes' || text === 'no' ? accepted(text === 'yes') : rejected('yes or no');
}

function parseWebUrl(text: string): Result<string, string> {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '';
  return isPlain
    ? accepted(text.replace(/\/+$/, ''))
    : rejected('an address such as https://trade.example.org without query');
}

function parseVenues(text: string): Result<readonly string[], string> {
  const codes = text === 'none' ? [] : text.split(',').map((code) => code.trim());
  return codes.every((code) => VENUE_CODES.includes(code))
    ? accepted(codes)
    : rejected(`none, or some of ${VENUE_CODES.join(', ')} with commas between`);
}

function parseLoopback(text: string): Result<string, string> {
  const url = text.startsWith('http://') ? URL.parse(text) : null;
  const isLoopback = url !== null && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname);
  return isLoopback && url.pathname === '/' && url.search === ''
    ? accepted(url.origin)
    : rejected('an address of this machine such as http://127.0.0.1:9900');
}

function parseVenueAddress(text: string): Result<Config['venueAddress'], string> {
  const [, bracketed, plain, digits = ''] =
    /^(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253})):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = parsePort(digits);
  const isWildcard = host === '0.0.0.0' || host === '::';
  return host !== undefined && port.ok && !isWildcard
    ? accepted({ host, port: port.value })
    : rejected('an address of this machine that others reach, with a port, such as 10.0.0.5:9443');
}

function parseEgress(text: string): Result<string, string> {
  return /^[A-Za-z0-9._:-]{1,64}$/.test(text)
    ? accepted(text)
    : rejected(
        'a name of at most 64 letters, digits, dots, colons and dashes, such as 203.0.113.7',
      );
}

const THREADS_MAX = 256;

function parseThreads(text: string): Result<number, string> {
  const threads = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return threads >= 1 && threads <= THREADS_MAX
    ? accepted(threads)
    : rejected(`a whole number from 1 to ${THREADS_MAX}`);
}

/** Those of more than 14 days are retained by months (`open_event_slot`). */
const EVENT_DAYS_MAX = 3_650;

function parseEventDays(text: string): Result<number, string> {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= EVENT_DAYS_MAX
    ? accepted(days)
    : rejected(`a whole number from 1 to ${EVENT_DAYS_MAX}`);
}

function parseLogLevel(text: string): Result<LogLevel, string> {
  const level = LOG_LEVELS.find((name) => name === text);
  return level === undefined ? rejected(`one of ${LOG_LEVELS.join(', ')}`) : accepted(level);
}

function parseMasterKey(text: string): Result<Uint8Array, string> {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return accepted(Buffer.from(text, 'hex'));
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return accepted(Buffer.from(text, 'base64'));
  return rejected('32 bytes as 64 hexadecimal digits or as base64 (openssl rand -base64 32)');
}

function parseProxies(text: string): Result<readonly AddressRange[], string> {
  const ranges: AddressRange[] = [];
  for (const part of text.split(',')) {
    const range = parseAddressRange(part.trim());
    if (!range.ok) return rejected(`${range.rejection}, and commas between several`);
    ranges.push(range.value);
  }
  return accepted(ranges);
}

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/;

function parseHosts(text: string): Result<readonly string[], string> {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.every((name) => HOST_NAME.test(name))) return accepted(names);
  return rejected('names without ports, and commas between several');
}

function parseTenantBudgets(text: string): Result<Config['tenantBudgets'], string> {
  const [, users, partners] = /^users=(\d{1,5}),partners=(\d{1,5})$/.exec(text) ?? [];
  if (Number(users) >= 1 && Number(partners) >= 1)
    return accepted({ users: Number(users), partners: Number(partners) });
  return rejected('users=KEYS,partners=KEYS, each 1 or more, such as users=5,partners=50');
}

function parseTenantRequests(text: string): Result<Config['tenantRequests'], string> {
  const [, atOnce, waiting] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (Number(atOnce) >= 1 && Number(waiting) >= 1)
    return accepted({ atOnceMax: Number(atOnce), waitingMax: Number(waiting) });
  return rejected('AT_ONCE/WAITING, each 1 or more, such as 8/32');
}

function parseUnknownKeys(text: string): Result<Config['unknownCallers'], string> {
  const [, requests, seconds] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  if (Number(requests) >= 1 && Number(seconds) >= 1)
    return accepted({ requests: Number(requests), windowMs: Number(seconds) * 1_000 });
  return rejected('REQUESTS/SECONDS, each 1 or more, such as 60/60');
}

const RATE_LIMITS_EXPECTED =
  `TIER=REQUESTS/SECONDS, separated by commas, such as reads=1200/60,trading=600/60, ` +
  `each tier of ${RATE_TIERS.join(', ')} at most once`;

function parseRateLimits(text: string): Result<RateLimits, string> {
  const limits: { -readonly [tier in RateTier]?: RateLimits[tier] } = {};
  for (const part of text.split(',')) {
    const [, name, requests, seconds] = /^(\w+)=(\d{1,9})\/(\d{1,6})$/.exec(part.trim()) ?? [];
    const tier = RATE_TIERS.find((known) => known === name);
    const isNew = tier !== undefined && limits[tier] === undefined;
    if (!isNew || Number(requests) < 1 || Number(seconds) < 1)
      return rejected(RATE_LIMITS_EXPECTED);
    limits[tier] = { requests: Number(requests), windowMs: Number(seconds) * 1_000 };
  }
  return accepted(limits);
}
