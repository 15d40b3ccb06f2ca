// Reads lines of separated values into rows, strictly: each line is read right or named with what
// is wrong with it. Works on bytes as they come, in pieces of any size.

import { assert } from '#lib/assert.ts';
import { countText } from '#lib/group-thousands.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { formatInstant, MINUTE_MS } from '#lib/time.ts';
import { visibleText } from '#lib/visible-text.ts';
import type { CandleRows, RowProblem } from '#domain/candle-file/candle-rows.ts';
import { addRow, emptyRows, figureOf, FIGURES } from '#domain/candle-file/candle-rows.ts';
import type {
  ColumnLayout,
  NamedColumns,
  VolumeColumn,
} from '#domain/candle-file/column-layout.ts';
import { COLUMN_ROLES, readLayout } from '#domain/candle-file/column-layout.ts';
import { EXPONENT, IS_EXACT, makeNumberReader, MANTISSA } from '#domain/candle-file/read-number.ts';
import type { RepeatedHour } from '#domain/candle-file/repeated-hour.ts';
import { placeRepeatedHours } from '#domain/candle-file/repeated-hour.ts';
import type { ZoneOfTimes } from '#domain/candle-file/read-time.ts';
import { makeTimeReader } from '#domain/candle-file/read-time.ts';

export type ScanOptions = {
  readonly columns: NamedColumns;
  /** The market's base currency. */
  readonly base: string;
  /** Candles that end later have not happened. */
  readonly nowMs: number;
  /** Whether digits that cannot be retained are cut off prices as well: they will be rounded. */
  readonly cutsPrices: boolean;
  /** What becomes of a last line without an end, which may have been cut in the middle. */
  readonly lastLine: 'refuse' | 'read' | 'skip';
  /** What becomes of a row without prices: a minute without trades, in some dumps. */
  readonly emptyRows: 'refuse' | 'skip';
  /** Lines before the header. */
  readonly skipLines: number;
  /** Of times that name no zone; null: UTC. */
  readonly zone: ZoneOfTimes | null;
  /** A file with more ends the scan, whatever they are. */
  readonly linesMax: number;
};

export type ScannedLines = {
  readonly rows: CandleRows;
  /** The first ones; empty when all was read. */
  readonly problems: readonly RowProblem[];
  readonly problemsCount: number;
  readonly ignoredColumns: readonly string[];
  /** Times without a zone were read as UTC, or as of the zone that was given. */
  readonly hasZonelessTimes: boolean;
  /** Rows without prices that were left out. */
  readonly emptyCount: number;
  /** Rows of an hour that clocks showed twice, placed by their order. */
  readonly repeatedHourCount: number;
  /** Null in a file without lines. */
  readonly volume: VolumeColumn | null;
  readonly linesCount: number;
};

export type LineScanner = {
  /** Takes the next bytes. A rejection ends the scan: its columns cannot be read. */
  push(bytes: Uint8Array): Result<null, string>;
  /** After the last bytes. */
  finish(): Result<ScannedLines, string>;
  /** Rows that were read until now. */
  rowsCount(): number;
};

const PROBLEMS_RETAINED_MAX = 20;
const LINE_BYTES_MAX = 65_536;
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const [LINE_FEED, RETURN, SPACE, TAB, QUOTE] = [10, 13, 32, 9, 34];
const DELIMITERS = [',', ';', '\t'] as const;
const EXPONENT_MAX = 40;
/** Open, high, low and close. */
const PRICES_COUNT = 4;

/**
 * Scanner of lines that come in pieces of any size; its rows and problems are whole after the last
 * piece is ended.
 */
export function makeLineScanner(options: ScanOptions): LineScanner {
  const scan: Scan = {
    options,
    rows: emptyRows(),
    problems: [],
    problemsCount: 0,
    line: 0,
    layout: null,
    delimiter: 44,
    roles: new Int8Array(0),
    starts: new Int32Array(COLUMN_ROLES.length),
    ends: new Int32Array(COLUMN_ROLES.length),
    number: makeNumberReader(),
    time: makeTimeReader(options.zone),
    repeated: [],
    emptyCount: 0,
  };
  let rest: Uint8Array = new Uint8Array(0);
  return {
    push(bytes) {
      const joined = rest.length === 0 ? bytes : joinedBytes(rest, bytes);
      let start = 0;
      for (;;) {
        const end = joined.indexOf(LINE_FEED, start);
        if (end < 0) break;
        const refusal = takeLine(scan, joined, start, end);
        if (refusal !== null) return rejected(refusal);
        start = end + 1;
      }
      rest = joined.slice(start);
      if (rest.length <= LINE_BYTES_MAX) return accepted(null);
      return rejected(`line ${scan.line + 1} is longer than ${LINE_BYTES_MAX} bytes`);
    },
    finish() {
      const refusal = takeLastLine(scan, rest);
      return refusal === null ? accepted(resultOf(scan)) : rejected(refusal);
    },
    rowsCount: () => scan.rows.count,
  };
}

type Scan = {
  readonly options: ScanOptions;
  readonly rows: CandleRows;
  readonly problems: RowProblem[];
  problemsCount: number;
  line: number;
  /** Null until the first line. */
  layout: ColumnLayout | null;
  delimiter: number;
  /** The role of each field, -1 for those that are not read. */
  roles: Int8Array;
  /** Where the fields of the roles are in the current line. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly number: ReturnType<typeof makeNumberReader>;
  readonly time: ReturnType<typeof makeTimeReader>;
  readonly repeated: RepeatedHour[];
  emptyCount: number;
};

function resultOf(scan: Scan): ScannedLines {
  const { rows, problems, layout, time, emptyCount } = scan;
  const zone = scan.options.zone?.name ?? 'UTC';
  const unplaced = placeRepeatedHours(rows, scan.repeated, zone);
  for (const { line, reason } of unplaced) note(scan, reason, line);
  return {
    rows,
    problems,
    problemsCount: scan.problemsCount,
    ignoredColumns: layout?.ignored ?? [],
    hasZonelessTimes: time.hasReadZoneless,
    linesCount: scan.line,
    emptyCount,
    repeatedHourCount: scan.repeated.length - unplaced.length,
    volume: layout?.volume ?? null,
  };
}

function joinedBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}

function takeLastLine(scan: Scan, rest: Uint8Array): string | null {
  const { lastLine } = scan.options;
  const isBlank = rest.every((byte) => byte === SPACE || byte === RETURN || byte === TAB);
  if (isBlank || (scan.layout !== null && lastLine === 'skip')) return null;
  const refusal = takeLine(scan, rest, 0, rest.length);
  if (refusal === null && lastLine === 'refuse') {
    note(scan, 'the last line has no end, so it may be cut off; read it all the same or skip it');
  }
  return refusal;
}

/** A sentence when the columns cannot be read; null when the scan goes on. */
function takeLine(scan: Scan, bytes: Uint8Array, from: number, to: number): string | null {
  scan.line += 1;
  const { linesMax } = scan.options;
  if (scan.line > linesMax) return `it has more than ${countText(linesMax)} lines`;
  let start = from;
  let end = to;
  if (end > start && bytes[end - 1] === RETURN) end -= 1;
  if (scan.line === 1 && bytes[start] === 0xef && bytes[start + 1] === 0xbb) start += 3;
  if (start >= end || scan.line <= scan.options.skipLines) return null;
  if (scan.layout === null) return takeFirstLine(scan, bytes.subarray(start, end));
  takeRow(scan, bytes, start, end);
  return null;
}

function takeFirstLine(scan: Scan, bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  // Some dumps begin with remarks or with where they come from.
  if (/^(?:#|https?:)/.test(text)) return null;
  // The separator for Excel, which the header shows anyway.
  if (/^"?sep=[,;\t]"?$/i.test(text)) return null;
  const delimiter = DELIMITERS.find((mark) => text.includes(mark)) ?? ',';
  const fields = text
    .split(delimiter)
    .map((field) => visibleText(field.trim().replaceAll(/^"|"$/g, '')));
  const layout = readLayout(fields, scan.options.columns, scan.options.base);
  if (!layout.ok) return layout.rejection;
  scan.layout = layout.value;
  scan.delimiter = delimiter.charCodeAt(0);
  scan.roles = new Int8Array(fields.length).fill(-1);
  for (const [role, place] of layout.value.places.entries()) scan.roles[place] = role;
  if (!layout.value.hasHeader) takeRow(scan, bytes, 0, bytes.length);
  return null;
}

function note(scan: Scan, reason: string, line = scan.line): void {
  scan.problemsCount += 1;
  if (scan.problems.length < PROBLEMS_RETAINED_MAX) scan.problems.push({ line, reason });
}

function takeRow(scan: Scan, bytes: Uint8Array, start: number, end: number): void {
  const fieldsCount = findFields(scan, bytes, start, end);
  const expected = scan.layout?.fieldsCount ?? 0;
  if (fieldsCount !== expected)
    return note(scan, `has ${fieldsCount} fields where the first line has ${expected}`);
  if (scan.options.emptyRows === 'skip' && hasNoPrices(scan, bytes)) {
    scan.emptyCount += 1;
    return;
  }
  const timeMs = readTime(scan, bytes);
  if (timeMs === null) return;
  const { laterMs } = scan.time;
  const row = addRow(scan.rows);
  scan.rows.timesMs[row] = timeMs;
  scan.rows.lines[row] = scan.line;
  scan.rows.cuts[row] = 0;
  for (let figure = 0; figure < FIGURES.length; figure += 1) {
    const reason = readFigure(scan, bytes, row, figure);
    if (reason === null) continue;
    scan.rows.count -= 1;
    return note(scan, reason);
  }
  const reason = shapeProblem(scan.rows, row);
  if (reason === null) {
    if (laterMs !== null) scan.repeated.push({ row, line: scan.line, laterMs });
    return;
  }
  scan.rows.count -= 1;
  note(scan, reason);
}

/** As programs write that a figure is not known. */
const UNKNOWN = /^(?:|nan|null|none|n\/?a|-)$/i;

function hasNoPrices({ starts, ends }: Scan, bytes: Uint8Array): boolean {
  for (let role = 1; role <= PRICES_COUNT; role += 1) {
    const [start, end] = [starts[role] as number, ends[role] as number];
    if (end - start > 4 || !UNKNOWN.test(new TextDecoder().decode(bytes.subarray(start, end))))
      return false;
  }
  return true;
}

/** Notes where the fields of the roles are, without blanks and quotes; returns how many fields. */
function findFields(scan: Scan, bytes: Uint8Array, start: number, end: number): number {
  const { roles, starts, ends, delimiter } = scan;
  let field = 0;
  let fieldStart = start;
  for (let at = start; at <= end; at += 1) {
    if (at < end && bytes[at] !== delimiter) continue;
    const role = roles[field] ?? -1;
    if (role >= 0) {
      let from = fieldStart;
      let to = at;
      while (from < to && bytes[from] === SPACE) from += 1;
      while (to > from && bytes[to - 1] === SPACE) to -= 1;
      const isQuoted = to - from >= 2 && bytes[from] === QUOTE && bytes[to - 1] === QUOTE;
      starts[role] = isQuoted ? from + 1 : from;
      ends[role] = isQuoted ? to - 1 : to;
    }
    field += 1;
    fieldStart = at + 1;
  }
  return field;
}

/** Null when it was noted that the field is no time of a closed minute. */
function readTime(scan: Scan, bytes: Uint8Array): number | null {
  const timeMs = scan.time.read(bytes, scan.starts[0] as number, scan.ends[0] as number);
  const reason =
    timeMs === null ? noTimeReason(scan.options.zone) : timeProblem(timeMs, scan.options.nowMs);
  if (reason === null) return timeMs;
  note(scan, `time ${fieldText(scan, bytes, 0)} ${reason}`);
  return null;
}

function noTimeReason(zone: ZoneOfTimes | null): string {
  return zone === null ? 'is no time' : `is no time, or one that no clock in ${zone.name} shows`;
}

function timeProblem(timeMs: number, nowMs: number): string | null {
  if (timeMs < EARLIEST_MS) return 'is before the year 2000';
  if (timeMs > nowMs) return 'is in the future';
  if (timeMs % MINUTE_MS !== 0) return 'is not the beginning of a minute';
  if (timeMs + MINUTE_MS > nowMs) return 'is a minute that has not ended yet';
  return null;
}

/** What is wrong with the field; null when it was read. */
function readFigure(scan: Scan, bytes: Uint8Array, row: number, figure: number): string | null {
  const { rows, number, options } = scan;
  const role = figure + 1;
  const start = scan.starts[role] as number;
  const end = scan.ends[role] as number;
  const kind = number.read(bytes, start, end);
  const name = FIGURES[figure] ?? '';
  if (kind === 'empty') return `${name} is empty`;
  if (kind === 'text') return `${name} ${fieldText(scan, bytes, role)} is not a number`;
  const { parts } = number;
  const mantissa = parts[MANTISSA] as number;
  const exponent = parts[EXPONENT] as number;
  const isVolume = name === 'volume';
  if (mantissa < 0 || (mantissa === 0 && !isVolume))
    return `${name} ${fieldText(scan, bytes, role)} is ${mantissa < 0 ? 'below' : 'not above'} zero`;
  if (Math.abs(exponent) > EXPONENT_MAX)
    return `${name} ${fieldText(scan, bytes, role)} is too large or too small`;
  if (parts[IS_EXACT] === 0) {
    if (!isVolume && !options.cutsPrices)
      return `${name} ${fieldText(scan, bytes, role)} has more digits than can be retained`;
    rows.cuts[row] = (rows.cuts[row] as number) | (1 << figure);
  }
  const mantissas = rows.mantissas[figure];
  const exponents = rows.exponents[figure];
  assert(mantissas !== undefined && exponents !== undefined, 'every figure has a column');
  mantissas[row] = mantissa;
  exponents[row] = exponent;
  return null;
}

function shapeProblem(rows: CandleRows, row: number): string | null {
  const open = figureOf(rows, 0, row);
  const high = figureOf(rows, 1, row);
  const low = figureOf(rows, 2, row);
  const close = figureOf(rows, 3, row);
  if (high < low) return `high ${high} is below low ${low}`;
  if (open > high || open < low) return `open ${open} is not between low ${low} and high ${high}`;
  if (close > high || close < low)
    return `close ${close} is not between low ${low} and high ${high}`;
  return null;
}

const TEXT_SHOWN_MAX = 40;

function fieldText(scan: Scan, bytes: Uint8Array, role: number): string {
  const [start, end] = [scan.starts[role] as number, scan.ends[role] as number];
  const shown = bytes.subarray(start, Math.min(end, start + TEXT_SHOWN_MAX));
  return `"${visibleText(new TextDecoder().decode(shown))}"`;
}

/** The time of a row as people read it. */
export function rowTime(rows: CandleRows, row: number): string {
  return formatInstant(rows.timesMs[row] as number);
}
