// The log of a run. It keeps so many lines and counts the others.

import type { LogSeverity } from '#engine/desks/run-desk.ts';
import { LIMITS } from '#lib/limits.ts';

export type RunLogLine = {
  readonly atMs: number;
  readonly severity: LogSeverity;
  readonly message: string;
};

export type RunLog = {
  readonly lines: RunLogLine[];
  readonly linesMax: number;
  /** Lines that were not kept. */
  droppedCount: number;
  readonly writtenOnce: Set<string>;
};

/** A log that nobody will read keeps none. */
export function runLog(isKept: boolean): RunLog {
  return {
    lines: [],
    linesMax: isKept ? LIMITS.runLogLinesMax : 0,
    droppedCount: 0,
    writtenOnce: new Set(),
  };
}

/** Whether the next line would be kept; a line that is dear to make need not be made otherwise. */
export function hasRoom(log: RunLog): boolean {
  return log.lines.length < log.linesMax;
}

export function writeLine(log: RunLog, atMs: number, severity: LogSeverity, message: string): void {
  if (!hasRoom(log)) {
    log.droppedCount += 1;
    return;
  }
  const { runLogLineCharactersMax: most } = LIMITS;
  const text = message.length <= most ? message : `${message.slice(0, most)}…`;
  log.lines.push({ atMs, severity, message: text });
}

/** The lines to show; the last says how many more were written. */
export function shownLines(log: RunLog): readonly RunLogLine[] {
  const { lines, droppedCount } = log;
  const last = lines.at(-1);
  if (droppedCount === 0 || last === undefined) return lines;
  const message = `${droppedCount + 1} more lines were written and not kept`;
  return [...lines.slice(0, -1), { atMs: last.atMs, severity: 'warning', message }];
}
