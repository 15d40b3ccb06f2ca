// Recordings that no request of ours is for, by whose reader their rows are read with every figure
// compared: those of another product of the exchange, of several orders at once, of margin.

import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { VenueDialect } from '#venues/dialect.ts';
import type { ReadingModel } from './alike-readings.ts';
import { modelOf, readingsAlike } from './alike-readings.ts';
import { faultOfReading } from './recorded-reading.ts';
import type { Recording } from './recordings.ts';
import { CODES, recordingsOf } from './recordings.ts';
import { READING_TABLES } from './tables/reading-tables.ts';

export type AlikeRecording = {
  readonly code: string;
  /** `reader, as RECORDING`. */
  readonly model: string;
  /** Null where all of its rows are read as they are recorded. */
  readonly fault: string | null;
};

type Texts = (name: string) => string;

/** By `exchange name`; of several models the first that reads it. */
export async function recordingsAlike(): Promise<ReadonlyMap<string, AlikeRecording>> {
  const found = new Map<string, AlikeRecording>();
  for (const code of DIALECT_CODES) {
    const dialect = await loadDialect(code);
    const [exchange = ''] = Object.entries(CODES).find(([, codes]) => codes.includes(code)) ?? [];
    const recordings = recordingsOf(exchange);
    const textOf: Texts = (name) =>
      recordings.find((each) => each.name === name)?.texts.at(-1) ?? '';
    for (const model of modelsOf(dialect, recordings, textOf))
      for (const recording of recordings) {
        const name = `${exchange} ${recording.name}`;
        if (found.get(name)?.fault === null) continue;
        const fault = faultBy(dialect, model, recording, textOf);
        const { reader, recording: as } = model.entry;
        if (fault !== undefined) found.set(name, { code, model: `${reader}, as ${as}`, fault });
      }
  }
  return found;
}

function modelsOf(
  dialect: VenueDialect,
  recordings: readonly Recording[],
  textOf: Texts,
): readonly ReadingModel[] {
  return (READING_TABLES[dialect.code] ?? []).flatMap((entry) => {
    const own = recordings.find(({ name }) => name === entry.recording);
    const model = own === undefined ? null : modelOf(dialect, entry, own, textOf);
    return model === null ? [] : [model];
  });
}

/** Undefined where no row is alike. Rows may be read one by one, but each of them is. */
function faultBy(
  dialect: VenueDialect,
  model: ReadingModel,
  recording: Recording,
  textOf: Texts,
): string | null | undefined {
  if (model.entry.recording === recording.name) return undefined;
  const readings = readingsAlike(model, recording);
  const faults = readings.map((entry) => ({
    rows: entry.rows.replace('{}', ''),
    fault: faultOfReading(dialect, entry, recording, textOf),
  }));
  // What is within a list that was read as one is read.
  const whole = faults.filter(({ fault }) => fault === null).map(({ rows }) => rows);
  const isRead = (rows: string): boolean =>
    whole.some((place) => place === '' || place === rows || rows.startsWith(`${place}.`));
  const isListOf = (rows: string): boolean =>
    faults.some((each) => each.rows !== rows && isWithin(each.rows, rows));
  const left = faults.filter(
    ({ rows, fault }) => fault !== null && !isRead(rows) && !isListOf(rows),
  );
  if (faults.length === 0) return undefined;
  return left[0]?.fault ?? null;
}

function isWithin(rows: string, list: string): boolean {
  return rows.startsWith(list === '' ? '' : `${list}.`);
}
