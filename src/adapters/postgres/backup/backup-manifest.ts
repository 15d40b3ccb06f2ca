// What a backup holds, as its file `manifest.json` says. It is written last: a folder without it is
// no backup.

import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Check } from 'typebox/value';

export const MANIFEST_FILE = 'manifest.json';
export const BACKUP_FORMAT = 1;

const Count = Type.Integer({ minimum: 0 });
const Name = Type.String({ pattern: '^[a-z][a-z0-9_]*$' });

const ManifestSchema = Type.Object(
  {
    format: Type.Literal(BACKUP_FORMAT),
    /** The release that wrote it. */
    release: Type.String(),
    takenAt: Type.String(),
    installationId: Type.String(),
    /** Of the key that the secrets in it are sealed under; the key itself is elsewhere. */
    masterKeyFingerprint: Type.String(),
    /** Those that had been applied, in their order. */
    migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
    /** Rows as PostgreSQL's COPY writes them (text), compressed by zstd, a file for each table. */
    tables: Type.Array(
      Type.Object({
        table: Name,
        columns: Type.Array(Name),
        file: Type.String({ pattern: '^[a-z0-9_]+\\.copy\\.zst$' }),
        rowsCount: Count,
        bytes: Count,
        sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      }),
    ),
    /** Last values that were drawn. */
    sequences: Type.Array(
      Type.Object({ sequence: Name, value: Type.String({ pattern: '^[0-9]+$' }) }),
    ),
  },
  { additionalProperties: false },
);

export type BackupManifest = Static<typeof ManifestSchema>;
export type TableInBackup = BackupManifest['tables'][number];

/** Null where the text is no manifest of this format. */
export function parseManifest(text: string): BackupManifest | null {
  try {
    const value: unknown = JSON.parse(text);
    return Check(ManifestSchema, value) ? value : null;
  } catch {
    return null;
  }
}
