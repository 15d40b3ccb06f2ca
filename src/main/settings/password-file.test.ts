import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { CommandFailed } from '#cli/command-error.ts';
import { withStoredPassword } from '#main/settings/password-file.ts';

const SCHEME = 'postgresql://';
const LINES = [
  '# host:port:database:user:password',
  'db.example:5432:tidemill:ada:of-ada',
  'db.example:6432:*:ada:a\\:b/c\\\\d@e',
  'localhost:*:tidemill:grace:of-socket',
  '*:*:*:bob:of-bob',
].join('\n');

function withFile<T>(text: string, mode: number, work: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-pgpass-'));
  try {
    const path = join(folder, 'pgpass');
    writeFileSync(path, text);
    chmodSync(path, mode);
    return work(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const CASES: readonly (readonly [url: string, found: string])[] = [
  ['postgresql://ada@db.example/tidemill', `${SCHEME}ada:of-ada@db.example/tidemill`],
  [
    'postgresql://ada@db.example:6432/other?sslmode=require',
    `${SCHEME}ada:a%3Ab%2Fc%5Cd%40e@db.example:6432/other?sslmode=require`,
  ],
  [
    'postgresql://ada@db.example,db2.example/tidemill',
    `${SCHEME}ada:of-ada@db.example,db2.example/tidemill`,
  ],
  [
    'postgresql://grace@/tidemill?host=/run/postgresql',
    `${SCHEME}grace:of-socket@/tidemill?host=/run/postgresql`,
  ],
  ['postgresql://bob@[::1]:5433/x', `${SCHEME}bob:of-bob@[::1]:5433/x`],
  ['postgresql://eve@db.example/tidemill', 'postgresql://eve@db.example/tidemill'],
  ['postgresql://ada:own@db.example/tidemill', 'postgresql://ada:own@db.example/tidemill'],
];

suite('the password file', () => {
  for (const [url, found] of CASES)
    test(`for ${url}`, () => {
      withFile(LINES, 0o600, (path) =>
        assert.equal(withStoredPassword(url, { PGPASSFILE: path }), found),
      );
    });

  test('one that others may read, or that is named and missing, is refused', () => {
    const read = (PGPASSFILE: string) => () =>
      withStoredPassword('postgresql://a@h/d', { PGPASSFILE });
    withFile(LINES, 0o640, (path) => assert.throws(read(path), CommandFailed));
    assert.throws(read('/nowhere/pgpass'), CommandFailed);
  });

  test('without a file and a variable the address stays as it is', () => {
    assert.equal(
      withStoredPassword('postgresql://a@h/d', { HOME: '/nowhere' }),
      'postgresql://a@h/d',
    );
  });
});
