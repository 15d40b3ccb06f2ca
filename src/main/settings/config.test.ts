import assert from 'node:assert/strict';
import { test } from 'node:test';

import { WrongUse } from '#cli/command-error.ts';
import { VENUE_CODES } from '#venues/dialects/load-dialect.ts';
import { DEFAULT_RETENTION } from '#domain/retention/retention.ts';
import { readConfig } from '#main/settings/config.ts';

const KEY = Buffer.alloc(32, 7);

const ALL_VENUES = VENUE_CODES.join(',');

test('nothing set: this machine only, built-in database, data beside the project', () => {
  assert.deepEqual(readConfig({}, {}, '/srv'), {
    host: '127.0.0.1',
    port: 8080,
    dataDir: '/srv/.tidemill',
    databaseUrl: null,
    listenUrl: null,
    databaseOwnerUrl: null,
    baseUrl: null,
    docsUrl: null,
    logLevel: 'info',
    masterKey: null,
    rateLimits: {},
    tenantBudgets: null,
    tenantRequests: null,
    unknownCallers: null,
    hostNames: [],
    trustedProxies: [],
    workerThreads: null,
    botThreads: null,
    eventDays: 7,
    retention: DEFAULT_RETENTION,
    archiveDir: null,
    webhookNetworks: [],
    mailServer: null,
    telegramUrl: 'https://api.telegram.org',
    venues: null,
    venueLoopback: null,
    venueAddress: null,
    venueEgress: '',
    statusPort: null,
    allowsRoot: false,
    tracing: null,
  });
});

test('variables set each value, flags override them, and an empty variable is not set', () => {
  const environment = {
    TIDEMILL_HOST: '0.0.0.0',
    TIDEMILL_PORT: '80',
    TIDEMILL_DATA_DIR: 'data',
    DATABASE_URL: '',
  };
  const flags = { port: '0', databaseUrl: 'postgres://u:p@h:5433/d' };
  const config = readConfig(environment, flags, '/srv');
  assert.equal(config.host, '0.0.0.0');
  assert.equal(config.port, 0);
  assert.equal(config.dataDir, '/srv/data');
  assert.equal(config.databaseUrl, 'postgres://u:p@h:5433/d');
});

for (const [variable, text, name, value] of [
  ['TIDEMILL_HOST', '::1', 'host', '::1'],
  ['TIDEMILL_PORT', '65535', 'port', 65_535],
  ['TIDEMILL_DATA_DIR', '/var/lib/t', 'dataDir', '/var/lib/t'],
  ['DATABASE_URL', 'postgresql:///d?host=/run', 'databaseUrl', 'postgresql:///d?host=/run'],
  ['TIDEMILL_BASE_URL', 'https://a.example/x/', 'baseUrl', 'https://a.example/x'],
  ['TIDEMILL_DOCS_URL', 'http://docs.example', 'docsUrl', 'http://docs.example'],
  ['TIDEMILL_LOG_LEVEL', 'warn', 'logLevel', 'warn'],
  ['TIDEMILL_WORKER_THREADS', '3', 'workerThreads', 3],
  ['TIDEMILL_EVENT_DAYS', '14', 'eventDays', 14],
  ['TIDEMILL_EVENT_DAYS', '400', 'eventDays', 400],
  ['TIDEMILL_ARCHIVE_DIR', 'archive', 'archiveDir', '/archive'],
  ['TIDEMILL_RETENTION', 'lines=7', 'retention', { ...DEFAULT_RETENTION, lines: 7 }],
  ['TIDEMILL_BOT_THREADS', '3', 'botThreads', 3],
  ['TIDEMILL_STATUS_PORT', '8099', 'statusPort', 8099],
  ['TIDEMILL_ALLOW_ROOT', 'yes', 'allowsRoot', true],
  ['TIDEMILL_VENUES', 'none', 'venues', []],
  ['TIDEMILL_VENUES', ALL_VENUES, 'venues', VENUE_CODES],
  ['TIDEMILL_VENUE_ADDRESS', '10.0.0.5:9443', 'venueAddress', { host: '10.0.0.5', port: 9_443 }],
  ['TIDEMILL_VENUE_ADDRESS', '[fd00::5]:0', 'venueAddress', { host: 'fd00::5', port: 0 }],
  ['TIDEMILL_VENUE_EGRESS', '203.0.113.7', 'venueEgress', '203.0.113.7'],
  ['TIDEMILL_VENUE_LOOPBACK', 'http://127.0.0.1:9/', 'venueLoopback', 'http://127.0.0.1:9'],
  ['TIDEMILL_TENANT_BUDGETS', 'users=2,partners=9', 'tenantBudgets', { users: 2, partners: 9 }],
  ['TIDEMILL_TENANT_REQUESTS', '4/9', 'tenantRequests', { atOnceMax: 4, waitingMax: 9 }],
  ['TIDEMILL_UNKNOWN_KEYS', '9/5', 'unknownCallers', { requests: 9, windowMs: 5_000 }],
  ['TIDEMILL_HOSTS', 'a.example, B.example.net', 'hostNames', ['a.example', 'b.example.net']],
  ['TIDEMILL_MASTER_KEY', KEY.toString('hex'), 'masterKey', KEY],
  ['TIDEMILL_MASTER_KEY', KEY.toString('base64'), 'masterKey', KEY],
  [
    'TIDEMILL_TRUSTED_PROXIES',
    '10.0.0.0/8, ::1',
    'trustedProxies',
    [
      { bits: 32, first: 0x0a00_0000n, prefixBits: 8 },
      { bits: 128, first: 1n, prefixBits: 128 },
    ],
  ],
  [
    'TIDEMILL_RATE_LIMITS',
    'reads=9/60',
    'rateLimits',
    { reads: { requests: 9, windowMs: 60_000 } },
  ],
  [
    'TIDEMILL_RATE_LIMITS',
    'trading=1/1, expensive=2/3600',
    'rateLimits',
    {
      trading: { requests: 1, windowMs: 1_000 },
      expensive: { requests: 2, windowMs: 3_600_000 },
    },
  ],
] as const) {
  test(`${variable}=${text} is understood`, () => {
    assert.deepEqual(readConfig({ [variable]: text }, {}, '/')[name], value);
  });
}

function mistakesOf(environment: Record<string, string>, flags = {}): string {
  try {
    readConfig(environment, flags, '/');
    return '';
  } catch (error) {
    assert.ok(error instanceof WrongUse);
    return error.message;
  }
}

for (const [variable, text] of [
  ['TIDEMILL_HOST', 'http://localhost'],
  ['TIDEMILL_PORT', '65536'],
  ['TIDEMILL_PORT', '-1'],
  ['TIDEMILL_PORT', '80.5'],
  ['TIDEMILL_PORT', 'tcp://10.0.0.1:80'],
  ['TIDEMILL_BASE_URL', 'localhost:8080'],
  ['TIDEMILL_BASE_URL', 'https://a.example/?x=1'],
  ['TIDEMILL_DOCS_URL', 'ftp://a.example'],
  ['TIDEMILL_LOG_LEVEL', 'loud'],
  ['TIDEMILL_EVENT_DAYS', '0'],
  ['TIDEMILL_EVENT_DAYS', '3651'],
  ['TIDEMILL_RETENTION', 'orders=30'],
  ['TIDEMILL_TRUSTED_PROXIES', 'proxy.example'],
  ['TIDEMILL_TRUSTED_PROXIES', '10.0.0.1/8'],
  ['TIDEMILL_TRUSTED_PROXIES', '10.0.0.0/8 ::1'],
  ['TIDEMILL_TENANT_BUDGETS', 'users=5'],
  ['TIDEMILL_TENANT_BUDGETS', 'users=0,partners=5'],
  ['TIDEMILL_TENANT_REQUESTS', '8'],
  ['TIDEMILL_TENANT_REQUESTS', '0/32'],
  ['TIDEMILL_UNKNOWN_KEYS', '60/0'],
  ['TIDEMILL_VENUES', 'nowhere'],
  ['TIDEMILL_VENUES', `${ALL_VENUES},none`],
  ['TIDEMILL_VENUE_ADDRESS', '9443'],
  ['TIDEMILL_VENUE_ADDRESS', '0.0.0.0:9443'],
  ['TIDEMILL_VENUE_ADDRESS', '10.0.0.5:94430'],
  ['TIDEMILL_VENUE_EGRESS', 'the office'],
  ['TIDEMILL_VENUE_LOOPBACK', 'http://venue.example:9'],
  ['TIDEMILL_VENUE_LOOPBACK', 'https://127.0.0.1:9'],
  ['TIDEMILL_RATE_LIMITS', 'reads'],
  ['TIDEMILL_RATE_LIMITS', 'reads=0/60'],
  ['TIDEMILL_RATE_LIMITS', 'reads=5/0'],
  ['TIDEMILL_RATE_LIMITS', 'reading=5/60'],
  ['TIDEMILL_RATE_LIMITS', 'reads=5/60,reads=6/60'],
] as const) {
  test(`${variable}=${text} is refused with what was expected and found`, () => {
    const mistake = mistakesOf({ [variable]: text });
    assert.ok(mistake.startsWith(`${variable}: expected `), mistake);
    assert.ok(mistake.endsWith(`; found "${text}".`), mistake);
  });
}

for (const variable of ['DATABASE_URL', 'TIDEMILL_MASTER_KEY']) {
  test(`a wrong ${variable} is refused without being repeated`, () => {
    const mistake = mistakesOf({ [variable]: 'mysql://u:secret@h/d' });
    assert.ok(mistake.startsWith(`${variable}: expected `));
    assert.equal(mistake.includes('secret'), false);
  });
}

test('all mistakes are reported at once, each under the name it was given by', () => {
  const mistakes = mistakesOf({ TIDEMILL_LOG_LEVEL: 'x', TIDEMILL_PORT: '1' }, { port: 'y' });
  assert.deepEqual(
    mistakes.split('\n').map((line) => line.split(':')[0]),
    ['--port', 'TIDEMILL_LOG_LEVEL'],
  );
});
