// Manifest of a backup, `manifest.json`. It is written last: a folder without it is no backup.

export const MANIFEST_FILE = 'manifest.json';
export const BACKUP_FORMAT = 1;

export type BackupManifest = {
  readonly format: typeof BACKUP_FORMAT;
  /** The release that wrote it. */
  readonly release: string;
  /** RFC 3339. */
  readonly takenAt: string;
  readonly installationId: string;
  /** Of the key that the secrets in it are sealed under; the key itself is elsewhere. */
  readonly masterKeyFingerprint: string;
  /** Those that had been applied, in their order. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  readonly tables: readonly TableInBackup[];
  /** Last values that were drawn. */
  readonly sequences: readonly { readonly sequence: string; readonly value: string }[];
};

/** Rows as PostgreSQL's COPY writes them (text), compressed by zstd, in a file of their own. */
export type TableInBackup = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly file: string;
  readonly rowsCount: number;
  readonly bytes: number;
  readonly sha256: string;
};

/** Null where the text is no manifest of this format. */
export function parseManifest(text: string): BackupManifest | null {
  try {
    const value: unknown = JSON.parse(text);
    return isManifest(value) ? value : null;
  } catch {
    return null;
  }
}

type Test = (value: unknown) => boolean;

/** Every field and no other. */
const hasFields = (tests: { readonly [field: string]: Test }): Test => {
  const names = Object.keys(tests).toSorted().join();
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).toSorted().join() === names &&
    Object.entries(value).every(([name, field]) => tests[name]?.(field) === true);
};
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const matching =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const isText: Test = (value) => typeof value === 'string';
const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
/** Names reach statements and paths. */
const isName = matching(/^[a-z][a-z0-9_]*$/);

const isTable = hasFields({
  table: isName,
  columns: listOf(isName),
  file: matching(/^[a-z0-9_]+\.copy\.zst$/),
  rowsCount: isCount,
  bytes: isCount,
  sha256: matching(/^[0-9a-f]{64}$/),
});
const isWhole = hasFields({
  format: (value) => value === BACKUP_FORMAT,
  release: isText,
  takenAt: isText,
  installationId: isText,
  masterKeyFingerprint: isText,
  migrations: listOf(hasFields({ name: isText, checksum: isText })),
  tables: listOf(isTable),
  sequences: listOf(hasFields({ sequence: isName, value: matching(/^[0-9]+$/) })),
});

const isManifest = (value: unknown): value is BackupManifest => isWhole(value);
