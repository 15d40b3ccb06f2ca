import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifyBackup } from '#adapters/postgres/backup/verify-backup.ts';

const BYTES = Buffer.from('rows');
const MANIFEST = {
  format: 1,
  release: '0.1.0',
  takenAt: '2026-11-24T17:00:00.000Z',
  installationId: 'inst_1',
  masterKeyFingerprint: 'ab',
  migrations: [{ name: '0001-users.sql', checksum: 'cd' }],
  tables: [
    {
      table: 'users',
      columns: ['user_id'],
      file: 'users.copy.zst',
      rowsCount: 1,
      bytes: BYTES.length,
      sha256: createHash('sha256').update(BYTES).digest('hex'),
    },
  ],
  sequences: [{ sequence: 'users_seq', value: '9007199254740993' }],
};

test('a backup is whole, or it is said what is wrong with it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-verify-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (manifest: unknown): void =>
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const reason = async (): Promise<string> => {
    const verified = await verifyBackup(folder);
    return verified.ok ? 'whole' : verified.rejection;
  };
  assert.match(await reason(), /holds no backup that was finished/);
  write(MANIFEST);
  assert.match(await reason(), /"users\.copy\.zst" .* is missing/);
  writeFileSync(join(folder, 'users.copy.zst'), BYTES);
  assert.equal(await reason(), 'whole');
  writeFileSync(join(folder, 'users.copy.zst'), 'rowz');
  assert.match(await reason(), /is damaged/);
  const [table] = MANIFEST.tables;
  const others = [
    { ...MANIFEST, format: 2 },
    { ...MANIFEST, tables: [{ ...table, file: '../users.copy.zst' }] },
    { ...MANIFEST, tables: [{ ...table, table: 'users; DROP TABLE users' }] },
    { ...MANIFEST, more: 1 },
    null,
  ];
  for (const other of others) {
    write(other);
    assert.match(await reason(), /damaged or of another release/);
  }
});
