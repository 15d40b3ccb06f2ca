// Archive of log lines: a Parquet file for each month, whole or not there. It is written beside its
// name, flushed and renamed.

import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { StoredLine } from '#ports/stores/line-month-store.ts';
import type { LineArchive, OpenMonthFile } from '#ports/stores/line-archive.ts';
import { Failure } from '#ports/world/failure.ts';

const SCHEMA: SchemaElement[] = [
  { name: 'root', num_children: 6 },
  { name: 'bot_id', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  { name: 'sequence', repetition_type: 'REQUIRED', type: 'INT64' },
  { name: 'at', repetition_type: 'REQUIRED', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  { name: 'severity', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  { name: 'message', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  { name: 'notice', repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
];

export function parquetLineArchive(folder: string): LineArchive {
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
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const path = join(folder, `bot-log-lines-${name}-${installationId}.parquet`);
        const unfinished = `${path}.unfinished-${process.pid}`;
        const handle = await open(unfinished, 'w', 0o600);
        return monthFile({ handle, path, unfinished, folder, attempt });
      }),
  };
}

type Parts = {
  readonly handle: FileHandle;
  readonly path: string;
  readonly unfinished: string;
  readonly folder: string;
  attempt<T>(this: void, work: () => Promise<T>): Promise<T>;
};

function monthFile({ handle, path, unfinished, folder, attempt }: Parts): OpenMonthFile {
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: SCHEMA, createdBy: 'tidemill' });
  const writeOut = async (): Promise<void> => {
    await handle.writeFile(new Uint8Array(writer.getBuffer()));
    // Offsets in the file go on.
    writer.index = 0;
  };
  return {
    add: (lines) =>
      attempt(async () => {
        await file.write({ columnData: columnsOf(lines), rowGroupSize: lines.length });
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

function columnsOf(lines: readonly StoredLine[]) {
  return [
    { name: 'bot_id', data: lines.map(({ botId }) => botId) },
    { name: 'sequence', data: lines.map(({ sequence }) => BigInt(sequence)) },
    { name: 'at', data: lines.map(({ atMs }) => BigInt(atMs)) },
    { name: 'severity', data: lines.map(({ severity }) => severity) },
    { name: 'message', data: lines.map(({ message }) => message) },
    { name: 'notice', data: lines.map(({ notice }) => notice) },
  ];
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
