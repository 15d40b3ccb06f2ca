// The files in which probes write what they measured of exchanges, below the data directory. The
// newest of an exchange counts. What is wrong with it is said, and then nothing counts as measured.

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, formatInstant } from '#lib/time.ts';
import type { Config } from '#main/settings/config.ts';
import type { VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { PromiseMeasurement } from '#venue-port/exchange/promise-measurement.ts';
import { promisesInUse } from '#services/exchanges/promises-in-use.ts';

const FOLDER = 'probes';
const FORMAT = 1;
/** Exchanges change; a probe takes a minute. */
const MEASURED_MAX_AGE_MS = 180 * DAY_MS;
/** Of a clock that was set meanwhile. */
const AHEAD_MS_MAX = DAY_MS;

export type MeasuredFile = { readonly file: string; readonly measurement: PromiseMeasurement };

type Place = Pick<Config, 'dataDir' | 'venueLoopback'>;

/** Whole or not at all. The data directory must be prepared. Returns the path. */
export function writeMeasurement({ dataDir }: Place, measurement: PromiseMeasurement): string {
  const folder = join(dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const atText = formatInstant(measurement.measuredAtMs).replaceAll(/[-:]|\.\d+/g, '');
  const file = join(folder, `${measurement.exchange}-${atText}.json`);
  const content = { format: FORMAT, checksum: checksumOf(measurement), measurement };
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(content, null, 2)}\n`, { flush: true });
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

/** Null: never measured. A rejection is the reason why the newest file does not count. */
export function readMeasurement(
  place: Place,
  exchange: string,
  nowMs: number,
): Result<MeasuredFile | null, string> {
  const file = filesOf(place, exchange).at(-1);
  if (file === undefined) return accepted(null);
  const measurement = contentOf(file);
  if (measurement === null) return rejected(`the file "${file}" is damaged`);
  const { measuredAtMs, source } = measurement;
  const ageMs = nowMs - measuredAtMs;
  const atText = formatInstant(measuredAtMs);
  if (measurement.exchange !== exchange)
    return rejected(`the file "${file}" is about "${measurement.exchange}"`);
  if (ageMs > MEASURED_MAX_AGE_MS)
    return rejected(`the file "${file}" is of ${atText}, and exchanges change within 180 days`);
  if (ageMs < -AHEAD_MS_MAX) return rejected(`the file "${file}" is of ${atText}, in the future`);
  if ((source === 'loopback') !== (place.venueLoopback !== null))
    return rejected(`the file "${file}" was measured at another place than is traded at`);
  return accepted({ file, measurement });
}

/** What all probes of this exchange wrote that can be read, oldest first. */
export function listMeasurements(place: Place, exchange: string): readonly PromiseMeasurement[] {
  return filesOf(place, exchange).flatMap((file) => contentOf(file) ?? []);
}

/** What this installation may rely on; `onRefused` hears why a file does not count. */
export function promisesOf(
  place: Place,
  { code, promises }: { readonly code: string; readonly promises: VenuePromises },
  nowMs: number,
  onRefused: (reason: string) => void = () => undefined,
): VenuePromises {
  const read = readMeasurement(place, code, nowMs);
  if (!read.ok) onRefused(read.rejection);
  return promisesInUse(promises, read.ok ? (read.value?.measurement ?? null) : null);
}

/** Their names sort by time. */
function filesOf({ dataDir }: Place, exchange: string): readonly string[] {
  const folder = join(dataDir, FOLDER);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(
    (name) => name.startsWith(`${exchange}-`) && name.endsWith('.json'),
  );
  return names.sort().map((name) => join(folder, name));
}

/** Null for anything but what `writeMeasurement` wrote. */
function contentOf(file: string): PromiseMeasurement | null {
  let content: { format?: unknown; checksum?: unknown; measurement?: PromiseMeasurement } | null;
  try {
    content = JSON.parse(readFileSync(file, 'utf8')) as typeof content;
  } catch {
    return null;
  }
  const measurement = content?.measurement;
  if (content?.format !== FORMAT || measurement === undefined) return null;
  return content.checksum === checksumOf(measurement) ? measurement : null;
}

function checksumOf(measurement: PromiseMeasurement): string {
  return createHash('sha256').update(JSON.stringify(measurement)).digest('hex');
}
