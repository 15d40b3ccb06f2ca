// The place of the tokenizer in the source, and what it reports from there.

import type { Diagnostic } from '#script/syntax/diagnostic.ts';

/** The place of the reader in the source; moved forward by every function here. */
export type Cursor = {
  readonly source: string;
  readonly diagnostics: Diagnostic[];
  at: number;
  line: number;
  /** Offset of the first character of the current line. */
  lineStart: number;
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
}

export function report(cursor: Cursor, place: Place, message: string): void {
  cursor.diagnostics.push({ kind: 'syntax', line: place.line, column: place.column, message });
}

export function placeOf(cursor: Cursor): Place {
  return { start: cursor.at, line: cursor.line, column: cursor.at - cursor.lineStart + 1 };
}
