// Archive of rows that are dropped: a Parquet file for each part of their table, whole or not
// there. It is written beside its name, flushed and renamed.

import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import type { ByteWriter, ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { StoredEvent } from '#ports/stores/event-part-store.ts';
import type { StoredLine } from '#ports/stores/line-month-store.ts';
import type { OpenPartFile, PartArchive } from '#ports/stores/part-archive.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** Its column in a file, and what a row has for it. */
type ArchivedColumn<Row> = Pick<SchemaElement, 'name' | 'type' | 'converted_type'> & {
  readonly isOptional?: true;
  read(this: void, row: Row): unknown;
};

type ArchivedTable<Row> = {
  /** With which names of its files begin. */
  readonly prefix: string;
  readonly columns: readonly ArchivedColumn<Row>[];
};

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const INSTANT = { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' } as const;

export const ARCHIVED_LINES: ArchivedTable<StoredLine> = {
  prefix: 'bot-log-lines',
  columns: [
    { name: 'bot_id', ...TEXT, read: ({ botId }) => botId },
    { name: 'sequence', type: 'INT64', read: ({ sequence }) => BigInt(sequence) },
    { name: 'at', ...INSTANT, read: ({ atMs }) => BigInt(atMs) },
    { name: 'severity', ...TEXT, read: ({ severity }) => severity },
    { name: 'message', ...TEXT, read: ({ message }) => message },
    { name: 'notice', ...TEXT, isOptional: true, read: ({ notice }) => notice },
  ],
};

export const ARCHIVED_EVENTS: ArchivedTable<StoredEvent> = {
  prefix: 'events',
  columns: [
    { name: 'user_id', ...TEXT, read: ({ userId }) => userId },
    { name: 'sequence', type: 'INT64', read: ({ sequence }) => BigInt(sequence) },
    { name: 'type', ...TEXT, read: ({ type }) => type },
    { name: 'object_id', ...TEXT, read: ({ objectId }) => objectId },
    { name: 'at', ...INSTANT, read: ({ atMs }) => BigInt(atMs) },
    { name: 'data', ...TEXT, isOptional: true, read: ({ data }) => data },
    { name: 'end_user_id', ...TEXT, isOptional: true, read: ({ endUserId }) => endUserId },
  ],
};

/**
 * Archive in a folder, which is made when it is needed. Throws `Failure` when it cannot be written.
 */
export function parquetArchive<Row>(folder: string, table: ArchivedTable<Row>): PartArchive<Row> {
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const message = `The archive "${folder}" cannot be written: ${(error as Error).message}`;
      throw new Failure('unavailable', message, { cause: error });
    }
  };
  return {
    open: ({ name, installationId }) =>
      attempt(async () => {
        // Loaded with the first part: the service opens its archives long before.
        const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const path = join(folder, `${table.prefix}-${name}-${installationId}.parquet`);
        const unfinished = `${path}.unfinished-${process.pid}`;
        const handle = await open(unfinished, 'w', 0o600);
        const writer = new ByteWriter();
        const schema = schemaOf(table.columns);
        const file = new ParquetWriter({ writer, schema, createdBy: 'tidemill' });
        return partFile(table, { handle, path, unfinished, folder, writer, file, attempt });
      }),
  };
}

type FileParts = {
  readonly handle: FileHandle;
  readonly path: string;
  readonly unfinished: string;
  readonly folder: string;
  readonly writer: ByteWriter;
  readonly file: ParquetWriter;
  attempt<T>(this: void, work: () => Promise<T>): Promise<T>;
};

function partFile<Row>(
  { columns }: ArchivedTable<Row>,
  { handle, path, unfinished, folder, writer, file, attempt }: FileParts,
): OpenPartFile<Row> {
  const writeOut = async (): Promise<void> => {
    await handle.writeFile(new Uint8Array(writer.getBuffer()));
    // Offsets in the file go on.
    writer.index = 0;
  };
  return {
    add: (rows) =>
      attempt(async () => {
        const columnData = columns.map(({ name, read }): ColumnSource => ({
          name,
          data: rows.map(read),
        }));
        await file.write({ columnData, rowGroupSize: rows.length });
        await writeOut();
      }),
    finish: () =>
      attempt(async () => {
        await file.finish();
        await writeOut();
        await handle.sync();
        await handle.close();
        await rename(unfinished, path);
        await flushFolder(folder);
      }),
    abandon: async () => {
      await handle.close().catch(() => undefined);
      await rm(unfinished, { force: true }).catch(() => undefined);
    },
  };
}

function schemaOf<Row>(columns: readonly ArchivedColumn<Row>[]): SchemaElement[] {
  const fields = columns.map(({ read: _read, isOptional, ...field }): SchemaElement => ({
    ...field,
    repetition_type: isOptional === true ? 'OPTIONAL' : 'REQUIRED',
  }));
  return [{ name: 'root', num_children: columns.length }, ...fields];
}

/** So that the new name survives a loss of power. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
