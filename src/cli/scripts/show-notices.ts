// Prints the notices of a check, with the line that each is about and a mark under the place.

import type { ScriptCheck } from '#services/scripts/script-deps.ts';
import type { Terminal } from '#cli/terminal.ts';
import { paint, plainText } from '#cli/terminal.ts';

type Notice = ScriptCheck['errors'][number];

const LINE_CHARACTERS_MAX = 200;
/** As Lua counts lines. */
const LINE_BREAK = /\r\n|\n\r|\n|\r/;

/** `file:line:column: error: message`, as compilers write it, so that editors can jump there. */
export function showNotices(
  terminal: Terminal,
  file: string,
  source: string,
  kind: 'error' | 'warning',
  notices: readonly Notice[],
): string {
  const lines = source.split(LINE_BREAK);
  const color = kind === 'error' ? 'red' : 'yellow';
  return notices
    .map((notice) => {
      const label = paint(terminal, color, `${kind}:`);
      const head = `${place(file, notice)}: ${label} ${plainText(notice.message)}\n`;
      return head + excerpt(lines, notice);
    })
    .join('');
}

function place(file: string, { line, column, block, port }: Notice): string {
  const where = [file, line, column].filter((part) => part !== null).join(':');
  if (typeof block !== 'string') return where;
  return `${where}: block "${plainText(block)}"${typeof port === 'string' ? `, ${plainText(port)}` : ''}`;
}

function excerpt(lines: readonly string[], { line, column }: Notice): string {
  const text = line === null ? undefined : lines[line - 1];
  if (text === undefined || text.trim() === '') return '';
  const shown = plainText(text.replaceAll('\t', ' ')).slice(0, LINE_CHARACTERS_MAX);
  const number = String(line).padStart(6);
  const mark = column === null || column > shown.length + 1 ? '' : markAt(column);
  return `${number} | ${shown}\n${mark}`;
}

function markAt(column: number): string {
  return `${' '.repeat(6)} | ${' '.repeat(column - 1)}^\n`;
}
