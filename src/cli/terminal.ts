// Output of a command: handed in, so that a test reads what a person would see.

import { styleText } from 'node:util';

export type Terminal = {
  /** Results, for people or (with --json) for machines. */
  write(text: string): void;
  /** Errors and remarks. */
  writeError(text: string): void;
  /** Whether a person reads it as it is written, and nothing retains it. */
  readonly isWatched: boolean;
  /** Whether colour is wanted: a terminal, and no NO_COLOR. */
  readonly isColored: boolean;
};

export type Style = 'bold' | 'green' | 'red' | 'yellow';

/** Text in a style; plain where the terminal has no colours. */
export function paint(terminal: Terminal, style: Style, text: string): string {
  return terminal.isColored ? styleText(style, text, { validateStream: false }) : text;
}

/** Text from elsewhere made harmless: a name may not move the cursor or forge another line. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}/gu, '\u{fffd}');
}
