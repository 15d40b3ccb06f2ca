import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnoseServer, diagnoseSettings } from '#main/doctor/diagnose-production.ts';
import { readConfig } from '#main/settings/config.ts';

const HTTPS = { TIDEMILL_BASE_URL: 'https://trade.example' };
const GOOD = {
  ...HTTPS,
  DATABASE_URL: 'postgresql://u@db1,db2/d?sslmode=verify-full',
  TIDEMILL_TRUSTED_PROXIES: '127.0.0.1',
};

/** `name result` of each check that does not end well. */
function troubleOf(environment: { readonly [name: string]: string }): readonly string[] {
  return diagnoseSettings(readConfig(environment, {}, '/srv')).flatMap(({ name, result }) =>
    result === 'ok' ? [] : [`${name}: ${result}`],
  );
}

const SETTINGS: readonly (readonly [
  environment: { readonly [name: string]: string },
  trouble: readonly string[],
])[] = [
  [GOOD, []],
  [{ ...GOOD, DATABASE_URL: 'postgresql://u@db1/d' }, ['encryption of the database: fail']],
  [
    { ...GOOD, DATABASE_URL: 'postgresql://u@db1/d?sslmode=no-verify' },
    ['encryption of the database: fail'],
  ],
  [
    { ...GOOD, DATABASE_URL: 'postgresql://u@db1/d?sslmode=require&uselibpqcompat=true' },
    ['encryption of the database: fail'],
  ],
  [{ ...GOOD, DATABASE_URL: 'postgresql://u@db1/d?sslmode=require' }, []],
  [{ ...GOOD, DATABASE_URL: 'postgresql://u@127.0.0.1/d' }, []],
  [{ ...GOOD, DATABASE_URL: 'postgresql://u@/d?host=/run/postgresql' }, []],
  [{ ...GOOD, DATABASE_URL: '' }, ['kind of database: warn']],
  [{ ...GOOD, TIDEMILL_BASE_URL: 'http://trade.example' }, ['address of the service: fail']],
  [{ ...GOOD, TIDEMILL_BASE_URL: '' }, ['address of the service: warn']],
  [{ ...GOOD, TIDEMILL_BASE_URL: '', TIDEMILL_HOST: '0.0.0.0' }, ['address of the service: fail']],
  [{ ...GOOD, TIDEMILL_TRUSTED_PROXIES: '' }, ['trusted proxies: warn']],
  [{ ...GOOD, TIDEMILL_ALLOW_ROOT: 'yes' }, ['rights of the service: warn']],
  [{ ...GOOD, TIDEMILL_LOG_LEVEL: 'silent' }, ['log: warn']],
];

test('a database that is not migrated yet is not judged', async () => {
  const read = async <Row>(): Promise<readonly Row[]> => [{ is_migrated: false } as Row];
  assert.deepEqual(await diagnoseServer({ read }), []);
});

suite('the doctor of productions', () => {
  for (const [environment, trouble] of SETTINGS)
    test(`${Object.values(environment).join(' ')}: ${trouble.join() || 'well'}`, () => {
      assert.deepEqual(troubleOf(environment), trouble);
    });

  const WELL = {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    autovacuum: 'on',
    data_checksums: 'on',
    archive_mode: 'on',
    connections_max: 97,
    replicas: 1,
    processes: 4,
  };
  const SERVERS: readonly (readonly [state: Partial<typeof WELL>, trouble: readonly string[]])[] = [
    [{}, []],
    [{ fsync: 'off' }, ['durability: fail']],
    [{ synchronous_commit: 'off' }, ['durability: fail']],
    [{ synchronous_commit: 'remote_apply' }, []],
    [{ autovacuum: 'off' }, ['upkeep of the database: fail']],
    [{ data_checksums: 'off' }, ['upkeep of the database: warn']],
    [{ replicas: 0 }, ['copies of the database: warn']],
    [{ archive_mode: 'off' }, ['copies of the database: warn']],
    [{ processes: 5 }, ['connections of the database: warn']],
  ];
  for (const [state, trouble] of SERVERS)
    test(`a server with ${JSON.stringify(state)}: ${trouble.join() || 'well'}`, async () => {
      const read = async <Row>(): Promise<readonly Row[]> => [
        { is_migrated: true, ...WELL, ...state } as Row,
      ];
      const checks = await diagnoseServer({ read });
      const found = checks.filter(({ result }) => result !== 'ok');
      assert.deepEqual(
        found.map(({ name, result }) => `${name}: ${result}`),
        trouble,
      );
    });
});
