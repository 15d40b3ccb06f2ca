// The place of the tokenizer in the source, and what it reports from there.

import { textFromBytes } from '#lua/syntax/byte-string.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';

/** The place of the reader in the source; moved forward by every function here. */
export type Cursor = {
  readonly source: string;
  readonly diagnostics: Diagnostic[];
  at: number;
  line: number;
  /** Offset of the first byte of the current line. */
  lineStart: number;
  /** Whether every character is one byte. */
  readonly isAscii: boolean;
  /** Up to where bytes of the current line that begin no character are counted, and how many. */
  countedTo: number;
  continuationCount: number;
};

export type Place = { readonly start: number; readonly line: number; readonly column: number };

/** Steps over one line break; `\r\n` and `\n\r` count as one. */
export function skipLineBreak(cursor: Cursor): void {
  const first = cursor.source[cursor.at];
  const second = cursor.source[cursor.at + 1];
  const pair = (second === '\n' || second === '\r') && second !== first;
  cursor.at += pair ? 2 : 1;
  cursor.line += 1;
  cursor.lineStart = cursor.at;
  cursor.countedTo = cursor.at;
  cursor.continuationCount = 0;
}

/** Cursor at the beginning of a source; mistakes are added to `diagnostics`. */
export function openCursor(source: string, diagnostics: Diagnostic[]): Cursor {
  const isAscii = !/[\x80-\xff]/.test(source);
  const start = { at: 0, line: 1, lineStart: 0, countedTo: 0, continuationCount: 0 };
  return { source, diagnostics, isAscii, ...start };
}

/** Adds a syntax error at a place. */
export function report(cursor: Cursor, place: Place, message: string): void {
  const { line, column } = place;
  cursor.diagnostics.push({ kind: 'syntax', line, column, message: textFromBytes(message) });
}

/** How many bytes between the line's start and the cursor begin no character. */
function continuationBytes(cursor: Cursor): number {
  if (cursor.isAscii) return 0;
  for (; cursor.countedTo < cursor.at; cursor.countedTo += 1) {
    if ((cursor.source.charCodeAt(cursor.countedTo) & 0xc0) === 0x80) cursor.continuationCount += 1;
  }
  return cursor.continuationCount;
}

/** Place of the cursor; columns count characters from 1. */
export function placeOf(cursor: Cursor): Place {
  const { at, line, lineStart } = cursor;
  return { start: at, line, column: at - lineStart + 1 - continuationBytes(cursor) };
}
