// The log of a run. It keeps so many lines and characters, a live bot's so many a day, and counts
// the others.

import type { RunNotice } from '#domain/event-log/event.ts';
import type { LogSeverity } from '#engine/run-api/run-api.ts';
import { LIMITS } from '#lib/limits.ts';
import { ownText } from '#lib/own-text.ts';
import { DAY_MS } from '#lib/time.ts';

export type RunLogLine = {
  readonly atMs: number;
  readonly severity: LogSeverity;
  readonly message: string;
  /** What it sends to the owner of the bot. */
  readonly notice?: RunNotice;
  /** The signal from outside that it follows from. */
  readonly signalId?: string;
};

/** Whether a signal reached whoever decides: `unheard` is one that nothing listens to. */
export type SignalReception = 'heard' | 'unheard';

export type RunLog = {
  readonly lines: RunLogLine[];
  readonly linesMax: number;
  /** Whether what was written is counted anew each day. */
  readonly isDaily: boolean;
  /** Lines that were not retained. */
  droppedCount: number;
  readonly writtenOnce: Set<string>;
  /** The day of the last line, and what was written on it; without days, all that was. */
  day: number;
  lineCount: number;
  characterCount: number;
  /** Whether the log has said that it keeps no more. */
  isClosed: boolean;
  /** The signal from outside that is being acted on; null: none. */
  followedId: string | null;
  /** Signals whose reception is known since the last step, by id. */
  readonly receptions: Map<string, SignalReception>;
  /** Ids of signals that the script has requested in this update. */
  readonly requestedIds: Set<string>;
};

/** A log that nobody will read keeps none. */
export function runLog(setup: {
  readonly kind: 'backtest' | 'live';
  readonly keepsLog: boolean;
}): RunLog {
  return {
    lines: [],
    linesMax: setup.keepsLog ? LIMITS.runLogLinesMax : 0,
    isDaily: setup.kind === 'live',
    droppedCount: 0,
    writtenOnce: new Set(),
    day: 0,
    lineCount: 0,
    characterCount: 0,
    isClosed: false,
    followedId: null,
    receptions: new Map(),
    requestedIds: new Set(),
  };
}

/**
 * Whether the next line would be retained; a line that is dear to make need not be made otherwise.
 */
export function hasRoom(log: RunLog): boolean {
  return log.lines.length < log.linesMax;
}

/** As many keys are remembered; lines of any further one are left out. */
const KEYS_MAX = 1_000;

/** Whether nothing was written under the key yet; it counts as written from now on. */
export function isFirst({ writtenOnce }: RunLog, key: string): boolean {
  if (writtenOnce.has(key) || writtenOnce.size >= KEYS_MAX) return false;
  writtenOnce.add(key);
  return true;
}

/** Appends a line, cut to the permitted length; a full log counts it as dropped instead. */
export function writeLine(
  log: RunLog,
  atMs: number,
  severity: LogSeverity,
  message: string,
  notice?: RunNotice,
): void {
  if (log.isDaily) beginDay(log, Math.floor(atMs / DAY_MS));
  if (!hasRoom(log) || log.isClosed) {
    log.droppedCount += 1;
    return;
  }
  const { runLogLineCharactersMax: most } = LIMITS;
  const text = message.length <= most ? message : `${message.slice(0, most)}…`;
  log.lineCount += 1;
  log.characterCount += text.length;
  if (isFull(log)) {
    close(log, atMs);
    return;
  }
  // What is said of trades is made of texts that the run keeps.
  const said = { atMs, severity, message: severity === 'trade' ? text : ownText(text) };
  const line = log.followedId === null ? said : { ...said, signalId: log.followedId };
  log.lines.push(notice === undefined ? line : { ...line, notice });
}

function beginDay(log: RunLog, day: number): void {
  if (log.day === day) return;
  log.day = day;
  log.lineCount = 0;
  log.characterCount = 0;
  log.isClosed = false;
}

function isFull({ isDaily, lineCount, characterCount }: RunLog): boolean {
  if (!isDaily) return characterCount > LIMITS.runLogCharactersMax;
  const { botLogLinesPerDayMax, botLogCharactersPerDayMax } = LIMITS;
  return lineCount > botLogLinesPerDayMax || characterCount > botLogCharactersPerDayMax;
}

/** Says once that no more is retained. */
function close(log: RunLog, atMs: number): void {
  log.isClosed = true;
  log.droppedCount += 1;
  if (!log.isDaily) return;
  const { botLogLinesPerDayMax: lines, botLogCharactersPerDayMax: characters } = LIMITS;
  const message =
    `no more lines are retained today (UTC): a bot may write ${lines} lines ` +
    `of ${characters} characters in sum a day`;
  log.lines.push({ atMs, severity: 'warning', message });
}

/** The lines to show; the last says how many more were written. */
export function shownLines(log: RunLog): readonly RunLogLine[] {
  const { lines, droppedCount } = log;
  const last = lines.at(-1);
  if (droppedCount === 0 || last === undefined) return lines;
  const message = `${droppedCount + 1} more lines were written and not retained`;
  return [...lines.slice(0, -1), { atMs: last.atMs, severity: 'warning', message }];
}

/** A line that follows from a signal; null: from none. */
export function writeLineOf(
  log: RunLog,
  signalId: string | null,
  atMs: number,
  severity: LogSeverity,
  message: string,
): void {
  const before = log.followedId;
  log.followedId = signalId;
  try {
    writeLine(log, atMs, severity, message);
  } finally {
    log.followedId = before;
  }
}

/** What is done in here follows from a signal; null: from none. */
export function whileFollowing<T>(log: RunLog, signalId: string | null, act: () => T): T {
  const before = log.followedId;
  log.followedId = signalId;
  try {
    return act();
  } finally {
    log.followedId = before;
  }
}
